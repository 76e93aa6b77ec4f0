import {
  type Acceptance,
  type Contest,
  type ElectionMethod,
  type ElectionNotes,
  electableNames,
  personKey,
} from '../assemblies/elections/election.ts';
import { type Rule, rules } from '../assemblies/law/majority.ts';
import { matterLaw } from '../assemblies/law/matters.ts';
import { votesOfOwners } from '../assemblies/law/owner-votes.ts';
import { quorumOf } from '../assemblies/quorum.ts';
import { type AnswerCount, type CountedQuestion, type Decision, decide } from '../assemblies/tally.ts';
import { type Nano, nano } from '../coefficient.ts';
import { defined } from '../defined.ts';
import type { ActFacts, TrailEntry } from './acts.ts';
import type { BallotLeaf } from './leaves.ts';

/*
 * Result of a closing, computed from its acts and ballots. The manifest of the expediente states the result;
 * verificar.html recomputes the result with this code, verificar.py with its own.
 */

/**
 * Question as written in the audit trail at the creation and at later changes of candidates: the facts needed to
 * compute the result again.
 */
export interface StatedQuestion extends ActFacts {
  /** Text of the question. */
  description: string;
  rule: Rule;
  /** Number of the answer with approval as the effect. */
  approvingAnswerId: number;
  matter?: CountedQuestion['matter'];
  /** Clause of the by-laws with the majority. */
  clause?: string | null;
  agendaItem?: string | null;
  hideResults?: boolean;
  /** Number of the blank answer of an election. */
  blankAnswerId?: number | null;
  /** Kinds of units with a vote under the rule `perUnit`. */
  perUnitKinds?: readonly string[];
  /** Set if each owner has a single vote. Absent if each unit has a vote. */
  votePer?: 'owner';
  /** Texts of the answers, numbered from 1. */
  answers: readonly string[];
  threshold?: CountedQuestion['threshold'];
  /** Number of seats of an election. Null if changed to an election of a single seat. */
  seats?: number | null;
  method?: ElectionMethod | null;
  /**
   * Candidates' names by list of candidates, in the order of each list. Null or absent for an election without lists.
   */
  names?: readonly (readonly string[])[] | null;
}

/**
 * Attendance, roll and mode of an assembly at the last closing of a question, stored because later changes of the
 * assembly never change the result.
 */
export interface ClosingBase {
  /** Number of represented units. */
  apartments: number;
  /** Coefficient of the represented units, in 10⁻⁹. */
  coefficient: Nano;
  /** Number of equal votes: a vote per unit or owner. */
  dwellings: number;
  /** Number of different represented owners. */
  owners: number;
  /** First or second call of the assembly. */
  call: 1 | 2;
  /** Sum of the joint's whole roll at the closing, in 10⁻⁹. */
  total: Nano;
  mode: 'inPerson' | 'virtual' | 'mixed';
  /** False for old closings that did not separate blank votes: the announced result stays valid. */
  isBlankApart: boolean;
}

/** Facts in the audit entry of a question's closing: attendance, hash of the counted votes, and announced result. */
export interface Closed extends ActFacts {
  /** Represented units, roll and mode at the closing. */
  base: ClosingBase;
  /**
   * Counted ballots: number, and root hash of the tree of ballots (base 64). Absent in old closings without stored
   * ballots.
   */
  ballots?: { size: number; root: string };
  /**
   * Ids of the counted units of each owner with several units: an inner list per owner. Present if each owner has a
   * single vote.
   */
  owners?: readonly (readonly string[])[];
  /** Number of counted votes. */
  votes?: number;
  /** Number of units registered from home with a live connection. */
  connected?: number;
  /** Ids of the connected units; missing in older acts. */
  connectedUnits?: readonly string[];
  /** Announced result: `status` is 'approved', 'rejected' and so on. */
  result?: { status?: string } | null;
}

/**
 * Result of a question's closing in the manifest of an expediente (evidence file of an assembly), with Spanish
 * field names. Verifiers compute the same again from the votes.
 */
