import type { DeliveryChannel } from '../../../shared/assemblies/invitations.api.ts';
import type { Day } from '../../../shared/days.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** A notice (convocatoria) as sent, by the SHA-256 of the content. Append-only. */
interface NoticeVersionTable {
  assembly_id: number;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  /** Facts of the notice as JSON, hashed byte for byte. */
  content: string;
  made_at: Millis;
}

/** A delivery of a notice to an owner. */
interface DeliveryTable {
  /** Channel and hash of the personal link: 'letter-…'. 'mail-12', by the message, before deliveries were stored. */
  delivery_key: string;
  assembly_id: number;
  user_id: number;
  channel: DeliveryChannel;
  /** Mail address, or the registered place or phone of a letter or text; null without a registered address. */
  address: string | null;
  sent_at: Millis;
  /** Answer of the mail server that took the mail: '250 2.0.0 Ok: queued as 4F'; null for letters and texts. */
  answer: string | null;
  /** Version of the notice; null for deliveries before versions were stored. */
  notice_sha256: string | null;
  /** SHA-256 of the personal link, hexadecimal; null for mails before deliveries were stored. */
  token_hash: string | null;
  /** Mail of the delivery, for bounces; null for letters and texts, and for mails before bounces were read. */
  message_id: number | null;
  /** Signature of the owner on the printed letter, as noted by an operator. */
  signed_at: Millis | null;
  signed_by: string | null;
}

/** Address of an owner of a root joint for notices. Append-only: the last start by the day of a notice is valid. */
interface NoticeAddressTable {
  joint_id: number;
  address_id: number;
  apartment_id: string;
  /** Owner on the day of the record. */
  owner_name: string;
  owner_document: string | null;
  kind: DeliveryChannel;
  /** Mail address, place or phone; 'suprimido' after an erasure, as `proof`. */
  value: string;
  since: Day;
  proof: string;
  entered_at: Millis;
  entered_by: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notice_version: NoticeVersionTable;
    delivery: DeliveryTable;
    notice_address: NoticeAddressTable;
  }
}
