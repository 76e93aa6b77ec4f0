import type { AnswerOf } from '../../../shared/api.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { openingCodes } from '../../../shared/assemblies/law/asked-codes.ts';
import {
  type ComparedSum,
  comparedSums,
  type Weights,
} from '../../../shared/assemblies/paper-evening/sums.ts';
import type {
  PaperArrival,
  PaperEvening,
  PaperQuestion,
  RefusedLine,
  typePaperEvening,
} from '../../../shared/assemblies/paper-evening/typing.api.ts';
import { defined } from '../../../shared/defined.ts';
import { type ErrorCode, errors } from '../../../shared/errors.ts';
import type { PaperTyped } from '../../../shared/evidence/paper-typed.ts';
import { time } from '../../../shared/format.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { freeUnits } from '../attendance/leaving.ts';
import { registerUnits } from '../attendance/register-units.ts';
import { newCodes } from '../credentials/badges.service.ts';
import { activate } from '../questions/concepts.service.ts';
import { closeQuestion } from '../questions/open-question.ts';
import { conceptOf } from '../questions/steps.ts';
import { type AssembliesContext, nextInstant, runUseCase, type UseCase } from '../store/act.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { insertCodes, revokeCodes } from '../store/attendance/codes.repository.ts';
import { readConcepts } from '../store/questions/concepts.repository.ts';
import { keepTally } from '../store/tally/kept-tally.repository.ts';
import { insertAllOrNone, whyRefused } from '../voting/ballot-box.repository.ts';
import { answerNumbers, voteInTrail, voteToStore } from '../voting/cast-votes.ts';

type TypedEvening = AnswerOf<typeof typePaperEvening>;

