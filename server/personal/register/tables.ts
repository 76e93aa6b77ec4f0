import type { Day } from '../../../shared/days.ts';
import type { AuthorisationPurpose, ClaimChannel, ClaimKind } from '../../../shared/personal/claims.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Version of the policy for personal data of a root joint. Append-only. */
interface DataPolicyTable {
  joint_id: number;
  version: number;
  responsible: string;
  contact: string;
  text: string;
  published_at: Millis;
  published_by: string;
}

/** Acceptance of a version of the transmission contract by a root joint. Append-only. */
interface DataContractTable {
  joint_id: number;
  version: number;
  /** Representative with the acceptance. */
  person: string;
  accepted_at: Millis;
  accepted_by: string;
}

/** Authorisation of a person for a version of the policy, in a root joint. */
interface DataAuthorisationTable {
  joint_id: number;
  authorisation_id: number;
  /** Owner with the act on the own page; null if noted by the staff. */
  user_id: number | null;
  person: string;
  document: string | null;
  version: number;
  /** Null for the policy. */
  purpose: AuthorisationPurpose | null;
  channel: ClaimChannel;
  proof: string;
  given_at: Millis;
  entered_by: string;
  withdrawn_at: Millis | null;
  withdrawn_by: string | null;
  withdrawal: string | null;
}

/** Query or claim of a person in a root joint. Text, day of receipt and answer never change. */
interface DataClaimTable {
  joint_id: number;
  claim_id: number;
  user_id: number | null;
  person: string;
  document: string | null;
  /** Mail address, phone or place for the answer. */
  reach: string | null;
  kind: ClaimKind;
  channel: ClaimChannel;
  text: string;
  received_on: Day;
  /** Last day for the answer, with the extension. */
  due_on: Day;
  entered_at: Millis;
  entered_by: string;
  extended_at: Millis | null;
  extended_by: string | null;
  extension: string | null;
  answered_at: Millis | null;
  answered_by: string | null;
  answer: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    data_policy: DataPolicyTable;
    data_contract: DataContractTable;
    data_authorisation: DataAuthorisationTable;
    data_claim: DataClaimTable;
  }
}
