import type { Replayed } from '../../shared/evidence/replayed.ts';
import type { Db } from '../platform/db/engine.ts';
import { assembliesInTrail, compare, instantText } from './compare.repository.ts';

/**
 * Compares the stored powers of attorney of a joint, unit by unit, with the audit trail.
 * @param replayed records computed from the entries of the trail
 * @returns a Spanish sentence for each difference
 */
export async function powersThatDiffer(db: Db, rootJointId: number, { powers }: Replayed): Promise<string[]> {
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
        ['suplente', row.substitute_name, power.substitute?.name ?? null],
        ['documento del suplente', row.substitute_document, power.substitute?.document ?? null],
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
