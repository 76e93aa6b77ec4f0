import { nameWords } from './words.ts';

/** An audit entry as far as replaying needs it. */
interface Entry {
  seq: number;
  /** Epoch ms. */
  at: number;
  act: string;
  data: string;
}

/** A vote that stands, as the trail tells it. */
export interface ReplayedVote {
  answerId: number;
  /** In 10⁻⁹. */
  coefficient: number;
  receipt: string;
  holder: string;
  castBy: string;
  /** Epoch ms: when its entry was written. */
  at: number;
  /** The unit's kind; undefined where the entry is older than its noting. */
  kind: string | undefined;
  /** Cast from home; undefined likewise. */
  remote: 0 | 1 | undefined;
  /** Of a ballot with several names all of them; else null. */
  choices: string | null;
}

/** A question as it was asked, and what its last closing stood on. */
export interface ReplayedQuestion {
  description: string;
  rule: string;
  approvingAnswerId: number;
  /** Undefined in entries from before it was told. */
  blankAnswerId?: number | null | undefined;
  hideResults: boolean;
  answers: readonly string[];
  /** Of an election of several seats, and of its lists the names; null of every other question. */
  seats: number | null;
  method: string | null;
  names: readonly (readonly string[])[] | null;
  /** Null while it was never closed. */
  base: ReplayedBase | null;
}

interface ReplayedBase {
  apartments: number;
  /** In 10⁻⁹, as `total`. */
  coefficient: number;
  dwellings?: number;
  owners?: number;
  call?: number;
  total?: number;
  mode?: string;
  isBlankApart?: boolean;
}

/** A unit on the roll as it was last corrected. */
export interface ReplayedUnit {
  owner: string;
  ownerDocument: string | null;
  kind: string;
  /** In 10⁻⁹. */
  coefficient: number;
}

/** What stands in a joint's assemblies if its trail is true. */
export interface Replayed {
  /** Holder by `unitName`. */
  attendance: Map<string, string>;
  /** When each of these entered, by `unitName`. */
  entered: Map<string, number>;
  /** Vote by `voteName`. */
  votes: Map<string, ReplayedVote>;
  /** Question by `questionName`. */
  questions: Map<string, ReplayedQuestion>;
  /** What was noted of elections, by `noteName`: lots and acceptances. */
  notes: Map<string, string>;
  /** Corrected units by `unitName`; the trail does not hold the others. */
  roll: Map<string, ReplayedUnit>;
  /** Acts that cannot have happened as told, by sequence number. */
  contradictions: { seq: number; what: string }[];
}

export const unitName = (assemblyId: number, jointId: number, apartmentId: string): string =>
  JSON.stringify([assemblyId, jointId, apartmentId]);
export const questionName = (assemblyId: number, jointId: number, conceptId: number): string =>
  JSON.stringify([assemblyId, jointId, conceptId]);
export const voteName = (
  assemblyId: number,
  jointId: number,
  conceptId: number,
  apartmentId: string,
): string => JSON.stringify([assemblyId, jointId, conceptId, apartmentId]);

export const noteName = (question: string, interval: number, kind: string, subject: string): string =>
  JSON.stringify([...JSON.parse(question), interval, kind, subject]);

type UnitFact = [jointId: number, apartmentId: string];
type VoteFact = [
  jointId: number,
  conceptId: number,
  apartmentId: string,
  answerId: number,
  coefficient: number,
  receipt: string,
  holder: string,
  castBy: string,
  kind?: string,
  remote?: 0 | 1,
  choices?: string,
];
type AnnulledFact = [jointId: number, conceptId: number, apartmentId: string, receipt: string];

/** The fields that acts leave in a joint's chain; each act has its own of these. */
interface Facts {
  assemblyId: number;
  jointId?: number;
  jointIds?: number[];
  conceptId?: number;
  apartmentId?: string;
  holder?: string;
  active?: 0 | 1;
  description?: string;
  rule?: string;
  approvingAnswerId?: number;
  blankAnswerId?: number | null;
  hideResults?: boolean;
  answers?: string[];
  seats?: number | null;
  method?: string | null;
  names?: string[][] | null;
  interval?: number;
  order?: number[];
  answerId?: number;
  place?: number;
  acceptance?: string;
  base?: ReplayedBase;
  units?: UnitFact[];
  votes?: VoteFact[] | AnnulledFact[] | number;
  correctionId?: number;
  checkId?: number;
  how?: string;
  corrections?: number[];
  /** When the units entered, where their scan arrived later, and when it did. */
  enteredAt?: number;
  receivedAt?: number;
  moves?: { from: string; to: string; units: UnitFact[] }[];
  roll?: (ReplayedUnit & { jointId: number; apartmentId: string })[];
}

/**
 * Goes through a joint's chain from its beginning and works out what must stand now: who is registered and which
 * votes count. Acts that contradict what stands at their moment are named.
 */