/** Service that types in an evening on paper, by the same acts as the registration desk (docs/why/paper-evening.md). */
export function paperEveningService(context: AssembliesContext) {
  return {
    type: (
      jointId: number,
      evening: PaperEvening,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<TypedEvening> =>
      runUseCase(
        context,
        { jointId, by: principal, moves: true, ...defined({ wentOn: evening.wentOn }) },
        (act) =>
          oncePerKey(act.trx, key, act.at, async () => {
            if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
            act.marks = { typedFromPaper: true };
            return typeEvening(act, evening, principal);
          }),
      ),
  };
}

/** People on the list still to register or to free, ordered by the hours of the paper. */
interface PeopleToCome {
  arrivals: PaperArrival[];
  departures: (PaperArrival & { leftAt: string })[];
}

async function typeEvening(act: UseCase, evening: PaperEvening, principal: Principal): Promise<TypedEvening> {
  refuseHoursAhead(evening, act.at);
  refuseLines(crossedHours(evening.arrivals));
  refuseLines(unitsTwice(evening));
  await refuseWhileOpen(act, evening.questions);
  const arrivals = evening.arrivals.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const waiting: PeopleToCome = {
    arrivals,
    departures: arrivals
      .flatMap(({ leftAt, ...row }) => (leftAt === undefined ? [] : [{ ...row, leftAt }]))
      .toSorted((a, b) => Date.parse(a.leftAt) - Date.parse(b.leftAt)),
  };
  const already = await registeredAlready(act, arrivals);
  const roll = await weightsNow(act);
  const weightsOfVotes = new Map<number, Weights>();
  let registered = 0;
  for (const question of evening.questions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    registered += await moveTo(act, waiting, { until: Date.parse(question.at), already, principal });
    weightsOfVotes.set(question.conceptId, await typeQuestion(act, question));
  }
  registered += await moveTo(act, waiting, { until: Number.POSITIVE_INFINITY, already, principal });
  const sums = comparedSums(evening, (conceptId) => weightsOfVotes.get(conceptId) ?? roll);
  const differences = sums.filter(({ isDifferent }) => isDifferent);
  if (differences.length > 0 && !evening.reason?.trim()) throw new Problem('paperDiffers', { differences });
  await nextInstant(act);
  await act.audit('paperTyped', typedFacts(act, evening, sums));
  const questions = [...weightsOfVotes].map(([conceptId, { size }]) => ({ conceptId, votes: size }));
  return { registered, already: [...already], questions, differences: differences.length };
}

/** An hour that has not come cannot be on a paper. @param now epoch ms. @throws Problem paperHourAhead */
function refuseHoursAhead({ arrivals, questions, presence }: PaperEvening, now: number): void {
  const hours = [
    ...arrivals.flatMap(({ at, leftAt = at }) => [at, leftAt]),
    ...questions.map(({ at }) => at),
    ...(presence === undefined ? [] : [presence.at]),
  ];
  const ahead = hours.filter((hour) => Date.parse(hour) > now);
  if (ahead.length > 0) throw new Problem('paperHourAhead', { hours: ahead });
}

/** Coefficients of the joint's roll before the first typed question. */
async function weightsNow({ trx, assembly, place }: UseCase): Promise<Weights> {
  const roll = await readRoll(trx, { assemblyId: assembly.assemblyId, jointIds: [place.jointId] });
  return new Map(roll.map(({ apartmentId, coefficient }) => [apartmentId, coefficient]));
}

const lineOf = (conceptId: number, apartmentId: string, code: ErrorCode): RefusedLine => ({
  conceptId,
  apartmentId,
  code,
  message: errors[code][1],
});

/** @throws Problem paperRefused if any line is refused */
function refuseLines(lines: readonly RefusedLine[]): void {
  if (lines.length > 0) throw new Problem('paperRefused', { lines });
}

const crossedHours = (arrivals: readonly PaperArrival[]): RefusedLine[] =>
  arrivals.flatMap(({ apartmentIds, at, leftAt }) =>
    leftAt !== undefined && Date.parse(leftAt) < Date.parse(at)
      ? apartmentIds.map((unit) => lineOf(ATTENDANCE, unit, 'paperHoursCrossed'))
      : [],
  );

/** Units on several lines of the list of attendance, or with several votes on a question. */
function unitsTwice({ arrivals, questions }: PaperEvening): RefusedLine[] {
  const lists: [number, string[]][] = [
    [ATTENDANCE, arrivals.flatMap(({ apartmentIds }) => apartmentIds)],
    ...questions.map(({ conceptId, votes }): [number, string[]] => [
      conceptId,
      votes.map(({ apartmentId }) => apartmentId),
    ]),
  ];
  return lists.flatMap(([conceptId, units]) => {
    const seen = new Set<string>();
    const twice = units.filter((unit) => seen.has(unit) || !seen.add(unit));
    return [...new Set(twice)].map((unit) => lineOf(conceptId, unit, 'unitTwice'));
  });
}

/** An open question may only be the first typed question: opening another question would close the open one. */
async function refuseWhileOpen(act: UseCase, questions: readonly PaperQuestion[]): Promise<void> {
  const where = { assemblyId: act.assembly.assemblyId, jointId: act.place.jointId };
  const [open] = await readConcepts(act.trx, { ...where, openQuestion: true });
  const first = questions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
  if (open !== undefined && open.conceptId !== first?.conceptId) throw new Problem('paperWhileOpen');
}

/** Units of the list that were registered before the typing, for example before the power failed. */
async function registeredAlready(
  { trx, assembly, family }: UseCase,
  arrivals: readonly PaperArrival[],
): Promise<ReadonlySet<string>> {
  const roll = await readRoll(trx, { assemblyId: assembly.assemblyId, jointIds: family });
  const registered = new Set(
    roll.flatMap(({ apartmentId, registration }) => (registration === null ? [] : [apartmentId])),
  );
  return new Set(arrivals.flatMap(({ apartmentIds }) => apartmentIds).filter((unit) => registered.has(unit)));
}

/**
 * Registers the people with an entry until an hour of the paper, then frees the units of people with a departure until
 * this hour. Returns the number of registered units.
 * @param step.until hour on the paper, epoch ms
 * @param step.already units registered before the typing
 */
async function moveTo(
  act: UseCase,
  waiting: PeopleToCome,
  step: { until: number; already: ReadonlySet<string>; principal: Principal },
): Promise<number> {
  const entering = waiting.arrivals.filter(({ at }) => Date.parse(at) <= step.until);
  const leaving = waiting.departures.filter(({ leftAt }) => Date.parse(leftAt) <= step.until);
  waiting.arrivals = waiting.arrivals.filter(({ at }) => Date.parse(at) > step.until);
  waiting.departures = waiting.departures.filter(({ leftAt }) => Date.parse(leftAt) > step.until);
  await nextInstant(act);
  const registered = await registerPeople(act, entering, step);
  for (const { apartmentIds, leftAt } of leaving) {
    await nextInstant(act);
    await freeUnits(act, apartmentIds, 'freed', `Salió a las ${time(leftAt)}, según la lista en papel`);
  }
  return registered;
}

/**
 * Registers people of the list at the desk, each with a code of an own card. The cards are never printed, and are
 * revoked at once: registrations stay, and no code opens a session.
 */
async function registerPeople(
  act: UseCase,
  people: readonly PaperArrival[],
  { already, principal }: { already: ReadonlySet<string>; principal: Principal },
): Promise<number> {
  const { rootId } = act.place;
  const codes = newCodes(people.length);
  const issued = { rootId, at: act.at, actor: act.actor };
  await insertCodes(
    act.trx,
    codes.map((code) => ({ code, apartmentId: null })),
    issued,
  );
  let registered = 0;
  for (const [i, { apartmentIds, at, attendee, byProxy }] of people.entries()) {
    const fresh = apartmentIds.filter((unit) => !already.has(unit));
    if (fresh.length === 0) continue;
    const holder = { userId: codes[i] ?? '', isCode: true, badgeOf: null };
    const wanted = { apartmentIds: fresh, scannedAt: at, ...defined({ attendee, byProxy }) };
    await withLine(ATTENDANCE, fresh, () => registerUnits(act, { holder, allowed: null }, wanted, principal));
    registered += fresh.length;
  }
  await revokeCodes(act.trx, codes, issued);
  return registered;
}

/** Errors about the whole assembly, not about a line of the paper. */
const OF_ASSEMBLY: ReadonlySet<ErrorCode> = new Set([...openingCodes, 'assemblyClosed']);

/** Names the line of the paper in a refusal of an act. @throws Problem paperRefused */
async function withLine<T>(conceptId: number, units: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || OF_ASSEMBLY.has(error.code)) throw error;
    throw new Problem('paperRefused', { lines: units.map((unit) => lineOf(conceptId, unit, error.code)) });
  }
}

