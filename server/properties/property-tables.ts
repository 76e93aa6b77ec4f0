import type { Generated } from 'kysely';
import type { Nano } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { BarredRole } from '../../shared/properties/power-rules.api.ts';
import type { VotePer } from '../../shared/properties/vote-per.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

interface JointTable {
  joint_id: Generated<number>;
  /** Set on a sector: the joint it lives in. */
  parent_joint_id: number | null;
  joint_name: string;
  uses_assemblies: Flag;
  uses_billing: Flag;
  created_at: Millis;
  /** Kinds of units, as a JSON list. */
  per_unit_kinds: Generated<string>;
  /** Who has one vote in the questions to come where nothing economic is decided. */
  vote_per: Generated<VotePer>;
  proxy_limit: number | null;
  /** Of a root joint: the name of its revisor fiscal; null where it has none. */
  fiscal_auditor: string | null;
  /** Of a root joint, with its hour 'HH:mm': business days from the first call to the second; null where the law's hold. */
  second_call_days: number | null;
  second_call_hour: string | null;
  /** Of a root joint: the month in which the budget's year ends. */
  budget_year_end: Generated<number>;
  /** Of a root joint: by matter what its by-laws ask for (`ByLawMajorities`), as JSON. */
  by_law_majorities: Generated<string>;
  /** Of a root joint: 1 where powers beyond the limit are refused, 0 where they are warned of; so of the others. */
  proxy_limit_blocks: Generated<Flag>;
  /** Hundredths of a percent of the roll that one person may represent by power; null: no limit. */
  proxy_share: number | null;
  proxy_share_blocks: Generated<Flag>;
  barred_blocks: Generated<Flag>;
}

/** Who may not represent others in a root joint. Rows are never deleted. */
interface BarredPersonTable {
  barred_id: Generated<number>;
  joint_id: number;
  name: string;
  document: string | null;
  role: BarredRole;
  entered_at: Millis;
  entered_by: string;
  removed_at: Millis | null;
  removed_by: string | null;
}

interface ApartmentTable {
  joint_id: number;
  apartment_id: string;
  position: number;
  kind: ApartmentKind;
  main_apartment_id: string | null;
  coefficient: Nano;
  retired_at: Millis | null;
}

interface OwnershipTable {
  joint_id: number;
  apartment_id: string;
  since: Millis;
  until: Millis | null;
  owner_name: string;
  owner_document: string | null;
  /** JSON lists of what the table of units says; null where it says none. Personal: never in a roll, report or trail. */
  owner_emails: string | null;
  owner_phones: string | null;
}

interface RememberedColumnsTable {
  joint_id: number;
  /** Of which import: 'units'. */
  sheet: string;
  /** A JSON list of headers with their roles. */
  columns: string;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    joint: JointTable;
    barred_person: BarredPersonTable;
    apartment: ApartmentTable;
    ownership: OwnershipTable;
    remembered_columns: RememberedColumnsTable;
  }
}
