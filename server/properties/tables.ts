import type { Generated } from 'kysely';
import type { Nano } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { BarredRole } from '../../shared/properties/power-rules.api.ts';
import type { VotePer } from '../../shared/properties/vote-per.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

interface JointTable {
  joint_id: Generated<number>;
  /** Joint of a sector; null for a root joint. */
  parent_joint_id: number | null;
  joint_name: string;
  uses_assemblies: Flag;
  uses_billing: Flag;
  created_at: Millis;
  /** Kinds of units, as a JSON list. */
  per_unit_kinds: Generated<string>;
  /** Holder of the single vote in new non-economic questions. */
  vote_per: Generated<VotePer>;
  proxy_limit: number | null;
  /** Root joints only: name of the revisor fiscal; null if there is none. */
  fiscal_auditor: string | null;
  /**
   * Root joints only: business days from the first call to the second, with `second_call_hour` 'HH:mm'; null: the
   * law's rule.
   */
  second_call_days: number | null;
  second_call_hour: string | null;
  /** Root joints only: last month of the budget year. */
  budget_year_end: Generated<number>;
  /** Root joints only: majorities of the by-laws by matter (`ByLawMajorities`), as JSON. */
  by_law_majorities: Generated<string>;
  /** Root joints only: 1 refuses powers beyond the limit, 0 warns. The other flags work alike. */
  proxy_limit_blocks: Generated<Flag>;
  /** Maximum share of the roll represented by one person with powers, in hundredths of a percent; null: no limit. */
  proxy_share: number | null;
  proxy_share_blocks: Generated<Flag>;
  barred_blocks: Generated<Flag>;
}

/** People barred from representing others in a root joint. Rows are never deleted. */
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
  /** JSON lists from the table of units; null if missing. Personal data: never in a roll, report or trail. */
  owner_emails: string | null;
  owner_phones: string | null;
}

interface RememberedColumnsTable {
  joint_id: number;
  /** Import name: 'units'. */
  sheet: string;
  /** JSON list of headers with roles. */
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
