import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import {
  type ComparedSum,
  comparedSums,
  presentAt,
} from '../../../../shared/assemblies/paper-evening/sums.ts';
import type { PaperEvening, PaperSum } from '../../../../shared/assemblies/paper-evening/typing.api.ts';
import { fromNumber, parseCoefficient, toNumber } from '../../../../shared/coefficient.ts';
import { defined } from '../../../../shared/defined.ts';
import { blankPaper, type PaperDraft, type TypedSum } from './draft.store.ts';
import { firstHour, type LineFault, readArrivals, readInstant, readVotes, unitFinder } from './lines.ts';

/** Unit of the roll with coefficient (number as in the API) and holder. */
export interface RollUnit {
  apartmentId: string;
  coefficient: number;
  userId: string | null;
}

/** Typed evening, read: the request, the compared sums, and the faults by question (1: list of attendance). */
export interface ReadEvening {
  evening: PaperEvening;
  sums: ComparedSum[];
  faults: ReadonlyMap<number, readonly LineFault[]>;
  /** True if a question with votes, or the list, has no sum of the paper. */
  lacksSums: boolean;
}

/** Reads a sum of the sheet. Null for empty fields; `fault` for other texts. */
function readSum({ apartments, coefficient }: TypedSum): PaperSum | 'fault' | null {
  if (apartments.trim() === '' && coefficient.trim() === '') return null;
  const weight = parseCoefficient(coefficient);
  if (!/^\s*\d{1,6}\s*$/.test(apartments) || weight === null) return 'fault';
  return { apartments: Number(apartments), coefficient: toNumber(weight) };
}

const SUM_FAULT = 'escriba el número de inmuebles y la suma de coeficientes como están en la hoja de sumas.';

/**
 * Reads the typed evening with the roll. Pure.
 * @param call day of the evening (YYYY-MM-DD) and called hour ('HH:mm'); without an hour, the first entry counts
 */
export function readDraft(
  draft: PaperDraft,
  call: { day: string; hour: string | null },
  { roll, concepts }: { roll: readonly RollUnit[]; concepts: readonly LiveConcept[] },
): ReadEvening {
  const find = unitFinder(
    roll.map(({ apartmentId, coefficient }) => ({ apartmentId, hasVote: coefficient > 0 })),
  );
  const faults = new Map<number, LineFault[]>();
  const faultIn = (conceptId: number, ...list: LineFault[]) =>
    faults.set(conceptId, [...(faults.get(conceptId) ?? []), ...list]);
  const start = { day: call.day, hour: call.hour ?? firstHour(draft.arrivals) ?? '18:00' };
  const { arrivals, faults: ofList } = readArrivals(draft.arrivals, start, find);
  faultIn(ATTENDANCE, ...ofList);
  const presenceSum = readSum(draft.presence);
  if (presenceSum === 'fault') faultIn(ATTENDANCE, { line: 0, text: SUM_FAULT });
  const sheetFault = (conceptId: number) => (text: string) => faultIn(conceptId, { line: 0, text });
  const presenceAt =
    presenceSum === null ? null : readInstant(draft.presence.hour, start, sheetFault(ATTENDANCE));

  const onList = new Set(arrivals.flatMap(({ apartmentIds }) => apartmentIds));
  const before = roll.flatMap(({ apartmentId, userId }) =>
    userId !== null && !onList.has(apartmentId) ? [apartmentId] : [],
  );
  const questions = concepts.flatMap(({ conceptId, answers }) => {
    const paper = draft.questions[conceptId] ?? blankPaper;
    if (paper.votes.trim() === '') return [];
    const at = readInstant(paper.hour, start, sheetFault(conceptId));
    const present = at === null ? null : new Set([...before, ...presentAt(arrivals, Date.parse(at))]);
    const { votes, faults: ofVotes } = readVotes(paper.votes, answers, find, present);
    faultIn(conceptId, ...ofVotes);
    const tally = answers.flatMap(({ answerId }) => {
      const sum = readSum(paper.sums[answerId] ?? { apartments: '', coefficient: '' });
      if (sum === 'fault') faultIn(conceptId, { line: 0, text: SUM_FAULT });
      return sum === null || sum === 'fault' ? [] : [{ voteId: answerId, ...sum }];
    });
    return [{ conceptId, at: at ?? '', votes, tally, answers: answers.length }];
  });
  const presence =
    presenceSum === null || presenceSum === 'fault' || presenceAt === null
      ? undefined
      : { ...presenceSum, at: presenceAt };
  const evening: PaperEvening = {
    arrivals,
    questions: questions.map(({ answers: _, ...question }) => question),
    ...defined({ presence, reason: draft.reason.trim() || undefined }),
  };
  const weights = new Map(roll.map((unit) => [unit.apartmentId, fromNumber(unit.coefficient)]));
  return {
    evening,
    sums: comparedSums(evening, () => weights),
    faults,
    lacksSums:
      (arrivals.length > 0 && presence === undefined) ||
      questions.some(({ tally, answers }) => tally.length < answers),
  };
}