export function replayJoint(entries: Iterable<Entry>): Replayed {
  const state: Replayed = {
    attendance: new Map(),
    entered: new Map(),
    votes: new Map(),
    questions: new Map(),
    notes: new Map(),
    roll: new Map(),
    contradictions: [],
  };
  const left = new Map<string, number>();
  const open = new Set<string>();
  const waiting = new Set<number>();
  const checks = new Map<number, Set<string>>();
  for (const entry of entries) {
    const facts: Facts = JSON.parse(entry.data);
    const object = (what: string) => state.contradictions.push({ seq: entry.seq, what });
    apply(entry, facts, { state, left, open, waiting, checks, object });
  }
  return state;
}

interface Replay {
  state: Replayed;
  /** When units last left, by `unitName`: no later scan brings them in before that. */
  left: Map<string, number>;
  /** Questions that are open, as `[assembly, joint, concept]`. */
  open: Set<string>;
  /** Corrections of the roll that were asked for and not applied yet. */
  waiting: Set<number>;
  /** The check of the quorum that runs in an assembly: the units that confirmed, by `unitName`. */
  checks: Map<number, Set<string>>;
  object: (what: string) => void;
}

function apply({ act, at }: Entry, facts: Facts, replay: Replay): void {
  const { state, open, waiting, object } = replay;
  const { assemblyId, jointId = 0, conceptId = 0 } = facts;
  const question = questionName(assemblyId, jointId, conceptId);
  switch (act) {
    case 'registered':
      enter(facts, at, replay);
      return;
    case 'freed':
    case 'takenBack':
      for (const [joint, unit] of facts.units ?? []) {
        const name = unitName(assemblyId, joint, unit);
        if (!state.attendance.delete(name))
          object(`Se liberó el ${nameWords(name)} sin que estuviera registrado.`);
        replay.left.set(name, at);
        if (facts.how === 'unconfirmed' && replay.checks.get(assemblyId)?.has(name) !== false) {
          object(`Se liberó el ${nameWords(name)} como no confirmado, y sí lo estaba.`);
        }
      }
      for (const [joint, concept, unit] of annulled(facts)) {
        const name = voteName(assemblyId, joint, concept, unit);
        if (!state.votes.delete(name))
          object(`Se anuló el voto del ${nameWords(name)}, que no había votado.`);
      }
      return;
    case 'holdersMoved':
      for (const move of facts.moves ?? []) handOver(move, assemblyId, replay);
      return;
    case 'attendanceReset':
    case 'secondCall':
      for (const joint of facts.jointIds ?? []) forget(state.attendance, [assemblyId, joint]);
      return;
    case 'conceptCreated':
      state.questions.set(question, asked(facts));
      if (facts.active === 1) open.add(question);
      return;
    case 'candidatesSet':
      if (open.has(question)) object('Los candidatos de una elección se cambiaron con la votación abierta.');
      state.questions.set(question, {
        ...(state.questions.get(question) ?? asked(facts)),
        ...ballotIn(facts),
      });
      return;
    case 'lotNoted':
    case 'acceptanceNoted': {
      const note = noteOf(question, act, facts);
      if (open.has(question)) object('Se anotó un sorteo o una aceptación con la votación abierta.');
      state.notes.set(note.name, note.value);
      return;
    }
    case 'conceptActivated':
      open.add(question);
      return;
    case 'conceptDeactivated':
      open.delete(question);
      close(question, facts, replay);
      return;
    case 'conceptDeleted':
      open.delete(question);
      state.questions.delete(question);
      forget(state.votes, [assemblyId, jointId, conceptId]);
      return;
    case 'conceptReset':
      forget(state.votes, [assemblyId, jointId, conceptId]);
      return;
    case 'voteAnnulled':
      if (!state.votes.delete(voteName(assemblyId, jointId, conceptId, facts.apartmentId ?? ''))) {
        object(`Se anuló un voto del inmueble ${facts.apartmentId} que no existía.`);
      }
      return;
    case 'votes':
      for (const vote of cast(facts)) count(vote, { assemblyId, at }, replay);
      return;
    case 'rollCorrectionAsked':
      waiting.add(facts.correctionId ?? 0);
      return;
    case 'rollCorrected':
      correct(facts, replay);
      return;
    case 'quorumCheckStarted':
    case 'presenceConfirmed':
    case 'quorumCheckEnded':
      check(act, facts, replay);
  }
}

/** Units come in: each is held once, from its scan on, which is no later than its arrival. */
function enter(facts: Facts, at: number, { state, left, object }: Replay): void {
  const { assemblyId, enteredAt = at, receivedAt } = facts;
  if (enteredAt > at) object('El registro es anterior a su escaneo.');
  for (const [joint, unit] of facts.units ?? []) {
    const name = unitName(assemblyId, joint, unit);
    if (state.attendance.has(name)) object(`Se registró dos veces el ${nameWords(name)}.`);
    if (receivedAt !== undefined && enteredAt < (left.get(name) ?? 0)) {
      object(`Un escaneo anterior a su salida registró de nuevo el ${nameWords(name)}.`);
    }
    state.attendance.set(name, facts.holder ?? '');
    state.entered.set(name, enteredAt);
  }
}

