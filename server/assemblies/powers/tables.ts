import type { Generated } from 'kysely';
import type { PowerEnd, PowerOrigin } from '../../../shared/assemblies/powers/powers.api.ts';
import type { Flag, Millis } from '../../platform/db/tables.ts';

/** Power of attorney on paper (proxy for an assembly). Rows are never deleted. */
interface PowerTable {
  power_id: Generated<number>;
  assembly_id: number;
  granter_name: string;
  granter_document: string | null;
  holder_name: string;
  holder_document: string | null;
  /** Substitute for an absent representative; null without a substitute. */
  substitute_name: string | null;
  substitute_document: string | null;
  origin: PowerOrigin;
  instructions: string | null;
  entered_at: Millis;
  entered_by: string;
  /** State of the power; `revoked`: ended for all units. */
  state: 'pending' | 'accepted' | 'rejected' | 'revoked';
  /** Time of the acceptance or rejection, by `decided_by`; null while pending. */
  decided_at: Millis | null;
  decided_by: string | null;
  /** Reason of the rejection, or of the revocation of a pending power. */
  reason: string | null;
  /** Time of the first registration with the power; null while unused. */
  used_at: Millis | null;
}

interface PowerUnitTable {
  power_id: number;
  assembly_id: number;
  apartment_id: string;
  /**
   * 1 from the acceptance until the power ends for the unit. A unique key allows at most one power in force per
   * unit.
   */
  standing: Generated<Flag>;
  ended_at: Millis | null;
  ended_by: string | null;
  ended_how: PowerEnd | null;
  ended_reason: string | null;
}

/** Uploaded page of a power. Rows are only added. */
interface PowerPageTable {
  page_id: Generated<number>;
  power_id: number;
  media_type: string;
  file_name: string;
  size: number;
  /** SHA-256 hash of the page, hexadecimal. */
  sha256: string;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    power: PowerTable;
    power_unit: PowerUnitTable;
    power_page: PowerPageTable;
  }
}