/**
 * Opens a question, stores the votes of the paper and closes the question. Returns the coefficients of the stored
 * votes: a correction of the roll that waited for the closing of an earlier question counts.
 */
async function typeQuestion(act: UseCase, { conceptId, votes }: PaperQuestion): Promise<Weights> {
  const { trx, assembly, place } = act;
  const { jointId } = place;
  const concept = await conceptOf(act, conceptId);
  if (conceptId === ATTENDANCE) throw new Problem('conceptNotFound');
  if (concept.active === 0 && concept.closedAt !== null) throw new Problem('paperQuestionClosed');
  await nextInstant(act);
  if (concept.active === 0) await activate(act, concept, null);
  await nextInstant(act);
  const rows = votes.map(({ apartmentId, ...chosen }) =>
    voteToStore({
      jointId,
      conceptId,
      apartmentId,
      ...answerNumbers(chosen),
      actor: act.actor,
      device: null,
    }),
  );
  const cast = await insertAllOrNone(trx, assembly.assemblyId, rows, act.at);
  if (cast.length < rows.length) {
    const codes = await whyRefused(trx, assembly.assemblyId, rows);
    const valid = new Set(cast.map(({ receipt }) => receipt));
    refuseLines(
      rows.flatMap((row, i) =>
        valid.has(row.receipt) ? [] : [lineOf(conceptId, row.apartment_id, codes[i] ?? 'apartmentNotFound')],
      ),
    );
  }
  await keepTally(trx, assembly.assemblyId, cast, 'stored');
  await act.audit('votes', { votes: cast.map(voteInTrail) });
  act.changed.votes.add(jointId);
  await nextInstant(act);
  await closeQuestion(act, { jointId, conceptId });
  return new Map(cast.map(({ apartment_id, coefficient }) => [apartment_id, coefficient]));
}

/** Facts of the audit entry about the whole evening: hours and sums of the paper beside the typed sums. */
const typedFacts = (
  { place: { jointId } }: UseCase,
  { arrivals, questions, reason }: PaperEvening,
  sums: readonly ComparedSum[],
): PaperTyped => ({
  jointId,
  units: arrivals.reduce((sum, { apartmentIds }) => sum + apartmentIds.length, 0),
  questions: questions.map(({ conceptId, at, votes }) => ({ conceptId, at, votes: votes.length })),
  sums,
  differences: sums.filter(({ isDifferent }) => isDifferent).length,
  ...defined({ reason: reason?.trim() || undefined }),
});
