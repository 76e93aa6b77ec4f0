import type { Generated } from 'kysely';
import type { Millis } from '../../platform/db/tables.ts';
import type { FilePurpose } from '../store/papers/assembly-files.repository.ts';

/** A file of a signed acta or a document of a notice, as uploaded. */
interface AssemblyFileTable {
  file_id: Generated<number>;
  assembly_id: number;
  purpose: FilePurpose;
  /** Time at which a document of a notice was taken away; null for a standing file. */
  removed_at: Millis | null;
  media_type: string;
  file_name: string;
  size: number;
  /** SHA-256 hash of the file, hexadecimal. */
  sha256: string;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

/** A publication of a signed acta to the owners. Append-only; the last row of an assembly is current. */
interface ActaPublicationTable {
  publication_id: Generated<number>;
  assembly_id: number;
  published_at: Millis;
  published_by: string;
  /** Reason to replace the former publication; null for the first. */
  reason: string | null;
  /** Place of the complete copy for the owners; null in publications before the field. */
  place: string | null;
  /** Numbers of the published files in order, as JSON. */
  file_ids: string;
}

/** Personal link to the results and the signed acta of an assembly; `token_hash`: SHA-256, hexadecimal. */
interface OwnerLinkTable {
  token_hash: string;
  assembly_id: number;
  created_at: Millis;
  /** Units of the owner of the link, as a JSON list. */
  apartment_ids: string;
  /** Mail with the link; null for a letter, and for older links. */
  message_id: number | null;
  /** Publication of the acta in a printed letter with the link; null for a mail. */
  publication_id: number | null;
  /** Signature of the owner on the printed letter, as noted by an operator. */
  signed_at: Millis | null;
}

/** First opening of a published acta by a personal link. */
interface ActaOpeningTable {
  assembly_id: number;
  publication_id: number;
  token_hash: string;
  opened_at: Millis;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    assembly_file: AssemblyFileTable;
    owner_link: OwnerLinkTable;
    acta_opening: ActaOpeningTable;
    acta_publication: ActaPublicationTable;
  }
}
