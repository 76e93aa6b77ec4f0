import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { unitCosts, unitCostWords } from '../../../shared/assemblies/law/cost.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import type { OwnUnitVotes } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { fromPesos, NO_MONEY } from '../../../shared/money.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import { listStoredUnits, usesBilling } from '../../properties/index.ts';
import { answerWords } from './own-answer.ts';

/**
 * Reads the votes of some units in an ended assembly: a row for each unit and closed question, in the order of the
 * parts. Without a vote: answer and receipt null.
 * @param parts results of the joint, then of its sectors, with the id of each
 */
export async function readOwnVotes(
  db: Db,
  { assemblyId, apartmentIds }: { assemblyId: number; apartmentIds: readonly string[] },
  parts: readonly { jointId: number; jointName: string; snapshot: Snapshot }[],
): Promise<OwnUnitVotes[]> {
  if (apartmentIds.length === 0) return [];
  const wanted = jsonTable<{ id: string }>(
    db,
    apartmentIds.map((id) => ({ id })),
    { id: 'text' },
  );
  const units = await db
    .selectFrom('roll_unit as u')
    .innerJoin(wanted.as('r'), 'r.id', 'u.apartment_id')
    .select(['u.joint_id', 'u.apartment_id', 'u.coefficient'])
    .where('u.assembly_id', '=', assemblyId)
    .execute();
  const votes = await db
    .selectFrom('vote as v')
    .innerJoin(wanted.as('r'), 'r.id', 'v.apartment_id')
    .select(['v.joint_id', 'v.concept_id', 'v.apartment_id', 'v.answer_id', 'v.choices'])
    .select(['v.coefficient', 'v.receipt'])
    .where('v.assembly_id', '=', assemblyId)
    .execute();
  const rootId = parts[0]?.jointId ?? 0;
  const costs = await Promise.all(parts.map((part) => readCosts(db, rootId, part)));
  return apartmentIds.map((apartmentId) => ({
    apartmentId,
    votes: parts.flatMap(({ jointId, jointName, snapshot }, i) => {
      const unit = units.find((one) => one.joint_id === jointId && one.apartment_id === apartmentId);
      const closed = snapshot.concepts.filter(
        ({ conceptId, outcome }) => conceptId !== ATTENDANCE && outcome !== null && outcome.status !== 'open',
      );
      if (unit === undefined) return [];
      return closed.map(({ conceptId, conceptDescription, answers }) => {
        const vote = votes.find(
          (one) =>
            one.joint_id === jointId && one.concept_id === conceptId && one.apartment_id === apartmentId,
        );
        return {
          title: i === 0 ? conceptDescription : `${jointName}, ${conceptDescription}`,
          answer: vote === undefined ? null : answerWords(answers, vote),
          coefficient: toNumber(vote?.coefficient ?? unit.coefficient),
          receipt: vote?.receipt ?? null,
          cost: costs[i]?.get(conceptId)?.get(apartmentId) ?? null,
          jointId,
        };
      });
    }),
  }));
}

/**
 * Reads the sentences about the cost of the approved decisions of a joint or sector, by question and unit. Empty without
 * billing. The coefficients are of the joint's table now, as in the next bill: the joint bills for its sectors, with the
 * units of a sector as a module.
 */
async function readCosts(
  db: Db,
  rootId: number,
  { jointId, snapshot }: { jointId: number; snapshot: Snapshot },
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const priced = snapshot.concepts.filter(({ cost, outcome }) => cost && outcome?.status === 'approved');
  if (priced.length === 0 || !(await usesBilling(db, rootId))) return new Map();
  const module = new Set((await listStoredUnits(db, jointId)).map(({ apartmentId }) => apartmentId));
  const units = (await listStoredUnits(db, rootId)).filter(
    ({ apartmentId, retired }) => !retired && module.has(apartmentId),
  );
  const weights = units.map(({ coefficient }) => coefficient);
  if (weights.every((weight) => weight === 0)) return new Map();
  return new Map(
    priced.map(({ conceptId, cost }) => {
      const { amount = 0, months = 1, isBudget = false } = cost ?? {};
      const whole = { amount: fromPesos(amount) ?? NO_MONEY, months, isBudget };
      const ofUnits = unitCosts(whole, weights);
      const words = units.map(({ apartmentId }, at): [string, string] => [
        apartmentId,
        unitCostWords({ ...(ofUnits[at] ?? { first: NO_MONEY, whole: NO_MONEY }), months }),
      ]);
      return [conceptId, new Map(words)];
    }),
  );
}
