/**
 * Expected answer of each act and the resulting books (expected state): the rules of the specification (sections 4,
 * 5 and 13), computed from the acts alone.
 */
import { needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { type ErrorCode, errors } from '../../../shared/errors.ts';
import type { ActHolder, EveningAct, RollChange } from './acts.ts';
import {
  type NotedAssembly,
  type NotedEvening,
  type NotedQuestion,
  newAssembly,
  questionOpen,
  unitOnRoll,
  unitsHeld,
} from './books.ts';
import type { TableUnit } from './plan.ts';

/** Answer expected from the server: HTTP status, and error code of a refusal. */
export interface DueAnswer {
  status: number;
  code?: ErrorCode;
}

const no = (code: ErrorCode): DueAnswer => ({ status: errors[code][0], code });

/** Kinds of acts that a closed assembly refuses before any other check. */
const SHUT: readonly EveningAct['kind'][] = [
  'resetAttendance',
  'registration',
  'ask',
  'toggle',
  'reset',
  'delete',
];
const SHUT_TOO: readonly EveningAct['kind'][] = ['annul', 'correct', 'mode', 'close', 'confirm'];

/**
 * Applies an act to the books (expected state of a simulated evening), if the rules allow the act. Returns
 * the answer expected from the server.
 */
export function enter(books: NotedEvening, act: EveningAct): DueAnswer {
  const { now } = books;
  if (now.closed && (SHUT.includes(act.kind) || SHUT_TOO.includes(act.kind))) return no('assemblyClosed');
  switch (act.kind) {
    case 'register':
      return register(books, act);
    case 'assign': {
      const registration = {
        by: 'desk',
        holder: { card: act.card },
        units: [act.unit],
        takeBack: false,
      } as const;
      const due = register(books, registration, false);
      return due.status === 201 ? { status: 200 } : due;
    }
    case 'confirm': {
      const stay = now.present.get(act.unit);
      if (stay === undefined) return no('codeRequired');
      if (stay.confirmed) return no('alreadyRegistered');
      stay.confirmed = true;
      return { status: 201 };
    }
    case 'free':
      if (!now.present.has(act.unit)) return no('apartmentNotFound');
      return now.closed ? no('assemblyClosed') : leave(books, [act.unit]);
    case 'withdraw':
    case 'exchange':
    case 'revoke':
      return ofCards(books, act);
    case 'resetAttendance':
      if ([...now.questions.values()].some(({ votes }) => votes.size > 0)) return no('votesStand');
      now.present.clear();
      return { status: 204 };
    case 'registration':
      now.registration = act.active === 1;
      return { status: 200 };
    case 'ask': {
      if (needsRoom(act.rule) && now.mode === 'virtual') return no('ruleNotOffered');
      if (act.active === 1) closeOpen(now);
      const { rule, answers, approving, blank, active } = act;
      const conceptId = now.nextQuestion++;
      const question = { conceptId, rule, answers, approving, blank, closing: null, votes: new Map() };
      now.questions.set(conceptId, { ...question, active: active === 1 });
      return { status: 201 };
    }
    case 'toggle':
    case 'reset':
    case 'delete':
    case 'annul':
      return ofQuestion(books, act);
    case 'vote':
      return vote(books, act);
    case 'ballot':
      return ballot(books, act);
    case 'correct':
      return correct(now, act.unit, act.change);
    case 'secondCall':
      if (now.call === 2) return { status: 200 };
      if (now.closed) return no('assemblyClosed');
      closeOpen(now);
      now.present.clear();
      now.call = 2;
      return { status: 200 };
    case 'mode':
      if (act.mode === 'virtual' && now.mode !== 'virtual' && needsRoom(questionOpen(now)?.rule ?? null)) {
        return no('ruleNotOffered');
      }
      now.mode = act.mode;
      return { status: 200 };
    case 'close':
      closeOpen(now);
      now.closed = true;
      return { status: 200 };
    case 'next': {
      closeOpen(now);
      books.archive.push(now);
      const { mode, call, extraordinary } = act;
      books.now = newAssembly({ mode, call, kind: extraordinary ? 'extraordinary' : 'ordinary' });
      return { status: 201 };
    }
  }
}

/**
 * Returns the refusal expected for a sign-in with a card; null if the sign-in must succeed.
 * @param card index of the card
 */
export function whyNoSession(
  { plan, now, revoked, withdrawn }: NotedEvening,
  card: number,
): DueAnswer | null {
  const isOut = revoked.has(card) || withdrawn.has(card);
  return isOut || unitsHeld(now, plan.cards[card] ?? '').length === 0 ? no('codeNotEnabled') : null;
}

const nameOf = ({ plan }: NotedEvening, holder: ActHolder): string =>
  ('card' in holder ? plan.cards[holder.card] : plan.owners[holder.owner]?.userId) ?? '';

type Registration = Omit<Extract<EveningAct, { kind: 'register' }>, 'kind'>;

function register(books: NotedEvening, registration: Registration, confirmed = true): DueAnswer {
  const { now, revoked, withdrawn } = books;
  const { by, holder, units, takeBack } = registration;
  const name = nameOf(books, holder);
  const own = 'owner' in holder ? (books.plan.owners[holder.owner]?.units ?? []) : null;
  const isTheirs = (id: string): boolean => own === null || own.includes(id);
  if (by === 'owner' && !now.registration) return no('registrationInactive');
  if ('card' in holder && revoked.has(holder.card)) return no('codeUnknown');
  if (!units.every(isTheirs)) return no(by === 'owner' ? 'apartmentNotFound' : 'holderInvalid');
  if (now.closed) return no('assemblyClosed');
  if (!takeBack && units.some((id) => now.present.has(id))) return no('alreadyRegistered');

  const isOthers = (id: string): boolean => (now.present.get(id)?.holder ?? name) !== name;
  const openQuestion = questionOpen(now);
  if (by === 'owner' && units.some((id) => isOthers(id) && openQuestion?.votes.has(id)))
    return no('unitVoted');
  const along = takeBack && by === 'desk' ? goneAlong(now, units, name).filter(isTheirs) : [];
  const entering = [...units, ...along].filter((id) => now.present.get(id)?.holder !== name);
  const remote = now.mode === 'virtual' || (now.mode === 'mixed' && by === 'owner');
  for (const id of entering) now.present.set(id, { holder: name, remote, confirmed });
  if (entering.length > 0 && 'card' in holder) withdrawn.delete(holder.card);
  return { status: 201 };
}

/**
 * Returns the annexes that leave with a main unit when the main unit changes holder: the annexes of the former
 * holder.
 */
function goneAlong({ roll, present }: NotedAssembly, units: readonly string[], name: string): string[] {
  return roll.flatMap(({ id, main }) => {
    const former = main !== null && units.includes(main) ? present.get(main)?.holder : undefined;
    const isAlong = former !== undefined && former !== name && present.get(id)?.holder === former;
    return isAlong && !units.includes(id) ? [id] : [];
  });
}

/**
 * Removes units from the present units: votes on closed questions stay, the vote on the open question is annulled.
 */
function leave(books: NotedEvening, units: readonly string[]): DueAnswer {
  for (const id of units) {
    books.now.present.delete(id);
    const open = questionOpen(books.now);
    if (open !== undefined) strike(books, open, [id]);
  }
  return { status: 204 };
}

function strike({ annulled }: NotedEvening, { votes }: NotedQuestion, units: readonly string[]): void {
  for (const id of units) {
    const receipt = votes.get(id)?.receipt;
    if (receipt != null) annulled.add(receipt);
    votes.delete(id);
  }
}

function ofCards(
  books: NotedEvening,
  act: Extract<EveningAct, { kind: 'withdraw' | 'exchange' | 'revoke' }>,
): DueAnswer {
  const { plan, now, revoked, withdrawn } = books;
  const held = (card: number): string[] => unitsHeld(now, plan.cards[card] ?? '');
  if (act.kind === 'revoke') {
    if (revoked.has(act.card)) return no('holderNotFound');
    if (!now.closed) leave(books, held(act.card));
    revoked.add(act.card);
    return { status: 204 };
  }
  const from = act.kind === 'withdraw' ? act.card : act.from;
  if (held(from).length === 0) return no('holderNotFound');
  if (act.kind === 'withdraw') {
    if (now.closed) return no('assemblyClosed');
    withdrawn.add(from);
    return leave(books, held(from));
  }
  if (revoked.has(act.to)) return no('codeUnknown');
  if (held(act.to).length > 0) return no('codeInUse');
  if (now.closed) return no('assemblyClosed');
  for (const id of held(from)) {
    const stay = now.present.get(id);
    if (stay !== undefined) stay.holder = plan.cards[act.to] ?? '';
  }
  withdrawn.add(from);
  withdrawn.delete(act.to);
  return { status: 200 };
}

function ofQuestion(books: NotedEvening, act: Extract<EveningAct, { question: number }>): DueAnswer {
  const { now } = books;
  const question = now.questions.get(act.question);
  if (question === undefined) return no('conceptNotFound');
  switch (act.kind) {
    case 'toggle':
      if (question.active === (act.active === 1)) return { status: 200 };
      if (act.active === 1 && needsRoom(question.rule) && now.mode === 'virtual') {
        return no('ruleNotOffered');
      }
      if (act.active === 1 && now.call === 2 && question.closing?.call === 1)
        return no('questionOfFirstCall');
      closeOpen(now);
      if (act.active === 1) {
        strike(books, question, votesOfAbsent(now, question));
        Object.assign(question, { active: true, closing: null });
      }
      return { status: 200 };
    case 'delete':
      strike(books, question, [...question.votes.keys()]);
      now.questions.delete(act.question);
      putOnRoll(now);
      return { status: 204 };
    case 'annul':
      if (!question.votes.has(act.unit)) return no('apartmentNotFound');
      strike(books, question, [act.unit]);
      return { status: 204 };
    default:
      strike(books, question, [...question.votes.keys()]);
      return { status: 204 };
  }
}

/**
 * Returns the units with a vote that a reopening sets aside: absent units, or units with another weight than at the
 * vote.
 */
function votesOfAbsent(now: NotedAssembly, { rule, votes }: NotedQuestion): string[] {
  return [...votes].flatMap(([id, { cast }]) => {
    const { nano, kind } = unitOnRoll(now, id);
    const isSame = nano === cast.nano && (rule !== 'perUnit' || kind === cast.kind);
    return now.present.has(id) && isSame ? [] : [id];
  });
}

function closeOpen(now: NotedAssembly): void {
  const open = questionOpen(now);
  if (open === undefined) return;
  const { mode, call } = now;
  const roll = now.roll.map((unit) => ({ ...unit }));
  Object.assign(open, {
    active: false,
    closing: { mode, call, roll, present: new Set(now.present.keys()) },
  });
  putOnRoll(now);
}

function vote(books: NotedEvening, act: Extract<EveningAct, { kind: 'vote' }>): DueAnswer {
  const { now } = books;
  const { by, unit, answer } = act;
  const stay = now.present.get(unit);
  const name = by === 'desk' ? null : nameOf(books, by);
  const isLinked = by !== 'desk' && 'owner' in by && books.plan.owners[by.owner]?.units.includes(unit);
  if (name !== null && stay?.holder !== name && isLinked !== true) return no('apartmentNotFound');
  const question = now.questions.get(act.question);
  if (question === undefined) return no('conceptNotFound');
  if (question.votes.has(unit)) return no('alreadyVoted');
  if (!question.active) return no('voteNotActive');
  if (stay === undefined) return no('apartmentNotRegistered');
  if (name !== null && stay.holder !== name) return no('heldByAnother');
  const cast = unitOnRoll(now, unit);
  if (cast.nano === 0n) return no('zeroCoefficient');
  if (answer > question.answers) return no('answerUnknown');
  const inRoom = !stay.remote;
  question.votes.set(unit, { answerId: answer, inRoom, cast: { ...cast }, receipt: null });
  return { status: 201 };
}

function ballot(books: NotedEvening, { card, answer }: Extract<EveningAct, { kind: 'ballot' }>): DueAnswer {
  const { now, plan, revoked } = books;
  const question = questionOpen(now);
  if (question === undefined) return no('voteNotActive');
  if (question.answers !== 3) return no('badgeNotForQuestion');
  if (revoked.has(card)) return no('codeUnknown');
  const held = unitsHeld(now, plan.cards[card] ?? '').map((id) => unitOnRoll(now, id));
  const voting = held.filter(({ nano }) => nano > 0n);
  if (voting.length === 0) return no(held.length > 0 ? 'zeroCoefficient' : 'apartmentNotRegistered');
  const fresh = voting.filter(({ id }) => !question.votes.has(id));
  if (fresh.length === 0) return no('alreadyVoted');
  for (const unit of fresh) {
    const inRoom = now.present.get(unit.id)?.remote === false;
    const noted = { answerId: answer, inRoom, cast: { ...unit }, receipt: null };
    question.votes.set(unit.id, noted);
  }
  return { status: 201 };
}

function corrected(unit: TableUnit, change: RollChange): TableUnit {
  if ('coefficient' in change) return { ...unit, nano: change.coefficient };
  return { ...unit, ...change };
}

function correct(now: NotedAssembly, id: string, change: RollChange): DueAnswer {
  const waiting = now.waiting.filter(({ unit }) => unit === id);
  const expected = waiting.reduce((unit, one) => corrected(unit, one.change), unitOnRoll(now, id));
  const wished = corrected(expected, change);
  const isSame =
    wished.nano === expected.nano && wished.owner === expected.owner && wished.kind === expected.kind;
  if (isSame) return no('nothingToCorrect');
  now.waiting.push({ unit: id, change });
  putOnRoll(now);
  return { status: 200 };
}

/** Applies the waiting corrections to the assembly's roll if no question is open. */
function putOnRoll(now: NotedAssembly): void {
  if (questionOpen(now) !== undefined) return;
  for (const { unit, change } of now.waiting.splice(0)) {
    now.roll = now.roll.map((one) => (one.id === unit ? corrected(one, change) : one));
  }
}
