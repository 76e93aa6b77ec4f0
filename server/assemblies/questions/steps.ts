import { isBoundByAgenda, type Meeting } from '../../../shared/assemblies/law/warnings.ts';
import { defined } from '../../../shared/defined.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { lastNotice, readChallengeEntries } from '../challenge/entries.repository.ts';
import { readLastSentNotice } from '../mail/deliveries.repository.ts';
import type { UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readConcepts, type StoredConcept } from '../store/questions/concepts.repository.ts';
import { beginInterval } from '../store/questions/intervals.repository.ts';
import type { ReopenedVotes } from '../store/questions/votes.repository.ts';
import { closeQuestion, notePresence } from './open-question.ts';

/**
 * Reads a question of the act's joint by number. First step of each act on a question.
 * @throws Problem conceptNotFound
 */
export async function conceptOf(act: UseCase, conceptId: number): Promise<StoredConcept> {
  const [concept] = await readConcepts(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointId: act.place.jointId,
    conceptId,
  });
  if (concept === undefined) throw new Problem('conceptNotFound');
  return concept;
}

/**
 * Returns the key of a question in the database: the current assembly and the joint of the act, with the number of
 * the question.
 */
export function questionKey({ assembly, place }: UseCase, conceptId: number) {
  return { assemblyId: assembly.assemblyId, jointId: place.jointId, conceptId };
}

/** Reads the assembly of an act for the warnings about a question, with the agenda of the last sent notice if bound by it. */
export async function meetingOf({ trx, assembly }: Pick<UseCase, 'trx' | 'assembly'>): Promise<Meeting> {
  const { assemblyId, rootId } = assembly;
  const { kind, mode, agenda, createdAt: since } = await assemblyToRead(trx, rootId, assemblyId);
  // Notices older than stored versions stand in the trail alone.
  const sent = isBoundByAgenda({ kind, mode })
    ? ((await readLastSentNotice(trx, assemblyId)) ??
      lastNotice(await readChallengeEntries(trx, { rootId, assemblyId, since })))
    : undefined;
  return { kind, mode, agenda, ...defined({ sentAgenda: sent?.agenda }) };
}

/**
 * Stores the opening of a question: starts a new period of votes (`interval`, from 1), and stores the people
 * present.
 * @param reason text typed for a reopening; null for the first opening
 * @param votes for a reopening: units with a vote that no longer counts, or with a doubtful owner
 */
export async function noteOpening(
  act: UseCase,
  conceptId: number,
  reason: string | null,
  votes: ReopenedVotes = { setAside: [], unsureOwners: [] },
) {
  const opening = { at: act.at, by: act.actor, reason, ...votes };
  const interval = await beginInterval(act.trx, questionKey(act, conceptId), opening);
  ensureWithin('tooManyReopenings', interval);
  const presence = await notePresence(act, { jointId: act.place.jointId, conceptId }, 'opened');
  return { interval, presence };
}

/**
 * Closes the open question of a joint, if any, because another question opens: a joint has at most a single open
 * question.
 */
export async function closeOpenQuestion(act: UseCase, jointId: number): Promise<void> {
  const [open] = await readConcepts(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointId,
    openQuestion: true,
  });
  if (open !== undefined) await closeQuestion(act, { jointId, conceptId: open.conceptId });
}
