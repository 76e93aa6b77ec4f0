import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { isClosed } from '../../../../shared/assemblies/concept-words.ts';
import type { QuestionStanding } from '../live/use-standings.ts';
import { isMissed, MISSED_FOR_NOTICE } from './missed.ts';

/** True for a closed question with current votes, or without votes from the beginning: the votes were not reset. */
const isCounted = ({ question }: QuestionStanding): boolean =>
  isClosed(question) && (question.announced === undefined || question.voted.apartments > 0);

/**
 * Returns the key of the last full pair of missed questions in a row, for a single notice about each pair. Null
 * without a pair. A vote ends the run. Questions reset or deleted do not count.
 * @param held units that the person may vote for
 * @param standings questions of the joint with the votes of the person's units
 * @param registrations registrations of the person's units, ISO 8601: a question closed before does not count
 */
export function missedPair(
  held: readonly Pick<AssemblyApartment, 'apartmentId' | 'coefficient'>[],
  standings: readonly QuestionStanding[],
  registrations: readonly { apartmentId: string; at: string }[],
): string | null {
  const voting = new Set(held.flatMap((unit) => (unit.coefficient > 0 ? [unit.apartmentId] : [])));
  const since = registrations.flatMap((one) => (voting.has(one.apartmentId) ? [one.at] : [])).sort()[0];
  if (since === undefined) return null;
  const closed = standings
    .filter(isCounted)
    .map((standing) => ({ standing, at: standing.question.closing?.at ?? '' }))
    .sort((a, b) => a.at.localeCompare(b.at));
  const run = closed.slice(closed.findLastIndex((one) => one.at < since || !isMissed(one.standing)) + 1);
  const last = run[run.length - (run.length % MISSED_FOR_NOTICE) - 1];
  return last === undefined ? null : `${last.standing.question.conceptId} ${last.at}`;
}
