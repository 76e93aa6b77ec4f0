import type { TrailEntry } from './acts.ts';
import { nameWords } from './record-words.ts';
import { annul, beginOpening, endOpening, keepGround, meeting } from './replay-kept.ts';
import { replayPower } from './replay-powers.ts';
import {
  type Facts,
  noteName,
  questionName,
  type Replayed,
  type ReplayedQuestion,
  type UnitFact,
  unitName,
  type VoteFact,
  voteName,
  votesIn,
} from './replayed.ts';

/**
 * Replays a joint's audit trail: computes all records again (registrations, votes, questions, powers …) from the
 * entries alone, and lists the acts in contradiction to the state before the act. 'Verificar' compares the result
 * with the database, and verificar.html with the records of an expediente.
 * @param entries entries of the audit trail, oldest first
 */
export function replayTrail(entries: Iterable<TrailEntry>): Replayed {
  const state: Replayed = {
    attendance: new Map(),
    votes: new Map(),
    questions: new Map(),
    notes: new Map(),
    roll: new Map(),
    corrections: new Map(),
    annulments: new Map(),
    powers: new Map(),
    assemblies: new Map(),
    openings: new Map(),
    presences: new Map(),
    grounds: new Map(),
    contradictions: [],
  };
  const left = new Map<string, number>();
  const open = new Set<string>();
  const waiting = new Set<number>();
  const checks = new Map<number, Set<string>>();
  for (const entry of entries) {
    const facts = entry.facts as Facts;
    const object = (what: string) => state.contradictions.push({ seq: entry.seq, what });
    apply(entry, facts, { state, left, open, waiting, checks, object });
  }
  return state;
}

interface Replay {
  state: Replayed;
  /** Last departure of each unit, by `unitName`. A delayed scan from before the departure is a contradiction. */
  left: Map<string, number>;
  /** Open questions, each as the text `[assembly, joint, concept]`. */
  open: Set<string>;
  /** Numbers of the requested corrections of the roll, not applied yet. */
  waiting: Set<number>;
  /** Running checks of presence by assembly: confirmed units, by `unitName`. */
  checks: Map<number, Set<string>>;
  object: (what: string) => void;
}

function apply(entry: TrailEntry, facts: Facts, replay: Replay): void {
  const { name: act, at, actor } = entry;
  const { state, open, waiting, object } = replay;
  const how = (name: string) => ({ act: name, reason: facts.reason ?? null, by: actor, at });
  meeting(entry, facts, state.assemblies);
  const { assemblyId, jointId = 0, conceptId = 0 } = facts;
  const question = questionName(assemblyId, jointId, conceptId);
  switch (act) {
    case 'registered':
      enter(facts, entry, replay);
      return;
    case 'freed':
    case 'takenBack': {
      const annulment = how(facts.how ?? act);
      for (const [joint, unit] of facts.units ?? []) {
        const name = unitName(assemblyId, joint, unit);
        if (!annul(state, 'attendance', name, annulment))
          object(`Se liberó el ${nameWords(name)} sin que estuviera registrado.`);
        replay.left.set(name, at);
        if (facts.how === 'unconfirmed' && replay.checks.get(assemblyId)?.has(name) !== false) {
          object(`Se liberó el ${nameWords(name)} como no confirmado, y sí lo estaba.`);
        }
      }
      for (const [joint, concept, unit] of votesIn(entry)) {
        const name = voteName(assemblyId, joint, concept, unit);
        if (!annul(state, 'votes', name, annulment))
          object(`Se anuló el voto del ${nameWords(name)}, que no había votado.`);
      }
      return;
    }
    case 'holdersMoved':
      for (const move of facts.moves ?? []) handOver(move, assemblyId, replay);
      return;
    case 'attendanceReset':
    case 'secondCall':
      for (const joint of facts.jointIds ?? []) {
        forget(state, 'attendance', [assemblyId, joint], how(act === 'secondCall' ? act : 'reset'));
      }
      return;
    case 'conceptCreated':
      state.questions.set(question, replayedQuestion(facts));
      if (facts.active !== 1) return;
      open.add(question);
      beginOpening(state, question, entry, facts);
      return;
    case 'candidatesSet':
      if (open.has(question)) object('Los candidatos de una elección se cambiaron con la votación abierta.');
      state.questions.set(question, {
        ...(state.questions.get(question) ?? replayedQuestion(facts)),
        ...ballotIn(facts),
      });
      return;
    case 'agendaItemMoved':
      change(question, { agendaItem: facts.agendaItem ?? null }, replay);
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
      setAside(facts, how('setAside'), replay);
      beginOpening(state, question, entry, facts);
      return;
    case 'conceptDeactivated':
      open.delete(question);
      if (facts.base !== undefined) change(question, { base: facts.base }, replay);
      if (facts.ballots !== undefined) keepGround(state, question, entry.seq);
      endOpening(state, question, entry, facts);
      return;
    case 'conceptDeleted':
      if (open.delete(question)) endOpening(state, question, entry, { ...facts, votes: undefined });
      change(question, { deleted: how(act) }, replay);
      forget(state, 'votes', [assemblyId, jointId, conceptId], how('deleted'));
      return;
    case 'conceptReset':
      forget(state, 'votes', [assemblyId, jointId, conceptId], how('reset'));
      return;
    case 'voteAnnulled':
      if (
        !annul(
          state,
          'votes',
          voteName(assemblyId, jointId, conceptId, facts.apartmentId ?? ''),
          how('reversed'),
        )
      ) {
        object(`Se anuló un voto del inmueble ${facts.apartmentId} que no existía.`);
      }
      return;
    case 'votes':
      for (const vote of votesIn(entry)) {
        count(vote, { assemblyId, at }, replay);
        // A vote during a check confirms the unit.
        replay.checks.get(assemblyId)?.add(unitName(assemblyId, vote[0], vote[2]));
      }
      return;
    case 'rollCorrectionAsked':
      waiting.add(facts.correctionId ?? 0);
      state.corrections.set(String(facts.correctionId), {
        assemblyId,
        jointId,
        apartmentId: facts.apartmentId ?? '',
        before: facts.before,
        after: facts.after,
        reason: facts.reason ?? '',
        by: actor,
        at,
        appliedAt: null,
      });
      return;
    case 'powerEntered':
    case 'powerAccepted':
    case 'powerRejected':
    case 'powerEnded':
      replayPower(state.powers, entry);
      return;
    case 'rollCorrected':
      correct(facts, at, replay);
      return;
    case 'quorumCheckStarted':
    case 'presenceConfirmed':
    case 'quorumCheckEnded':
      check(act, facts, replay);
  }
}

