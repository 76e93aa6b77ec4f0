import type { ChallengeDays } from '../../../shared/assemblies/law/challenge-days.ts';
import { addMonths, type Day, dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { businessDayFrom } from '../../platform/lib/business-days.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import { listPublications } from '../store/papers/acta-publications.repository.ts';
import { readFirstDecision } from './entries.repository.ts';

/** Months to challenge a decision (Ley 1564 de 2012, art. 382; Ley 675 de 2001, art. 49), and a fine (art. 62). */
const MONTHS = { decision: 2, fine: 1 };

/**
 * Computes the last days to challenge the decisions of an assembly. The first decision counts for the whole assembly, so the
 * day is in time for every decision.
 * @param decidedOn day of the first decision
 * @param publishedOn day of the first publication of the acta
 */
export const challengeDaysOf = (decidedOn: Day, publishedOn: Day | null): ChallengeDays => ({
  dueOn: businessDayFrom(addMonths(decidedOn, MONTHS.decision)),
  publishedDueOn: publishedOn && businessDayFrom(addMonths(publishedOn, MONTHS.decision)),
  fineDueOn: businessDayFrom(addMonths(decidedOn, MONTHS.fine)),
});

/** Reads the last days to challenge the decisions of an assembly; null for an assembly without an end. */
export async function readChallengeDays(
  db: Db,
  { assemblyId, openedAt, closedAt, archivedAt }: StoredAssembly,
): Promise<ChallengeDays | null> {
  const endedAt = closedAt ?? archivedAt;
  if (endedAt === null) return null;
  const decidedAt = (await readFirstDecision(db, assemblyId)) ?? openedAt ?? endedAt;
  const [first] = (await listPublications(db, [assemblyId])).get(assemblyId) ?? [];
  return challengeDaysOf(dayInBogota(decidedAt), first ? dayInBogota(first.publishedAt) : null);
}

/**
 * Returns the day in a calendar year of the meeting that takes place without a call: the first business day of the fourth
 * month after the budget year (Ley 675, art. 40).
 * @param yearEnd last month of the budget year, 1 to 12
 */
export function byRightDayIn(year: number, yearEnd: number): Day {
  const month = ((yearEnd + 3) % 12) + 1;
  return businessDayFrom(`${year}-${String(month).padStart(2, '0')}-01`);
}