export interface ClosingTold {
  /** Id of the joint or sector. */
  copropiedad: number;
  /** Id of the question. */
  pregunta: number;
  /** Number of the closing's entry in the audit log. */
  acto: number;
  /** Text of the question. */
  texto: string;
  /** Texts of the answers, numbered from 1. */
  textos: readonly string[];
  /** Result of each answer: number of the answer, units, and coefficient in 10⁻⁹. */
  respuestas: readonly (readonly [answerId: number, units: number, coefficient: number])[];
  /** Status of the result ('approved', 'rejected', …). Null if the rule is unknown. */
  estado: string | null;
  /** Seats of an election. Absent for other questions. */
  eleccion?: ElectionTold;
}

interface ElectionTold {
  validos: number;
  elegidos: number[][];
  empates: unknown[][];
  vacantes: number;
}

type OfQuestion = Pick<ActFacts, 'jointId' | 'conceptId'>;

/** True if an act of the audit trail is about a question of a joint. */
export const isOf = ({ facts }: TrailEntry, { jointId, conceptId }: OfQuestion): boolean =>
  facts.jointId === jointId && facts.conceptId === conceptId;

/** Acts with facts of a question. */
const ASKING: ReadonlySet<string> = new Set(['conceptCreated', 'candidatesSet', 'agendaItemMoved']);

/**
 * Returns the state of a question before an act, from the entries of the audit trail: the creation, and the last
 * change of candidates. Null if the question was never created.
 * @param acts acts of the assembly, oldest first
 * @param of ids of joint and question
 * @param seq number of the act's entry; later acts are ignored
 */
export function askedBefore(acts: readonly TrailEntry[], of: OfQuestion, seq: number): StatedQuestion | null {
  const asking = acts.filter((act) => act.seq < seq && ASKING.has(act.name) && isOf(act, of));
  // `fromEntries` is safe even for names like `__proto__`.
  const facts = asking.flatMap((act) => Object.entries(act.facts));
  return asking.length === 0 ? null : (Object.fromEntries(facts) as unknown as StatedQuestion);
}

/**
 * Computes the result of a question's closing again from the counted votes. Verifiers compare the answer with the
 * announced result.
 * @param acts acts of the assembly, oldest first
 * @param closing question, and number of the closing's audit entry
 * @param withNotes false: result as announced, before lots drawn and seats declined later
 * @param ballots counted votes of the closing
 */
export function closingTold(
  acts: readonly TrailEntry[],
  closing: { jointId: number; conceptId: number; seq: number },
  ballots: readonly BallotLeaf[],
  withNotes = true,
): ClosingTold {
  const { jointId, conceptId, seq } = closing;
  const question = askedBefore(acts, closing, seq);
  const facts = acts.find((act) => act.seq === seq)?.facts;
  if (facts === undefined) throw new RangeError(`no entry ${seq}`);
  const { base, interval, owners: several = [] } = facts as Closed;
  const contest = question && contestOf(question, withNotes ? notesOf(acts, closing, interval) : NO_NOTES);
  const answers = question === null ? [] : countsOf(question, ballots, several);
  const decision = question && decided(question, { contest, answers, base });
  return {
    copropiedad: jointId,
    pregunta: conceptId,
    acto: seq,
    texto: question?.description ?? '',
    textos: question?.answers ?? [],
    respuestas: answers.map(({ answerId, apartments, coefficient }) => [answerId, apartments, coefficient]),
    estado: decision?.status ?? null,
    ...electionTold(decision),
  };
}

const NO_NOTES: ElectionNotes = { lots: [], acceptances: new Map() };

/**
 * Returns the lots and acceptances entered after a closing. Only the last acceptance of each person counts, in
 * order of entry.
 */
function notesOf(acts: readonly TrailEntry[], of: OfQuestion, interval: number | undefined): ElectionNotes {
  const noted = <T>(name: string): T[] =>
    acts
      .filter((act) => act.name === name && isOf(act, of) && act.facts.interval === interval)
      .map(({ facts }) => facts as T);
  const acceptances = new Map<string, Acceptance>();
  for (const word of noted<{ answerId: number; place: number; acceptance: Acceptance }>('acceptanceNoted')) {
    const key = personKey(word.answerId, word.place);
    acceptances.delete(key);
    acceptances.set(key, word.acceptance);
  }
  return { lots: noted<{ order: number[] }>('lotNoted').map(({ order }) => order), acceptances };
}

/**
 * Returns the answer numbers chosen in a counted vote, ascending: several in an election with several names, else
 * the single answer.
 */
