import type { Act } from '../store/act.ts';
import { readOpenQuestions } from '../store/concepts.repository.ts';
import {
  correctRollUnit,
  markApplied,
  type RollFacts,
  type RollUnitFacts,
  readCorrections,
  readRollFacts,
  type StoredCorrection,
} from '../store/roll.repository.ts';

/**
 * What a correction changes of a unit in one joint of the family: whose the unit is wherever it is on the roll,
 * what it is and weighs only in the joint that was named.
 */
function partFor(jointId: number, correction: StoredCorrection): Partial<RollFacts> {
  return correction.jointId === jointId ? correction.after : ownerPart(correction.after);
}

/** The part of some facts that is the same in every joint of the family. */
export function ownerPart({ owner, ownerDocument }: Partial<RollFacts>): Partial<RollFacts> {
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(ownerDocument === undefined ? {} : { ownerDocument }),
  };
}

/** A unit as it will stand once what waits is applied, in the order it was asked. */
export function afterWaiting(unit: RollUnitFacts, waiting: readonly StoredCorrection[]): RollUnitFacts {
  const facts = { ...unit };
  for (const correction of waiting) {
    if (correction.apartmentId === unit.apartmentId) Object.assign(facts, partFor(unit.jointId, correction));
  }
  return facts;
}

const isSame = (unit: RollFacts, facts: RollFacts): boolean =>
  unit.owner === facts.owner &&
  unit.ownerDocument === facts.ownerDocument &&
  unit.kind === facts.kind &&
  unit.coefficient === facts.coefficient;

/**
 * Puts the corrections that wait on the roll, unless a question of the family is open: what is being voted on
 * keeps the roll it was opened with. Called wherever a question stops being open, before the next one opens.
 */
export async function applyCorrections(act: Act): Promise<void> {
  const { trx, family, at } = act;
  const { assemblyId } = act.assembly;
  const waiting = await readCorrections(trx, { assemblyId, waiting: true });
  if (waiting.length === 0 || (await readOpenQuestions(trx, assemblyId, family)).length > 0) return;
  const corrected: (RollUnitFacts & { personWith: string | null })[] = [];
  for (const apartmentId of new Set(waiting.map((correction) => correction.apartmentId))) {
    for (const unit of await readRollFacts(trx, { assemblyId, jointIds: family, apartmentId })) {
      const facts = afterWaiting(unit, waiting);
      // What another joint of the family corrected of its own part is nothing new here.
      if (isSame(unit, facts)) continue;
      const personWith = await correctRollUnit(trx, assemblyId, facts, at);
      act.changed.attendance.add(unit.jointId);
      corrected.push({ ...facts, personWith });
    }
  }
  await markApplied(trx, assemblyId, at);
  await act.audit('rollCorrected', {
    corrections: waiting.map((correction) => correction.correctionId),
    roll: corrected,
  });
}
