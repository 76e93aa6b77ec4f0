import {
  type Acceptance,
  type Contest,
  type ElectionMethod,
  type ElectionNotes,
  personKey,
} from '../../../shared/assemblies/elections/election.ts';
import { votesOfOwners } from '../../../shared/assemblies/law/owner-votes.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import { type AnswerCount, type Decision, decide } from '../../../shared/assemblies/tally.ts';
import { nano } from '../../../shared/coefficient.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import {
  type BallotLeaf,
  type EntryLeaf,
  entryLine,
  readBallotLine,
} from '../../../shared/evidence/leaves.ts';
import type { StoredHead } from '../../platform/audit/heads.repository.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import type { KeptBallotTree } from '../store/ballot-trees.repository.ts';
import { namesOnBallot } from '../store/concepts.repository.ts';
import { assemblyOf } from '../store/papers/other-acts.repository.ts';
import { answersOf } from '../store/votes.repository.ts';

/** The facts of a question's making, as far as its result depends on them. */
interface Asked {
  assemblyId: number;
  jointId: number;
  conceptId: number;
  description: string;
  rule: Parameters<typeof decide>[0]['rule'];
  approvingAnswerId: number;
  matter?: Parameters<typeof decide>[0]['matter'];
  blankAnswerId: number | null;
  perUnitKinds?: readonly string[];
  /** Whether each owner has one vote; left out where each unit has. */
  votePer?: 'owner';
  answers: readonly string[];
  threshold?: Parameters<typeof decide>[0]['threshold'];
  /** Of an election of several seats; null where its candidates were set as one of one seat. */
  seats?: number | null;
  method?: ElectionMethod | null;
  /** Of each list its names in order. */
  names?: readonly (readonly string[])[] | null;
}

/** What the pages of powers in an expediente take at most, in bytes: those that were uploaded first, which verifiers tell alike. */
export const MOST_PAGE_BYTES = 100_000_000;