export const namesVoted = ({ answerId, choices = '' }: Pick<BallotLeaf, 'answerId' | 'choices'>): number[] =>
  choices === '' ? [answerId] : choices.split(',').map(Number);

function countsOf(
  question: StatedQuestion,
  ballots: readonly BallotLeaf[],
  several: readonly (readonly string[])[],
): AnswerCount[] {
  const answers = question.answers.map((_, i) => ({
    answerId: i + 1,
    apartments: 0,
    coefficient: nano(0),
    dwellings: 0,
    inRoom: nano(0),
    ballots: { apartments: 0, coefficient: nano(0) },
  }));
  const isCounted = ({ kind }: BallotLeaf) => question.perUnitKinds?.includes(kind) === true;
  // The first unit represents an owner with several units.
  const ownerOf = new Map(several.flatMap((units) => units.map((unit) => [unit, units[0] ?? unit])));
  const ofOwners =
    question.votePer === 'owner'
      ? votesOfOwners(
          ballots
            .filter(isCounted)
            .map(({ unit, answerId }) => ({ owner: ownerOf.get(unit) ?? unit, answerId })),
        )
      : null;
  for (const ballot of ballots) {
    const voted = namesVoted(ballot);
    for (const sums of answers.filter(({ answerId }) => voted.includes(answerId))) {
      sums.apartments += 1;
      sums.coefficient = nano(sums.coefficient + ballot.coefficient);
      if (ofOwners !== null) sums.dwellings = ofOwners.get(sums.answerId)?.votes ?? 0;
      else if (isCounted(ballot)) sums.dwellings += 1;
      if (ballot.remote === 0) sums.inRoom = nano(sums.inRoom + ballot.coefficient);
      if (sums.answerId !== ballot.answerId) continue;
      sums.ballots.apartments += 1;
      sums.ballots.coefficient = nano(sums.ballots.coefficient + ballot.coefficient);
    }
  }
  return answers;
}

/** Decides a question. Null for an unknown rule, unless quorum or votes are missing. */
function decided(
  question: StatedQuestion,
  { contest, answers, base }: { contest: Contest | null; answers: readonly AnswerCount[]; base: ClosingBase },
): Decision | null {
  const { call, coefficient, total, owners } = base;
  const quorum = quorumOf({ call, registered: coefficient, total, owners }).reached;
  const { matter, blankAnswerId = null } = question;
  const opened = {
    ...question,
    blankAnswerId,
    contest,
    active: false,
    closed: true,
    matter: matter != null && Object.hasOwn(matterLaw, matter) ? matter : null,
  };
  const decision = decide(opened, answers, { ...base, quorum }, base);
  const isOfOld = question.rule === 'election' && question.seats == null && !base.isBlankApart;
  const isReckoned = rules.includes(question.rule) && !isOfOld;
  return isReckoned || decision.status === 'noQuorum' || decision.status === 'noVotes' ? decision : null;
}

/** Makes the data of an election from the recorded question: seats, method, names, lots and acceptances. */
function contestOf(
  { seats, method, names, answers, blankAnswerId }: StatedQuestion,
  notes: ElectionNotes,
): Contest | null {
  if (seats == null || method == null) return null;
  const stored = answers.map((description, i) => {
    const own = names?.[i] ?? [];
    return { answerId: i + 1, description, ...defined({ names: own.length === 0 ? undefined : own }) };
  });
  return { seats, method, names: electableNames(stored, blankAnswerId ?? null), ...notes };
}

const SHOWN_STATUSES: readonly unknown[] = ['elected', 'tied', 'rejected'];

/**
 * Returns the elected people (seat, answer, place in the list), the ties with the seats to draw, and the number of
 * vacant seats.
 */
function electionTold(decision: Decision | null): { eleccion?: ElectionTold } {
  const election = decision?.election;
  if (election === undefined || !SHOWN_STATUSES.includes(decision?.status)) return {};
  const open = election.ties.filter(({ seats }) => seats > 0);
  return {
    eleccion: {
      validos: election.valid,
      elegidos: election.elected.map(({ seat, answerId, place }) => [seat, answerId, place]),
      empates: open.map(({ answerIds, seats }) => [[...answerIds].sort((a, b) => a - b), seats]),
      vacantes: election.vacant,
    },
  };
}
