import type { StoredEntry } from '../platform/audit/trail.repository.ts';
import type { Db } from '../platform/db/engine.ts';
import { assembliesInTrail, compare, instantText } from './compare.repository.ts';

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
  origin: string;
  instructions: string | null;
  how: string;
  reason: string | null;
}

/** Power as expected from the audit trail. Times are epoch ms. */
interface ReplayedPower extends PowerFacts {
  enteredAt: number;
  enteredBy: string;
  state: 'pending' | 'accepted' | 'rejected' | 'revoked';
  decidedAt: number | null;
  decidedBy: string | null;
  why: string | null;
  /** End of the power for a unit, by the id of the unit. */
  ends: Map<string, { at: number; by: string; how: string; reason: string | null }>;
}

/**
 * Compares the stored powers, unit by unit, with the audit trail of a joint.
 * @returns a Spanish sentence for each difference
 */
export async function powersThatDiffer(
  db: Db,
  rootJointId: number,
  entries: readonly StoredEntry[],
): Promise<string[]> {
  const powers = replayPowers(entries);
  const unitPowers = [...powers.values()].flatMap((power) =>
    power.units.map((unit) => [powerName(power.assemblyId, power.powerId, unit), { power, unit }] as const),
  );
  const stored = await db
    .selectFrom('power as p')
    .innerJoin('power_unit as u', 'u.power_id', 'p.power_id')
    .selectAll('p')
    .select(['u.apartment_id', 'u.standing', 'u.ended_at', 'u.ended_by', 'u.ended_how', 'u.ended_reason'])
    .where('p.assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, new Map(unitPowers), {
    nameOf: (row) => powerName(row.assembly_id, row.power_id, row.apartment_id),
    wordsOf: (name) => {
      const [assemblyId, powerId, unit] = JSON.parse(name);
      return `El poder ${powerId} del inmueble ${unit} (asamblea ${assemblyId})`;
    },
    pairsOf: (row, { power, unit }) => {
      const end = power.ends.get(unit);
      return [
        ['poderdante', row.granter_name, power.granter.name],
        ['documento del poderdante', row.granter_document, power.granter.document],
        ['apoderado', row.holder_name, power.holder.name],
        ['documento del apoderado', row.holder_document, power.holder.document],
        ['origen', row.origin, power.origin],
        ['instrucciones', row.instructions, power.instructions],
        ['hora en que se anotó', instantText(row.entered_at), instantText(power.enteredAt)],
        ['quién lo anotó', row.entered_by, power.enteredBy],
        ['estado', row.state, power.state],
        ['hora en que se decidió', instantText(row.decided_at), instantText(power.decidedAt)],
        ['quién decidió', row.decided_by, power.decidedBy],
        ['motivo', row.reason, power.why],
        ['vigente', row.standing === 1, power.state === 'accepted' && end === undefined],
        ['fin', instantText(row.ended_at), instantText(end?.at)],
        ['quién lo terminó', row.ended_by, end?.by ?? null],
        ['cómo terminó', row.ended_how, end?.how ?? null],
        ['motivo del fin', row.ended_reason, end?.reason ?? null],
      ];
    },
  });
}

const powerName = (assemblyId: number, powerId: number, unit: string): string =>
  JSON.stringify([assemblyId, powerId, unit]);

/** Replays the entries about powers: entered, accepted, rejected, ended for some units. */
function replayPowers(entries: readonly StoredEntry[]): Map<number, ReplayedPower> {
  const powers = new Map<number, ReplayedPower>();
  for (const { act, at, actor, data } of entries) {
    if (!POWER_ACTS.has(act)) continue;
    const facts: PowerFacts = JSON.parse(data);
    const power = powers.get(facts.powerId);
    if (act === 'powerEntered') {
      const undecided = { state: 'pending', decidedAt: null, decidedBy: null, why: null } as const;
      powers.set(facts.powerId, {
        ...facts,
        ...undecided,
        enteredAt: at,
        enteredBy: actor,
        ends: new Map(),
      });
    } else if (power !== undefined) decide(power, act, { at, by: actor }, facts);
  }
  return powers;
}

const POWER_ACTS: ReadonlySet<string> = new Set([
  'powerEntered',
  'powerAccepted',
  'powerRejected',
  'powerEnded',
]);

function decide(
  power: ReplayedPower,
  act: string,
  { at, by }: { at: number; by: string },
  { units, how, reason }: PowerFacts,
): void {
  if (act === 'powerAccepted') Object.assign(power, { state: 'accepted', decidedAt: at, decidedBy: by });
  if (act === 'powerRejected')
    Object.assign(power, { state: 'rejected', decidedAt: at, decidedBy: by, why: reason });
  if (act !== 'powerEnded') return;
  for (const unit of units) {
    if (power.units.includes(unit) && !power.ends.has(unit)) power.ends.set(unit, { at, by, how, reason });
  }
  if (power.ends.size === power.units.length) Object.assign(power, { state: 'revoked', why: reason });
}
