/**
 * Random acts of a simulated evening: drawn as numbers, and turned into acts of the current state when executed.
 */
import fc from 'fast-check';
import { rules } from '../../../shared/assemblies/law/majority.ts';
import type { Caster, EveningAct, Mode, RollChange } from './acts.ts';
import { cardsAtHand, type NotedEvening, questionOpen, unitOnRoll } from './books.ts';
import type { HeldEvening, Manner } from './evening.ts';
import { table } from './plan.ts';
import { type Harm, harms } from './premises.ts';

/** Random numbers of a drawn act, used to select units, questions and cards. */
interface Draw extends Manner {
  /** True to prefer targets likely to succeed, if there are any. */
  aims: boolean;
  a: number;
  b: number;
  c: number;
}

const LARGEST = 60;
/** Minimum number of units without a vote for sending votes of all units at once. */
const FEW = 3;
/** Acts that end an assembly or empty the room are executed only once per this number of draws. */
const SELDOM = 4;
/** One act in this number has a fault during the request. `HURT_AT_ONCE`: the same for acts sent at once. */
const HURT = 6;
const HURT_AT_ONCE = 2;
/** One answered act in `ONCE` + 1 is sent again with the same key. */
const ONCE = 3;

const oneHarmIn = (acts: number): fc.Arbitrary<Harm | null> =>
  fc.oneof(
    { weight: acts - 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...harms) },
  );

const draw: fc.Arbitrary<Draw> = fc.record({
  via: fc.nat(1),
  harm: oneHarmIn(HURT),
  after: fc.nat(12),
  again: fc.nat(ONCE).map((n) => n === ONCE),
  aims: fc.nat(3).map((n) => n > 0),
  a: fc.nat(LARGEST),
  b: fc.nat(LARGEST),
  c: fc.nat(LARGEST),
});