/**
 * Replays registrations: each unit has a single holder from the scan on. A scan must not be later than the arrival at
 * the server.
 */
function enter(facts: Facts, { at, actor }: TrailEntry, { state, left, object }: Replay): void {
  const { assemblyId, enteredAt = at, receivedAt, byProxy = false, proxyFor } = facts;
  if (enteredAt > at) object('El registro es anterior a su escaneo.');
  for (const [joint, unit, coefficient, capacity, remote] of facts.units ?? []) {
    const name = unitName(assemblyId, joint, unit);
    if (state.attendance.has(name)) object(`Se registró dos veces el ${nameWords(name)}.`);
    if (receivedAt !== undefined && enteredAt < (left.get(name) ?? 0)) {
      object(`Un escaneo anterior a su salida registró de nuevo el ${nameWords(name)}.`);
    }
    state.attendance.set(name, {
      holder: facts.holder ?? '',
      at: enteredAt,
      by: actor,
      version: versionOf(state, name),
      attendee: facts.attendee?.name ?? null,
      document: facts.attendee?.document ?? null,
      byProxy:
        capacity === undefined
          ? byProxy && (proxyFor === undefined || proxyFor.includes(unit))
          : capacity === 'proxy',
      powerId: facts.powers?.find(([, of]) => of === unit)?.[0] ?? null,
      coefficient,
      capacity,
      remote,
      identifiedBy: capacity === undefined ? undefined : (facts.identifiedBy ?? null),
    });
  }
}

/** Replays the move of a code's units to another code, without other changes. */
function handOver(
  { from, to, units }: { from: string; to: string; units: UnitFact[] },
  assemblyId: number,
  { state, object }: Replay,
): void {
  for (const [joint, unit] of units) {
    const name = unitName(assemblyId, joint, unit);
    const registration = state.attendance.get(name);
    if (registration?.holder !== from)
      object(`El ${nameWords(name)} se trasladó desde ${from}, que no respondía por él.`);
    if (registration !== undefined) state.attendance.set(name, { ...registration, holder: to });
  }
}

/** Replays an act of a check of presence: a single check at a time, other acts of a check only while the check runs. */
function check(act: string, { assemblyId, units = [] }: Facts, { checks, object }: Replay): void {
  const confirmed = checks.get(assemblyId);
  if ((confirmed === undefined) !== (act === 'quorumCheckStarted'))
    object('La verificación de quórum está fuera de su orden.');
  if (act === 'quorumCheckStarted') checks.set(assemblyId, new Set());
  if (act === 'quorumCheckEnded') checks.delete(assemblyId);
  if (act !== 'presenceConfirmed') return;
  for (const [joint, unit] of units) confirmed?.add(unitName(assemblyId, joint, unit));
}

/**
 * Replays votes set aside by a reopening: exactly the units without registration or with another weight. Old
 * entries name no units.
 */
