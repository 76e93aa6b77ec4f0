import { defined } from '../../../shared/defined.ts';
import { comparePersons, type NamedPerson, type Sameness } from '../../../shared/properties/person.ts';
import type { UseCase } from '../store/act.ts';
import { readOpenQuestions } from '../store/questions/concepts.repository.ts';
import {
  correctRollUnit,
  markApplied,
  type RollFacts,
  type RollUnitFacts,
  readCorrections,
  readRecentOwners,
  readRollFacts,
  type StoredCorrection,
} from '../store/roll/roll.repository.ts';

/**
 * Facts of a unit changed by a correction, for one joint: the owner changes in every joint with the unit; kind and
 * coefficient only in the joint of the correction.
 */
function partFor(jointId: number, correction: StoredCorrection): Partial<RollFacts> {
  return correction.jointId === jointId ? correction.after : ownerPart(correction.after);
}

/**
 * Picks owner and identity document from the corrected facts of a unit. A correction of the owner applies in the
 * joint and in all sectors; a correction of kind or coefficient only in a single joint.
 */
export function ownerPart({ owner, ownerDocument }: Partial<RollFacts>): Partial<RollFacts> {
  return {
    ...defined({ owner, ownerDocument }),
  };
}

/**
 * Returns the facts of a unit as they will be after all pending corrections of the roll, in the order of request.
 * Pending: requested while a question is open.
 * @param waiting pending corrections of the unit
 */
export function afterWaiting(unit: RollUnitFacts, waiting: readonly StoredCorrection[]): RollUnitFacts {
  const facts = { ...unit };
  for (const correction of waiting) {
    if (correction.apartmentId === unit.apartmentId) Object.assign(facts, partFor(unit.jointId, correction));
  }
  return facts;
}

const hasEqualFacts = (unit: RollFacts, facts: RollFacts): boolean =>
  unit.owner === facts.owner &&
  unit.ownerDocument === facts.ownerDocument &&
  unit.kind === facts.kind &&
  unit.coefficient === facts.coefficient;

/**
 * Compares the owner after a correction with the owners before (PRODUCT §1). Two doubtful steps may lead to another
 * person, so each owner since the last sale is compared.
 * @param before owners since the last sale, newest first
 */
function compareOwners(before: readonly NamedPerson[], after: NamedPerson): Sameness {
  const found = before.map((one) =>
    one.name === after.name && one.document === after.document ? 'same' : comparePersons(one, after),
  );
  return found.includes('different') ? 'different' : (found[0] ?? 'same');
}

/**
 * Applies the pending corrections to the assembly's roll (list of units with owners), unless a question of
 * the joint or a sector is open: an open question keeps the roll of the opening. Runs after every closing of
 * a question, before the next opening.
 */
export async function applyCorrections(act: UseCase): Promise<void> {
  const { trx, family, at } = act;
  const { assemblyId } = act.assembly;
  const waiting = await readCorrections(trx, { assemblyId, waiting: true });
  if (waiting.length === 0 || (await readOpenQuestions(trx, assemblyId, family)).length > 0) return;
  const corrected: (RollUnitFacts & { personWith: string | null; otherPerson?: true })[] = [];
  for (const apartmentId of new Set(waiting.map((correction) => correction.apartmentId))) {
    for (const unit of await readRollFacts(trx, { assemblyId, jointIds: family, apartmentId })) {
      const facts = afterWaiting(unit, waiting);
      // Skips corrections of another joint's own facts: no change here.
      if (hasEqualFacts(unit, facts)) continue;
      const before = await readRecentOwners(trx, { ...unit, assemblyId });
      const change = compareOwners(before, { name: facts.owner, document: facts.ownerDocument });
      const personWith = await correctRollUnit(trx, assemblyId, { ...facts, change }, at);
      act.changed.attendance.add(unit.jointId);
      corrected.push({
        ...facts,
        personWith,
        ...defined({ otherPerson: change === 'different' ? (true as const) : undefined }),
      });
    }
  }
  await markApplied(trx, assemblyId, at);
  await act.audit('rollCorrected', {
    corrections: waiting.map((correction) => correction.correctionId),
    roll: corrected,
  });
}