/** What a code held goes to another one, as it stands. */
function handOver(
  { from, to, units }: { from: string; to: string; units: UnitFact[] },
  assemblyId: number,
  { state, object }: Replay,
): void {
  for (const [joint, unit] of units) {
    const name = unitName(assemblyId, joint, unit);
    if (state.attendance.get(name) !== from)
      object(`El ${nameWords(name)} se trasladó desde ${from}, que no respondía por él.`);
    state.attendance.set(name, to);
  }
}

/** One check at a time, and what happens in it only while it runs. */
function check(act: string, { assemblyId, units = [] }: Facts, { checks, object }: Replay): void {
  const confirmed = checks.get(assemblyId);
  if ((confirmed === undefined) !== (act === 'quorumCheckStarted'))
    object('La verificación de quórum está fuera de su orden.');
  if (act === 'quorumCheckStarted') checks.set(assemblyId, new Set());
  if (act === 'quorumCheckEnded') checks.delete(assemblyId);
  if (act !== 'presenceConfirmed') return;
  for (const [joint, unit] of units) confirmed?.add(unitName(assemblyId, joint, unit));
}

/** What was asked goes on the roll, never under an open question. */
function correct({ assemblyId, corrections = [], roll = [] }: Facts, replay: Replay): void {
  const { state, open, waiting, object } = replay;
  const prefix = `[${assemblyId},`;
  if ([...open].some((question) => question.startsWith(prefix)))
    object('El censo se corrigió con una votación abierta.');
  for (const id of corrections)
    if (!waiting.delete(id)) object(`La corrección ${id} del censo se aplicó sin haberse pedido.`);
  for (const { jointId, apartmentId, owner, ownerDocument, kind, coefficient } of roll) {
    state.roll.set(unitName(assemblyId, jointId, apartmentId), { owner, ownerDocument, kind, coefficient });
  }
}

/** What an act noted of an election, as the store keeps it. */
function noteOf(question: string, act: string, facts: Facts): { name: string; value: string } {
  const { interval = 0, order = [], answerId, place, acceptance = '' } = facts;
  if (act === 'acceptanceNoted') {
    return { name: noteName(question, interval, 'acceptance', `${answerId}:${place}`), value: acceptance };
  }
  const subject = [...order].sort((a, b) => a - b).join();
  return { name: noteName(question, interval, 'lot', subject), value: order.join() };
}

/** What is voted in a question. */
const ballotIn = ({ blankAnswerId, answers = [], seats = null, method = null, names = null }: Facts) => ({
  ...{ blankAnswerId, answers, seats, method, names },
});

const asked = (facts: Facts): ReplayedQuestion => {
  const { description = '', rule = '', approvingAnswerId = 0, hideResults = false } = facts;
  return { description, rule, approvingAnswerId, hideResults, ...ballotIn(facts), base: null };
};

function close(name: string, { base }: Facts, { state }: Replay): void {
  const question = state.questions.get(name);
  if (question !== undefined && base !== undefined) state.questions.set(name, { ...question, base });
}

function count(
  vote: VoteFact,
  { assemblyId, at }: { assemblyId: number; at: number },
  { state, open, object }: Replay,
): void {
  const [jointId, conceptId, apartmentId, answerId, coefficient, receipt, holder, castBy] = vote;
  const [, , , , , , , , kind, remote, choices = null] = vote;
  const name = voteName(assemblyId, jointId, conceptId, apartmentId);
  if (state.votes.has(name)) object(`Votó dos veces el ${nameWords(name)}.`);
  if (!open.has(questionName(assemblyId, jointId, conceptId)))
    object(`Votó el ${nameWords(name)} con la votación cerrada.`);
  if (state.attendance.get(unitName(assemblyId, jointId, apartmentId)) !== holder) {
    object(`Votó por el ${nameWords(name)} ${holder}, que no respondía por él.`);
  }
  const corrected = state.roll.get(unitName(assemblyId, jointId, apartmentId));
  if (corrected !== undefined && corrected.coefficient !== coefficient) {
    object(
      `El voto del ${nameWords(name)} pesa ${coefficient} (10⁻⁹) y su inmueble ${corrected.coefficient}.`,
    );
  }
  state.votes.set(name, { answerId, coefficient, receipt, holder, castBy, at, kind, remote, choices });
}

const cast = (facts: Facts): VoteFact[] => (Array.isArray(facts.votes) ? (facts.votes as VoteFact[]) : []);
const annulled = (facts: Facts): AnnulledFact[] =>
  Array.isArray(facts.votes) ? (facts.votes as AnnulledFact[]) : [];

/** Removes every record whose name begins with these parts. */
function forget(records: Map<string, unknown>, parts: readonly number[]): void {
  const prefix = `${JSON.stringify(parts).slice(0, -1)},`;
  for (const name of records.keys()) if (name.startsWith(prefix)) records.delete(name);
}
