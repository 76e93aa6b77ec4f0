import { applyCorrections } from '../roll/roll-correction.ts';
import type { Act } from '../store/act.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { keepClosingGround } from '../store/closing-ground.repository.ts';
import { readConcepts, readOpenQuestions, updateConcept } from '../store/concepts.repository.ts';
import { keepPresence } from '../store/presence.repository.ts';
import { represented, rollTotal, unitsOf } from '../store/tally.repository.ts';
import { takeVotes } from '../store/votes.repository.ts';

/** Takes the votes of some units on whatever is open now; the caller keeps them as annulled. */
export async function annulOpenVotes(act: Act, apartmentIds: readonly string[]): Promise<VoteTable[]> {
  const taken: VoteTable[] = [];
  const { assemblyId } = act.assembly;
  for (const question of await readOpenQuestions(act.trx, assemblyId, act.family)) {
    const votes = await takeVotes(act.trx, { assemblyId, ...question, apartmentIds });
    if (votes.length > 0) act.changed.votes.add(question.jointId);
    taken.push(...votes);
  }
  return taken;
}

/**
 * Keeps what was represented and who was connected from home when a question opened or closed.
 * @returns of how many units
 */
export async function notePresence(
  act: Act,
  { jointId, conceptId }: { jointId: number; conceptId: number },
  moment: 'opened' | 'closed',
): Promise<number> {
  const { assemblyId, call } = act.assembly;
  const { apartments, coefficient, owners } = await represented(act.trx, assemblyId, jointId);
  const total = (await rollTotal(act.trx, assemblyId, jointId)).coefficient;
  const there = { apartments, coefficient, owners, total, call };
  const kept = { assemblyId, jointId, conceptId, moment, at: act.at, represented: there };
  return keepPresence(act.trx, kept, act.connected);
}

/**
 * Closes a joint's open question, recording what its outcome stands on: what was represented, and the whole roll
 * and the assembly's mode as they are now, whatever is corrected later.
 */
export async function closeQuestion(
  act: Act,
  question: { jointId: number; conceptId: number },
): Promise<void> {
  const { assemblyId, call, mode } = act.assembly;
  const { jointId, conceptId } = question;
  const [concept] = await readConcepts(act.trx, { assemblyId, jointId, conceptId });
  const now = await represented(act.trx, assemblyId, jointId);
  const base = {
    apartments: now.apartments,
    coefficient: now.coefficient,
    dwellings: unitsOf(now, concept?.perUnitKinds ?? []),
    owners: now.owners,
  };
  const total = (await rollTotal(act.trx, assemblyId, jointId)).coefficient;
  await updateConcept(
    act.trx,
    { assemblyId, jointId, conceptId },
    {
      active: 0,
      closed_at: act.at,
      countdown_to: null,
      base_apartments: base.apartments,
      base_coefficient: base.coefficient,
      base_dwellings: base.dwellings,
      base_owners: base.owners,
      base_call: call,
      base_total: total,
      base_mode: mode,
      base_blank_apart: 1,
    },
  );
  act.changed.concepts.add(jointId);
  const connected = await notePresence(act, question, 'closed');
  await act.audit('conceptDeactivated', {
    ...question,
    base: { ...base, call, total, mode, isBlankApart: true },
    connected,
  });
  await keepClosingGround(act.trx, { assemblyId, ...question, rootId: act.place.rootId, at: act.at });
  await applyCorrections(act);
}