/** What an expediente is made of. */
export interface Case {
  jointName: string;
  assemblyId: number;
  title: string;
  /** The joint's acts in their public form, the oldest first, up to the assembly's last head. */
  entries: readonly EntryLeaf[];
  /** The assembly's acts since, which no head covers yet. */
  later: readonly EntryLeaf[];
  /** Hashes of the leaves of `entries` as they are kept, hexadecimal, in the same order. */
  leaves: readonly string[];
  heads: readonly StoredHead[];
  closings: readonly KeptBallotTree[];
  /** Number of the entry that binds the papers; null while they are in preparation: none is in `files` then. */
  papers: number | null;
  /** Documents and verifiers by their paths. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** The files of an expediente (docs/evidence.md). Acts of other assemblies are in it by their hashes alone. */
export function filesOfCase(given: Case): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  files.set(
    'actos.jsonl',
    linesOf(given.entries.map((entry, i) => actLine(entry, given.leaves[i] ?? '', given))),
  );
  files.set('despues.jsonl', linesOf(given.later.map(entryLine)));
  files.set('hojas.txt', linesOf(given.leaves));
  for (const { jointId, conceptId, seq, lines } of given.closings) {
    files.set(`votos/${jointId}-${conceptId}-${seq}.jsonl`, linesOf(lines));
  }
  for (const [path, bytes] of given.files) files.set(path, bytes);
  const manifest = {
    scaf: 'expediente/5',
    copropiedad: given.jointName,
    asamblea: given.assemblyId,
    titulo: given.title,
    llaves: [...new Set(given.heads.map(({ key }) => key))],
    cabezas: given.heads.map(({ note }) => note),
    cierres: given.closings.map((closing) => told(closing, given)),
    papeles: given.papers,
    archivos: Object.fromEntries([...files].map(([path, bytes]) => [path, toHex(sha256(bytes))])),
  };
  files.set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`));
  return files;
}

const linesOf = (lines: readonly string[]): Uint8Array => utf8(lines.map((line) => `${line}\n`).join(''));

function actLine(entry: EntryLeaf, leaf: string, { assemblyId }: Case): string {
  const of = assemblyOf(entry.data);
  return of === undefined || of === assemblyId
    ? entryLine(entry)
    : JSON.stringify(['scaf/hoja/2', entry.seq, leaf, of]);
}

const ASKING: ReadonlySet<string> = new Set(['conceptCreated', 'candidatesSet']);

/** What a closing is said to have come to: of each answer its number, units and coefficient in 10⁻⁹; and the outcome. */
function told({ jointId, conceptId, seq, lines }: KeptBallotTree, { entries, assemblyId }: Case) {
  const isIt = (one: Asked) =>
    one.assemblyId === assemblyId && one.jointId === jointId && one.conceptId === conceptId;
  // As it was made, and its candidates as they were set last before it was opened.
  const asked = entries
    .filter(({ act, seq: at }) => ASKING.has(act) && at < seq)
    .map(({ data }): Asked => JSON.parse(data))
    .filter(isIt);
  const question: Asked | undefined = asked.length === 0 ? undefined : Object.assign({}, ...asked);
  const { base, interval, owners: several = [] }: Closed = JSON.parse(entries[seq - 1]?.data ?? '{}');
  const noted = <T>(name: string) =>
    entries
      .filter(({ act }) => act === name)
      .map(({ data }): Asked & T & { interval: number } => JSON.parse(data))
      .filter((note) => isIt(note) && note.interval === interval);
  const lots = noted<{ order: number[] }>('lotNoted').map(({ order }) => order);
  // Of each person the last word counts, at its place in the order of all.
  const acceptances = new Map<string, Acceptance>();
  for (const word of noted<{ answerId: number; place: number; acceptance: Acceptance }>('acceptanceNoted')) {
    const key = personKey(word.answerId, word.place);
    acceptances.delete(key);
    acceptances.set(key, word.acceptance);
  }
  const contest = question === undefined ? null : contestOf(question, { lots, acceptances });
  const answers = (question?.answers ?? []).map(
    (_, i): Counted => ({
      answerId: i + 1,
      ...{ apartments: 0, coefficient: nano(0), dwellings: 0, inRoom: nano(0) },
      ballots: { apartments: 0, coefficient: nano(0) },
    }),
  );
  const isCounted = ({ kind }: BallotLeaf) => question?.perUnitKinds?.includes(kind) === true;
  const ballots = lines.flatMap((line) => readBallotLine(line) ?? []);
  // Of an owner with several units the first stands for all of them.
  const ownerOf = new Map(several.flatMap((units) => units.map((unit) => [unit, units[0] ?? unit])));
  const ofOwners =
    question?.votePer === 'owner'
      ? votesOfOwners(
          ballots
            .filter(isCounted)
            .map(({ unit, answerId }) => ({ owner: ownerOf.get(unit) ?? unit, answerId })),
        )
      : null;
  for (const ballot of ballots) {
    const voted = ballot.choices === undefined ? [ballot.answerId] : answersOf(ballot.choices);
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
  const { call, coefficient, total, owners } = base;
  const quorum = quorumOf({ call, registered: coefficient, total, owners }).reached;
  const decision =
    question &&
    decide({ ...question, contest, active: false, closed: true }, answers, { ...base, quorum }, base);
  return {
    copropiedad: jointId,
    pregunta: conceptId,
    acto: seq,
    texto: question?.description ?? '',
    textos: question?.answers ?? [],
    respuestas: answers.map((answer) => [answer.answerId, answer.apartments, answer.coefficient]),
    estado: decision?.status ?? null,
    ...electionTold(decision),
  };
}

/** The facts of a closing that its result depends on. */
interface Closed {
  base: Parameters<typeof decide>[2] & Parameters<typeof decide>[3] & { call: 1 | 2; owners: number };
  interval: number;
  /** Where each owner has one vote: units of the counted ballots by owner, of owners with several. */
  owners?: readonly (readonly string[])[];
}

type Counted = AnswerCount & Required<Pick<AnswerCount, 'ballots'>>;

/** How an election gives its seats by votes, lots and acceptances. */
function contestOf(
  { seats, method, names, answers, blankAnswerId }: Asked,
  notes: ElectionNotes,
): Contest | null {
  if (seats == null || method == null) return null;
  const stored = answers.map((description, i) => {
    const own = names?.[i] ?? [];
    return { answerId: i + 1, description, ...(own.length === 0 ? {} : { names: own }) };
  });
  return { seats, method, names: namesOnBallot(stored, blankAnswerId), ...notes };
}

const GIVEN: readonly unknown[] = ['elected', 'tied', 'rejected'];

/** Who has each seat: its number, the answer and the place in the list; who is tied for how many; how many nobody has. */
function electionTold(decision: Decision | undefined) {
  const election = decision?.election;
  if (election === undefined || !GIVEN.includes(decision?.status)) return {};
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
