import type { DeclaredFacts } from '../../../shared/assemblies/challenge/challenge.api.ts';
import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { isConvenedByLaw } from '../../../shared/assemblies/facts/convening.ts';
import {
  asksAsMuch,
  isOfCouncil,
  likelyMatter,
  type Need,
  needOf,
} from '../../../shared/assemblies/law/matters.ts';
import { noticeByOf } from '../../../shared/assemblies/law/ordinary-day.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { formatCoefficient, nano } from '../../../shared/coefficient.ts';
import { budgetYearStart, dayInBogota } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import {
  JointDirectory,
  readByLaws,
  readFiscalAuditor,
  readMajorities,
  usesBilling,
} from '../../properties/index.ts';
import { secondCallFrom } from '../mail/second-call.ts';
import { readPowerBook } from '../powers/acts.ts';
import { judgeRepresentatives } from '../powers/limits.ts';
import { firstOpening, parseUnits, type StoredAssembly } from '../store/assembly.repository.ts';
import { type RepresentedUnits, readRepresentedBefore } from '../store/attendance/stays.repository.ts';
import type { BillingFiguresPort } from '../store/billing-figures-port.ts';
import { readConcepts, type StoredConcept, thresholdToApi } from '../store/questions/concepts.repository.ts';
import { readDebtorsLists } from '../store/roll/debtors.repository.ts';
import { represented, rollTotal } from '../store/tally/tally.repository.ts';
import { candidateNames, needsOwners, readCandidateStandings } from './candidates.ts';
import { byRightDayIn } from './days.ts';
import { type ChallengeEntry, countAbsentOwners, readChallengeEntries } from './entries.repository.ts';
import { type ChallengedQuestion, type ChallengeFacts, councilStrangers } from './facts.ts';
import { readSentNotice } from './sent-notice.ts';

/**
 * Returns the declared facts, the last value of each. An answer about delegations is valid for the names at the
 * declaration: with another stranger the answer is unknown again.
 */
function declaredIn(acts: readonly ChallengeEntry[], strangers: readonly string[]): DeclaredFacts {
  const acted = acts.flatMap(({ act, data }) =>
    act === 'groundFactsDeclared' ? [data as { declared: DeclaredFacts; strangers?: string[] }] : [],
  );
  const facts: DeclaredFacts = Object.assign({}, ...acted.map(({ declared }) => declared));
  const about = acted.findLast(({ declared }) => declared.delegatesProved !== undefined)?.strangers ?? [];
  const { delegatesProved: _, ...others } = facts;
  return strangers.every((name) => about.includes(name)) ? facts : others;
}

/** Returns the instant of the first question or point of the agenda from an instant on, epoch ms; null before. */
async function begunIn(
  db: Db,
  assemblyId: number,
  { acts, since = 0 }: { acts: readonly ChallengeEntry[]; since?: Millis },
): Promise<Millis | null> {
  const question = await firstOpening(db, assemblyId, since);
  const point = acts.find(
    ({ act, at, data }) => act === 'pointOpened' && data.point !== null && at >= since,
  )?.at;
  const begun = [question, point ?? null].filter((at) => at !== null);
  return begun.length === 0 ? null : Math.min(...begun);
}

/** Reads the legal instant and the beginning of the second call; null in the first call. */
async function secondCallOf(
  db: Db,
  { assemblyId, call, scheduledAt, openedAt, firstCallAt }: StoredAssembly,
  { acts, byLaws }: { acts: readonly ChallengeEntry[]; byLaws: ByLaws },
): Promise<ChallengeFacts['secondCall']> {
  const from = secondCallFrom({ scheduledAt: firstCallAt ?? scheduledAt, openedAt }, byLaws);
  if (call === 1 || from === null) return null;
  const since = acts.find(({ act }) => act === 'secondCall')?.at;
  return { from, begunAt: await begunIn(db, assemblyId, { acts, since }) };
}

/** Reads all facts of an assembly that the grounds of a challenge need, at one instant. */
export async function readChallengeFacts(
  db: Db,
  assembly: StoredAssembly,
  of: { family: readonly number[]; at: Millis; billingFigures: BillingFiguresPort | undefined },
): Promise<ChallengeFacts> {
  const { assemblyId, rootId, kind, mode, agenda, scheduledAt, openedAt, firstCallAt } = assembly;
  const acts = await readChallengeEntries(db, { rootId, assemblyId, since: assembly.createdAt });
  const byLaws = await readByLaws(db, rootId);
  const { budgetYearEnd } = byLaws;
  const endedAt = assembly.closedAt ?? assembly.archivedAt;
  const total = await rollTotal(db, assemblyId, rootId);
  const now = await represented(db, assemblyId, rootId);
  const convening = parseUnits(assembly.conveningUnits);
  const questions = await readChallengedQuestions(db, assembly, of.family);
  const until = endedAt ?? of.at;
  const isBilling = of.billingFigures !== undefined && (await usesBilling(db, rootId));
  return {
    kind,
    mode,
    agenda,
    convener: assembly.convener,
    conveningOwners:
      assembly.convener !== 'owners' || convening.length === 0
        ? null
        : {
            coefficient: formatCoefficient(nano(convening.reduce((sum, unit) => sum + unit.coefficient, 0))),
            isEnough: isConvenedByLaw(convening, total.coefficient),
          },
    scheduledAt,
    openedAt,
    begunAt: await begunIn(db, assemblyId, { acts }),
    secondCall: await secondCallOf(db, assembly, { acts, byLaws }),
    noticeBy: noticeByOf({ kind, scheduledAt: firstCallAt ?? scheduledAt }),
    byRightOn:
      kind === 'byRight' && scheduledAt !== null && firstCallAt === null
        ? byRightDayIn(Number(dayInBogota(scheduledAt).slice(0, 4)), budgetYearEnd)
        : null,
    notice: await readSentNotice(db, assembly, { family: of.family, acts }),
    isWholeRoll: total.coefficient > 0 && now.coefficient === total.coefficient,
    hasDebtorsList: (await readDebtorsLists(db, assemblyId)).notice !== null,
    declared: declaredIn(acts, councilStrangers({ questions })),
    fiscalAuditor: await readFiscalAuditor(db, rootId),
    hasQuorum:
      openedAt === null || endedAt !== null
        ? null
        : quorumOf({
            call: assembly.call,
            registered: now.coefficient,
            total: total.coefficient,
            owners: now.owners,
          }).reached,
    questions,
    usesBilling: isBilling,
    billing:
      of.billingFigures === undefined || !isBilling
        ? null
        : await of.billingFigures(db, rootId, {
            since: budgetYearStart(dayInBogota(until), budgetYearEnd),
            at: until,
          }),
    powers: await readPowerFacts(db, assembly, of.family),
    absentOwners: mode === 'inPerson' ? 0 : await countAbsentOwners(db, assemblyId, rootId),
    isEnded: endedAt !== null,
  };
}

