import type { TrailEntry } from './acts.ts';

interface PowerPerson {
  name: string;
  document: string | null;
}

/** Facts of the entries about powers. Each entry has some of the fields. */
interface PowerFacts {
  assemblyId: number;
  powerId: number;
  units: readonly string[];
  granter: PowerPerson;
  holder: PowerPerson;
  substitute?: PowerPerson;
  origin: string;
  instructions: string | null;
  how: string;
  reason: string | null;
}

/**
 * Power of attorney as computed again from the entries of the audit trail, to compare with the stored power. Times
 * are epoch ms.
 */
export interface ReplayedPower extends PowerFacts {
  enteredAt: number;
  /** Actor of the entry: 'user:12'. */
  enteredBy: string;
  /** State after the last entry. */
  state: 'pending' | 'accepted' | 'rejected' | 'revoked';
  decidedAt: number | null;
  /** Actor of the decision: 'user:12'. Null before the decision. */
  decidedBy: string | null;
  /** Reason of the rejection or of the end. Null without a reason. */
  why: string | null;
  /**
   * End of the power for each ended unit: time, actor ('user:12'), kind of end, and reason. Key: id of the unit.
   */
  ends: Map<string, { at: number; by: string; how: string; reason: string | null }>;
}

/**
 * Applies an entry about a power of attorney (entered, accepted, rejected, ended for some units) while the audit
 * trail is replayed; changes `powers` in place.
 * @param powers powers so far, by number of the power
 */
export function replayPower(
  powers: Map<number, ReplayedPower>,
  { name, facts, at, actor }: TrailEntry,
): void {
  const powerFacts = facts as unknown as PowerFacts;
  const { powerId, units, how, reason } = powerFacts;
  if (name === 'powerEntered') {
    const undecided = { state: 'pending', decidedAt: null, decidedBy: null, why: null } as const;
    powers.set(powerId, { ...powerFacts, ...undecided, enteredAt: at, enteredBy: actor, ends: new Map() });
    return;
  }
  const power = powers.get(powerId);
  if (power === undefined) return;
  if (name === 'powerAccepted') Object.assign(power, { state: 'accepted', decidedAt: at, decidedBy: actor });
  if (name === 'powerRejected')
    Object.assign(power, { state: 'rejected', decidedAt: at, decidedBy: actor, why: reason });
  if (name !== 'powerEnded') return;
  for (const unit of units) {
    if (power.units.includes(unit) && !power.ends.has(unit))
      power.ends.set(unit, { at, by: actor, how, reason });
  }
  if (power.ends.size === power.units.length) Object.assign(power, { state: 'revoked', why: reason });
}
