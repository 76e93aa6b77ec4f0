import type { Generated } from 'kysely';
import type { Nano } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { BarredRole, PhonePowerRule } from '../../shared/properties/power-rules.api.ts';
import type { VotePer } from '../../shared/properties/vote-per.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';
import type { ImageType } from '../platform/http/images/image.ts';

interface JointTable {
  joint_id: Generated<number>;
  /** Id of the joint a sector belongs to; null for a root joint. */
  parent_joint_id: number | null;
  joint_name: string;
  uses_assemblies: Flag;
  uses_billing: Flag;
  created_at: Millis;
  /** Kinds of units with a single vote in non-economic questions, as a JSON list. */
  per_unit_kinds: Generated<string>;
  /** Holder of the single vote in new non-economic questions: unit or owner. */
  vote_per: Generated<VotePer>;
  proxy_limit: number | null;
  /** Name of the revisor fiscal (auditor), only in root joints; null if there is no auditor. */
  fiscal_auditor: string | null;
  /** Phone for questions of owners, only in root joints; null without a phone. */
  help_phone: string | null;
  /** Minutes of a turn to speak in an assembly, only in root joints. */
  turn_minutes: Generated<number>;
  /**
   * Business days from the first call to the second, with `second_call_hour` 'HH:mm', only in root joints; null for
   * the law's rule.
   */
  second_call_days: number | null;
  second_call_hour: string | null;
  /** Number of the last month of the budget year, only in root joints. */
  budget_year_end: Generated<number>;
  /** Majorities of the by-laws by matter (`ByLawMajorities`), as JSON, only in root joints. */
  by_law_majorities: Generated<string>;
  /** Flag for powers beyond the limit, only in root joints: 1 refuses, 0 warns. The other flags work alike. */
  proxy_limit_blocks: Generated<Flag>;
  /**
   * Largest share of the assembly's roll represented by a person with powers, in hundredths of a percent; null for no
   * limit.
   */
  proxy_share: number | null;
  proxy_share_blocks: Generated<Flag>;
  barred_blocks: Generated<Flag>;
  /** Treatment of powers that owners sign on the phone, only in root joints. */
  phone_powers: Generated<PhonePowerRule>;
  /** Hours before the scheduled time with the last power from the phone; null: until the opening. */
  phone_power_hours: number | null;
  /** Ids of the users that check powers, as a JSON list; null for the desk. */
  power_checkers: string | null;
  /** Id of the real joint, for the trial joint of a rehearsal; null for a real joint. */
  rehearsal_of: number | null;
}

/** People barred from representing others by power in a root joint. Rows are never deleted. */
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
  /**
   * Mail addresses and phones from the table of units, as JSON lists; null if missing. Personal data: never in a
   * roll, report or audit log.
   */
  owner_emails: string | null;
  owner_phones: string | null;
}

/** Colour and crest of a root joint; without a row a joint has neither. */
interface JointFaceTable {
  joint_id: number;
  /** Colour as '#rrggbb'; null without a colour. */
  colour: string | null;
  /** Type, size in pixels and bytes of the crest; null without a crest. */
  media_type: ImageType | null;
  width: number | null;
  height: number | null;
  bytes: Uint8Array | null;
}

interface RememberedColumnsTable {
  joint_id: number;
  /** Name of the import that the columns belong to, for example 'units'. */
  sheet: string;
  /** Column titles with the roles chosen by hand, as a JSON list. */
  columns: string;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    joint: JointTable;
    barred_person: BarredPersonTable;
    apartment: ApartmentTable;
    ownership: OwnershipTable;
    joint_face: JointFaceTable;
    remembered_columns: RememberedColumnsTable;
  }
}