async function readPowerFacts(
  trx: Db,
  { assemblyId, rootId }: StoredAssembly,
  family: readonly number[],
): Promise<ChallengeFacts['powers']> {
  const book = await readPowerBook({ trx, assembly: { assemblyId, rootId }, family });
  const before: RepresentedUnits[] = [];
  for (const jointId of family) before.push(...(await readRepresentedBefore(trx, { assemblyId, jointId })));
  const warnings = judgeRepresentatives(book, before);
  // A person may pass the limit in several questions.
  const sentences = (isMeant: (code: string) => boolean) => [
    ...new Set(warnings.flatMap(({ code, message }) => (isMeant(code) ? [message] : []))),
  ];
  return {
    pending: book.powers.filter(({ state }) => state === 'pending').length,
    beyond: sentences((code) => code === 'limit' || code === 'share'),
    barred: sentences((code) => code === 'barred'),
  };
}

async function readChallengedQuestions(
  db: Db,
  { assemblyId, rootId }: StoredAssembly,
  family: readonly number[],
): Promise<ChallengedQuestion[]> {
  const byLaws = await readMajorities(db, rootId);
  const questions: ChallengedQuestion[] = [];
  // Read once, and only for an election of the council.
  let standings: ReturnType<typeof readCandidateStandings> | undefined;
  const standingOf = () =>
    (standings ??= readCandidateStandings({ trx: db, assembly: { assemblyId, rootId }, family }));
  for (const jointId of family) {
    const sector =
      jointId === rootId ? '' : `, ${(await requireJoint(new JointDirectory(db), jointId)).jointName}`;
    for (const concept of await readConcepts(db, { assemblyId, jointId })) {
      if (concept.conceptId === ATTENDANCE) continue;
      const { matter, description, agendaItem, rule, base, cost } = concept;
      const isRejected = concept.intervals.at(-1)?.result?.outcome?.status === 'rejected';
      const threshold = thresholdToApi(concept);
      const chosen: Need = { rule: rule ?? 'simple', ...defined({ threshold: threshold ?? undefined }) };
      questions.push({
        name: `${conceptName(concept.conceptId)}${sector}`,
        matter,
        chosen,
        // The method of an election of several seats decides, not a majority.
        needed:
          concept.contest !== null
            ? chosen
            : matter === null
              ? neededByWords(chosen, description)
              : needOf(matter, byLaws),
        isExtraordinaryFee:
          !isRejected &&
          (matter === 'extraordinaryFee' ||
            matter === 'largeExtraordinaryFee' ||
            (matter === null && likelyMatter(description) === 'extraordinaryFee')),
        cost: cost?.amount ?? null,
        isBudget: matter === 'budget' || (matter === null && likelyMatter(description) === 'budget'),
        agendaItem,
        isOpened: concept.openedAt !== null,
        closedWithoutQuorum:
          base !== null &&
          concept.active === 0 &&
          !quorumOf({
            call: base.call ?? 1,
            registered: nano(base.coefficient),
            total: nano(base.total ?? 0),
            owners: base.owners ?? 0,
          }).reached,
        council: await councilOf(concept, standingOf),
      });
    }
  }
  return questions;
}

/** Majority for a question without a matter: only the strictest rules need no matter. */
const neededByWords = (chosen: Need, description: string): Need | null =>
  asksAsMuch(chosen, { rule: 'qualified' }) ||
  (chosen.rule === 'election' && likelyMatter(description) === 'election')
    ? chosen
    : null;

/**
 * Returns seats and unknown names of an election of the council or the committee; null for other questions. The names
 * are the elected persons, and before the closing all candidates.
 */
async function councilOf(
  concept: StoredConcept,
  standingOf: () => ReturnType<typeof readCandidateStandings>,
): Promise<ChallengedQuestion['council']> {
  const { description, contest, intervals } = concept;
  if (contest === null || !isOfCouncil(description)) return null;
  if (!needsOwners(concept)) return { seats: contest.seats, strangers: [] };
  const elected = intervals.at(-1)?.result?.outcome?.election?.elected.map(({ name }) => name);
  const standing = await standingOf();
  return {
    seats: contest.seats,
    strangers: (elected ?? candidateNames(concept)).filter((name) => standing(name) === 'unknown'),
  };
}