function setAside(facts: Facts, how: Parameters<typeof annul>[3], { state, object }: Replay): void {
  const { assemblyId, jointId = 0, conceptId = 0, setAside: units } = facts;
  if (units === undefined) return;
  for (const unit of units) {
    const name = voteName(assemblyId, jointId, conceptId, unit);
    const vote = state.votes.get(name);
    const registered = unitName(assemblyId, jointId, unit);
    const hasChanged = vote !== undefined && vote.version !== versionOf(state, registered);
    if (!annul(state, 'votes', name, how))
      object(`Se apartó el voto del ${nameWords(name)}, que no había votado.`);
    else if (state.attendance.has(registered) && !hasChanged)
      object(`Se apartó el voto del ${nameWords(name)}, que estaba representado y pesaba lo mismo.`);
  }
  const prefix = `${questionName(assemblyId, jointId, conceptId).slice(0, -1)},`;
  for (const [name, { coefficient }] of state.votes) {
    if (!name.startsWith(prefix)) continue;
    const registered = unitName(assemblyId, jointId, String(JSON.parse(name).at(-1)));
    const weighs = state.roll.get(registered)?.at(-1)?.coefficient ?? coefficient;
    if (!state.attendance.has(registered) || weighs !== coefficient)
      object(
        `Siguió contando el voto del ${nameWords(name)}, que no estaba representado o cambió de coeficiente.`,
      );
  }
}

/** Replays requested corrections of the assembly's roll, never during an open question. */
function correct({ assemblyId, corrections = [], roll = [] }: Facts, at: number, replay: Replay): void {
  const { state, open, waiting, object } = replay;
  const prefix = `[${assemblyId},`;
  if ([...open].some((question) => question.startsWith(prefix)))
    object('El censo se corrigió con una votación abierta.');
  for (const id of corrections) {
    if (!waiting.delete(id)) object(`La corrección ${id} del censo se aplicó sin haberse pedido.`);
    const correction = state.corrections.get(String(id));
    if (correction !== undefined) correction.appliedAt = at;
  }
  for (const { jointId, apartmentId, owner, ownerDocument, kind, coefficient } of roll) {
    const name = unitName(assemblyId, jointId, apartmentId);
    const now = { owner, ownerDocument, kind, coefficient, since: at };
    state.roll.set(name, [...(state.roll.get(name) ?? []), now]);
  }
}

/** Version of a unit on the assembly's roll, from 1: the number of corrections so far plus 1. */
const versionOf = ({ roll }: Replayed, name: string): number => 1 + (roll.get(name)?.length ?? 0);

/** Name and value of a note about an election, in the form of the database, from the facts of an act. */
function noteOf(question: string, act: string, facts: Facts): { name: string; value: string } {
  const { interval = 0, order = [], answerId, place, acceptance = '' } = facts;
  if (act === 'acceptanceNoted') {
    return { name: noteName(question, interval, 'acceptance', `${answerId}:${place}`), value: acceptance };
  }
  const subject = [...order].sort((a, b) => a - b).join();
  return { name: noteName(question, interval, 'lot', subject), value: order.join() };
}

/** Options of a question in an audit entry: answers, and seats with method in an election. */
const ballotIn = ({ blankAnswerId, answers = [], seats = null, method = null, names = null }: Facts) => ({
  blankAnswerId,
  answers,
  seats,
  method,
  names,
});

const replayedQuestion = (facts: Facts): ReplayedQuestion => {
  const { description = '', rule = '', approvingAnswerId = 0, hideResults = false } = facts;
  const { threshold = null, matter = null, clause = null, votePer = 'unit', agendaItem = null } = facts;
  const perUnitKinds = facts.perUnitKinds ?? null;
  const decided = { rule, approvingAnswerId, threshold, matter, clause, votePer, perUnitKinds };
  const question = { description, agendaItem, hideResults, ...decided };
  return { ...question, ...ballotIn(facts), base: null, deleted: null };
};

function change(name: string, changes: Partial<ReplayedQuestion>, { state }: Replay): void {
  const question = state.questions.get(name);
  if (question !== undefined) state.questions.set(name, { ...question, ...changes });
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
  const unit = unitName(assemblyId, jointId, apartmentId);
  if (state.attendance.get(unit)?.holder !== holder) {
    object(`Votó por el ${nameWords(name)} ${holder}, que no respondía por él.`);
  }
  const corrected = state.roll.get(unit)?.at(-1);
  if (corrected !== undefined && corrected.coefficient !== coefficient) {
    object(
      `El voto del ${nameWords(name)} pesa ${coefficient} (10⁻⁹) y su inmueble ${corrected.coefficient}.`,
    );
  }
  const version = versionOf(state, unit);
  state.votes.set(name, {
    answerId,
    coefficient,
    receipt,
    holder,
    castBy,
    at,
    kind,
    remote,
    choices,
    version,
  });
}

/** Annuls in the replay every registration or vote, if the name begins with the parts. */
function forget(
  state: Replayed,
  kind: 'attendance' | 'votes',
  parts: readonly number[],
  how: Parameters<typeof annul>[3],
): void {
  const prefix = `${JSON.stringify(parts).slice(0, -1)},`;
  for (const name of [...state[kind].keys()]) if (name.startsWith(prefix)) annul(state, kind, name, how);
}