function pick<T>(list: readonly T[], at: number): T {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

const modes: readonly Mode[] = ['inPerson', 'mixed', 'virtual'];
const corrections: readonly RollChange[] = [
  { coefficient: 0n },
  { coefficient: 1n },
  { coefficient: 12_345_678_901n },
  { coefficient: 33_333_333_333n },
  { owner: 'NORA' },
  { owner: 'ANA' },
  { kind: 'local' },
  { kind: 'vivienda' },
];

const ids = table.map(({ id }) => id);
const unitsAbsent = ({ now }: NotedEvening) => ids.filter((id) => !now.present.has(id));
const unitsSilent = ({ now }: NotedEvening): string[] => {
  const votes = questionOpen(now)?.votes;
  return ids.filter((id) => now.present.has(id) && votes?.has(id) === false && unitOnRoll(now, id).nano > 0n);
};

/** Picks a unit: with `aims` a likely unit if any exists, else any unit. */
const aUnit = (likely: readonly string[], { aims, a }: Draw): string =>
  pick(aims && likely.length > 0 ? likely : ids, a);

/**
 * Picks a question: with `aims` the open question if any is open, else any, including removed and missing
 * questions.
 */
function aQuestion({ now }: NotedEvening, { aims, b }: Draw): number {
  const open = questionOpen(now);
  return aims && open !== undefined ? open.conceptId : 2 + (b % Math.max(1, now.nextQuestion - 1));
}

/** Picks a QR card: a card in use, or the last revoked card. */
function aCard(books: NotedEvening, at: number): number {
  const hand = cardsAtHand(books);
  const lost = [...books.revoked].at(-1);
  return pick(lost === undefined ? hand : [...hand, ...hand, lost], at);
}

/** Returns the present holder of a unit, the person to vote for the unit. */
function holderOf({ now, plan }: NotedEvening, unit: string): Caster {
  const holder = now.present.get(unit)?.holder;
  const card = plan.cards.indexOf(holder ?? '');
  const owner = plan.owners.findIndex(({ userId }) => userId === holder);
  return card >= 0 ? { card } : owner >= 0 ? { owner } : 'desk';
}

const next = ({ a, b, c }: Draw): EveningAct => {
  return { kind: 'next', mode: pick(modes, a), call: b % 4 === 0 ? 2 : 1, extraordinary: c % 2 === 0 };
};

/** Makes the act to add a question. If the assembly is over and `aims`, makes the act to open the next assembly. */
const ask: Make = ({ now }, drawn) => {
  const { aims, a, b, c } = drawn;
  if (now.closed && aims) return next(drawn);
  const answers = c % 4 === 0 ? 2 + (b % 4) : 3;
  const rule = pick(rules, a);
  const blank = rule !== 'election' || b % 3 === 0 ? null : 1 + (b % answers);
  return { kind: 'ask', rule, answers, approving: 1 + (c % answers), blank, active: aims ? 1 : 0 };
};

type Make = (books: NotedEvening, drawn: Draw) => EveningAct;

/** Wraps the maker of an act to be executed only sometimes; else makes a question. */
const seldom =
  (make: Make): Make =>
  (books, drawn) =>
    drawn.c % SELDOM === 0 ? make(books, drawn) : ask(books, drawn);

const makers: Record<string, [weight: number, make: Make]> = {
  arrive: [
    4,
    (books, drawn) => {
      const others = aUnit(unitsAbsent(books), { ...drawn, a: drawn.b });
      const units = [...new Set([aUnit(unitsAbsent(books), drawn), ...(drawn.c % 2 ? [others] : [])])];
      const holder = drawn.c % 7 === 0 ? { owner: drawn.b % 2 } : { card: aCard(books, drawn.b) };
      return { kind: 'register', by: 'desk', holder, units, takeBack: drawn.c % 5 === 0 };
    },
  ],
  takeBack: [
    1,
    (books, drawn) => {
      const units = [aUnit([...books.now.present.keys()], drawn)];
      const holder = { card: aCard(books, drawn.b) };
      return { kind: 'register', by: 'desk', holder, units, takeBack: true };
    },
  ],
  comeByOneself: [
    2,
    (books, { aims, a, b, c }) => {
      const owner = a % 2;
      const own = books.plan.owners[owner]?.units ?? [];
      const units = aims ? own.slice(b % own.length) : [pick(ids, b)];
      return { kind: 'register', by: 'owner', holder: { owner }, units, takeBack: c % 3 === 0 };
    },
  ],
  letOwnersIn: [2, (_, { aims }) => ({ kind: 'registration', active: aims ? 1 : 0 })],
  assign: [
    1,
    (books, drawn) => ({
      kind: 'assign',
      card: aCard(books, drawn.b),
      unit: aUnit(unitsAbsent(books), drawn),
    }),
  ],
  confirm: [1, (books, drawn) => ({ kind: 'confirm', unit: aUnit([...books.now.present.keys()], drawn) })],
  free: [2, (books, drawn) => ({ kind: 'free', unit: aUnit([...books.now.present.keys()], drawn) })],
  withdraw: [1, (books, { a }) => ({ kind: 'withdraw', card: aCard(books, a) })],
  exchange: [2, (books, { a, b }) => ({ kind: 'exchange', from: aCard(books, a), to: aCard(books, b) })],
  revoke: [1, (books, { a }) => ({ kind: 'revoke', card: aCard(books, a) })],
  resetAttendance: [1, seldom(() => ({ kind: 'resetAttendance' }))],
  ask: [3, ask],
  toggle: [
    4,
    (books, drawn) => {
      const open = questionOpen(books.now);
      const question = aQuestion(books, drawn);
      const isOpen = open?.conceptId === question;
      return { kind: 'toggle', question, active: isOpen === drawn.c % 8 > 0 ? 0 : 1 };
    },
  ],
  reset: [1, (books, drawn) => ({ kind: 'reset', question: aQuestion(books, drawn) })],
  delete: [1, (books, drawn) => ({ kind: 'delete', question: aQuestion(books, { ...drawn, aims: false }) })],
  annul: [
    2,
    (books, drawn) => {
      const withVotes = [...books.now.questions.values()].filter(({ votes }) => votes.size > 0);
      const { aims, b } = drawn;
      const question = aims && withVotes.length > 0 ? pick(withVotes, b).conceptId : aQuestion(books, drawn);
      const voted = [...(books.now.questions.get(question)?.votes.keys() ?? [])];
      return { kind: 'annul', question, unit: aUnit(voted, drawn) };
    },
  ],
  vote: [
    5,
    (books, drawn) => {
      if (drawn.aims && questionOpen(books.now) === undefined) return ask(books, drawn);
      const unit = aUnit(unitsSilent(books), drawn);
      const strangers: Caster[] = ['desk', { owner: 0 }, { owner: 1 }, { card: aCard(books, drawn.c) }];
      const by = drawn.c % 4 > 0 ? holderOf(books, unit) : pick(strangers, drawn.b);
      return { kind: 'vote', by, unit, question: aQuestion(books, drawn), answer: 1 + (drawn.b % 4) };
    },
  ],
  ballot: [
    2,
    (books, { aims, a, b }) => {
      const cards = unitsSilent(books).flatMap((unit) => {
        const holder = holderOf(books, unit);
        return holder !== 'desk' && 'card' in holder ? [holder.card] : [];
      });
      const card = aims && cards.length > 0 ? pick(cards, a) : aCard(books, a);
      return { kind: 'ballot', card, answer: 1 + (b % 3) };
    },
  ],
  correct: [
    2,
    (_, drawn) => ({ kind: 'correct', unit: pick(ids, drawn.a), change: pick(corrections, drawn.b) }),
  ],
  secondCall: [1, seldom(() => ({ kind: 'secondCall' }))],
  mode: [1, (_, { a }) => ({ kind: 'mode', mode: pick(modes, a) })],
  close: [1, seldom(() => ({ kind: 'close' }))],
  next: [1, seldom((_, drawn) => next(drawn))],
};

/** Makes acts that register all absent units at once, each with a random QR card. */
const arriveAll = (books: NotedEvening, drawn: Draw): EveningAct[] =>
  unitsAbsent(books).map((unit, at) => {
    const holder = { card: pick(cardsAtHand(books), at + drawn.b) };
    return { kind: 'register', by: 'desk', holder, units: [unit], takeBack: false };
  });

/** Makes acts that cast the missing votes of all present units at once, by the holders or on paper. */
const voteAll = (books: NotedEvening, drawn: Draw): EveningAct[] => {
  const open = questionOpen(books.now);
  if (open === undefined) return [];
  // Register most units before the first vote.
  if (unitsSilent(books).length < FEW) return arriveAll(books, drawn);
  return unitsSilent(books).map((unit, at) => {
    const by = drawn.aims ? holderOf(books, unit) : 'desk';
    const answer = 1 + ((drawn.b + (at % (1 + (drawn.c % 3)))) % open.answers);
    return { kind: 'vote', by, unit, question: open.conceptId, answer };
  });
};

/** Kinds of acts that close a question or an assembly; screens must then show the final state. */
const CLOSINGS: readonly EveningAct['kind'][] = ['toggle', 'close', 'next', 'secondCall'];

type Command = fc.AsyncCommand<object, HeldEvening>;

function command(name: string, drawn: Draw, run: (evening: HeldEvening) => Promise<void>): Command {
  const { via, harm, after, again, aims, a, b, c } = drawn;
  const hurt = harm === null ? '' : ` ${harm}+${after}`;
  return {
    check: () => true,
    run: (_, evening) => run(evening),
    toString: () => `${name}(${a},${b},${c}${aims ? ',aims' : ''}${again ? ',again' : ''} @${via}${hurt})`,
  };
}

const single = (name: string, make: Make) =>
  draw.map((drawn) =>
    command(name, drawn, async (evening) => {
      const act = make(evening.books, drawn);
      await evening.does(act, drawn);
      if (drawn.harm !== null || CLOSINGS.includes(act.kind)) await evening.screensAreRight();
    }),
  );

const many = (name: string, make: (books: NotedEvening, drawn: Draw) => EveningAct[]) =>
  // Batches have the most requests in progress.
  fc.tuple(draw, oneHarmIn(HURT_AT_ONCE)).map(([drawn, harm]) =>
    command(name, { ...drawn, harm }, async (evening) => {
      const acts = make(evening.books, drawn);
      // Add a question if there is no open question or every unit is present.
      if (acts.length === 0) await evening.does(ask(evening.books, drawn), { ...drawn, harm });
      else await evening.doAll(acts, { ...drawn, harm });
      await evening.screensAreRight();
    }),
  );

const between = fc.tuple(draw, fc.constantFrom(...harms)).map(([drawn, harm]) =>
  command('harm', { ...drawn, harm }, async (evening) => {
    await evening.premises.hurt(drawn.via, harm);
    await evening.isAsInBooks(drawn.via);
    await evening.screensAreRight();
  }),
);

/**
 * Random commands for a simulated evening (register, vote, close …), for the test library fast-check. A
 * command repeated in the list is drawn more often.
 */
export const eveningCommands: fc.Arbitrary<Command>[] = [
  ...Object.entries(makers).flatMap(([name, [weight, make]]) =>
    Array.from({ length: weight }, () => single(name, make)),
  ),
  ...Array.from({ length: 4 }, () => many('arriveAll', arriveAll)),
  ...Array.from({ length: 5 }, () => many('voteAll', voteAll)),
  between,
];
