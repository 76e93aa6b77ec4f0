import { isMoreThanHalf, type Nano, nano } from '../../coefficient.ts';

/**
 * How the seats of an election are given: `nominal` (up to as many names as seats on a ballot, the most voted win) or
 * `quotient` (lists, cuociente electoral: Código de Comercio, art. 197). See docs/elections.md.
 */
export const electionMethods = ['nominal', 'quotient'] as const;
export type ElectionMethod = (typeof electionMethods)[number];

/** The most seats that an election may have: as many as a question may have answers. */
export const MOST_SEATS = 20;
/** The most names of a list: principals and alternates of the largest body. */
export const MOST_NAMES = 2 * MOST_SEATS;

/** What was noted after the closing, and decides with the votes. */
export interface ElectionNotes {
  /** Lots: the tied answers in the order in which they were drawn. */
  lots: readonly (readonly number[])[];
  /** Last word of each person, by `personKey`, in the order in which those words were noted. */
  acceptances: ReadonlyMap<string, Acceptance>;
}
export type Acceptance = 'accepted' | 'declined';

/** A person who may be elected: an answer, and the place in its list, from 1 (of a nominal election always 1). */
export const personKey = (answerId: number, place: number): string => `${answerId}:${place}`;

/** An election of several seats as it was prepared. */
export interface Contest extends ElectionNotes {
  seats: number;
  method: ElectionMethod;
  /** Of each answer that can be elected its names in order; the blank answer has none. */
  names: ReadonlyMap<number, readonly string[]>;
}

/** Of each answer that can be elected its people in order: a list's names, or the candidate alone. */
export function namesOnBallot(
  answers: readonly { answerId: number; description: string; names?: readonly string[] }[],
  blankAnswerId: number | null,
): Map<number, readonly string[]> {
  const electable = answers.filter(({ answerId }) => answerId !== blankAnswerId);
  return new Map(electable.map(({ answerId, names, description }) => [answerId, names ?? [description]]));
}

interface Gathered {
  answerId: number;
  coefficient: Nano;
}

/** A seat and who has it. */
export interface SeatHolder {
  /** From 1, in the order in which the seats were given. */
  seat: number;
  answerId: number;
  /** In the list, from 1. */
  place: number;
  name: string;
  /** Source of the seat: a whole quotient, a remainder, the votes, or the lot among equals. */
  by: 'quotient' | 'remainder' | 'votes' | 'lot';
  /** The person who was elected to this seat declined. */
  isAlternate: boolean;
  /** Of an alternate: name of the person who was elected to this seat. */
  insteadOf?: string;
  /** Nominal: whether more than half of what is represented voted the name (Ley 675 de 2001, art. 45); else null. */
  passesHalf: boolean | null;
  acceptance: Acceptance | 'pending';
}

export interface Person {
  answerId: number;
  place: number;
  name: string;
}

/** Answers with equal votes, or equal remainders, among which the lot decides and was not drawn yet. */
export interface Tie {
  /** Growing. */
  answerIds: readonly number[];
  /** How many seats are drawn among them; 0: the lot gives only the order of the alternates. */
  seats: number;
}

/** What a list's votes come to: `votes × seats = whole × valid + rest`, in 10⁻⁹ and exactly. */
export interface ListSum {
  answerId: number;
  votes: Nano;
  /** How many times the quotient fits. */
  whole: number;
  /** The remainder in whole 10⁻⁹, and what is left of it in parts of `seats`. */
  remainder: Nano;
  over: number;
  /** Seats by quotients, and by the remainder or its lot. */
  seats: number;
  byRemainder: number;
}

/** Who has the seats of an election, and the sums behind. */
export interface ElectionResult {
  method: ElectionMethod;
  seats: number;
  /** All valid votes, the blank ones among them. */
  valid: Nano;
  /** Of a quotient election: `valid ÷ seats` as whole 10⁻⁹ and parts of `seats`; null of a nominal one. */
  quotient: { whole: Nano; over: number } | null;
  /** Of a quotient election the lists by their votes; empty of a nominal one. */
  lists: readonly ListSum[];
  elected: readonly SeatHolder[];
  /** In the order in which they would follow; of a quotient election each in its own list. */
  alternates: readonly Person[];
  declined: readonly Person[];
  ties: readonly Tie[];
  /** Seats that the votes and lots gave, also if the person declined later. */
  given: number;
  /** A lot that gives a seat is missing, declines left aside. */
  isTied: boolean;
  /** Seats that nobody has, and no lot gives. */
  vacant: number;
  /** The blank vote gathered more than every candidate or list. */
  blankLeads: boolean;
}

/**
 * Gives the seats of an election from what each answer gathered. Exact: products of coefficients and seats are BigInt.
 * @param base what was represented, in 10⁻⁹
 */
export function electSeats(
  contest: Contest,
  blankAnswerId: number | null,
  answers: readonly Gathered[],
  valid: Nano,
  base: Nano,
): ElectionResult {
  const candidates = answers
    .filter(({ answerId }) => answerId !== blankAnswerId)
    // Equal votes stand in the order of the ballot; a lot decides where it matters.
    .sort((a, b) => b.coefficient - a.coefficient || a.answerId - b.answerId);
  const blank = answers.find(({ answerId }) => answerId === blankAnswerId)?.coefficient ?? 0;
  const shared = {
    method: contest.method,
    seats: contest.seats,
    valid,
    blankLeads: blank > (candidates[0]?.coefficient ?? 0),
  };
  return contest.method === 'nominal'
    ? { ...shared, ...byVotes(contest, candidates, base) }
    : { ...shared, ...byQuotient(contest, candidates, valid) };
}

type Given = Omit<ElectionResult, 'method' | 'seats' | 'valid' | 'blankLeads'>;

/** A seat with its person by votes or lots, and its holder after the declines; null if the seat is empty. */
interface Seat extends Pick<SeatHolder, 'by'> {
  first: Person;
  holder: Person | null;
}

/** A tie in the order of alternates. */
interface Undrawn {
  tie: { answerIds: readonly number[]; seats: number };
  /** How many of the tied persons would still follow as alternates. */
  left: number;
}

const keyOf = ({ answerId, place }: Person): string => personKey(answerId, place);

/**
 * Gives the seat of each person who declined to the next alternate, decline after decline as they were noted. Every other
 * seat keeps its holder and its `by` (specification, section 5, rule 14). If a missing lot decides who is next, the seat
 * counts among those of that tie.
 * @param queueOf the alternates of a seat in order; each one that takes a seat, or had declined before, is removed
 */
function replaceDeclined(
  { acceptances }: ElectionNotes,
  seats: readonly Seat[],
  queueOf: (seat: Seat) => (Person | Undrawn)[],
): void {
  const out = new Set<string>();
  function next(queue: (Person | Undrawn)[]): Person | null {
    for (;;) {
      const [head] = queue;
      if (head === undefined) return null;
      if ('tie' in head && head.left > 0) {
        head.left -= 1;
        head.tie.seats += 1;
        return null;
      }
      queue.shift();
      if (!('tie' in head) && !out.has(keyOf(head))) return head;
    }
  }
  for (const [key, word] of acceptances) {
    if (word !== 'declined') continue;
    out.add(key);
    const seat = seats.find(({ holder }) => holder !== null && keyOf(holder) === key);
    if (seat !== undefined) seat.holder = next(queueOf(seat));
  }
}

/** The seats that somebody has. @param passesHalf see `SeatHolder` */
const heldSeats = (
  { acceptances }: ElectionNotes,
  seats: readonly Seat[],
  passesHalf: (holder: Person) => boolean | null,
): SeatHolder[] =>
  seats.flatMap(({ by, first, holder }, i) => {
    if (holder === null) return [];
    const isAlternate = holder !== first;
    return {
      ...{ seat: i + 1, ...holder, by, isAlternate, passesHalf: passesHalf(holder) },
      ...(isAlternate ? { insteadOf: first.name } : {}),
      acceptance: acceptances.get(keyOf(holder)) ?? 'pending',
    };
  });

/** The most voted win, the next ones are alternates in order. */
function byVotes(contest: Contest, candidates: readonly Gathered[], base: Nano): Given {
  const personOf = (answerId: number): Person => ({ answerId, place: 1, name: nameOf(contest, answerId) });
  const hasDeclined = (one: Person) => contest.acceptances.get(keyOf(one)) === 'declined';
  const voted = candidates.filter(({ coefficient }) => coefficient > 0);
  const seats: Seat[] = [];
  const queue: (Person | Undrawn)[] = [];
  const ties: Undrawn['tie'][] = [];
  let free = contest.seats;
  for (const group of equals(voted, (a, b) => a.coefficient === b.coefficient)) {
    const ids = group.map(({ answerId }) => answerId);
    const given = Math.min(free, ids.length);
    // Equals who all have a seat need no lot.
    const order = given === ids.length ? ids : ids.length < 2 ? ids : drawnOrder(contest, ids);
    const by = given > 0 && given < ids.length ? 'lot' : 'votes';
    free -= given;
    if (order === null) {
      const tie = { answerIds: ids, seats: given };
      ties.push(tie);
      queue.push({ tie, left: ids.length - given });
      continue;
    }
    const people = order.map(personOf);
    seats.push(...people.slice(0, given).map((first) => ({ by, first, holder: first }) as const));
    queue.push(...people.slice(given));
  }
  const isTied = ties.some((tie) => tie.seats > 0);
  replaceDeclined(contest, seats, () => queue);
  const votesOf = new Map(voted.map(({ answerId, coefficient }) => [answerId, coefficient]));
  const elected = heldSeats(contest, seats, ({ answerId }) =>
    isMoreThanHalf(votesOf.get(answerId) ?? nano(0), base),
  );
  const pending = ties.reduce((sum, tie) => sum + tie.seats, 0);
  return {
    ...{ quotient: null, lists: [], elected, ties, isTied, given: seats.length },
    // Before the lot nobody knows who follows.
    alternates:
      pending > 0
        ? []
        : queue
            .flatMap((one) => ('tie' in one ? one.tie.answerIds.map(personOf) : [one]))
            .filter((one) => !hasDeclined(one)),
    declined: voted.map(({ answerId }) => personOf(answerId)).filter(hasDeclined),
    vacant: contest.seats - elected.length - pending,
  };
}

/**
 * Código de Comercio, art. 197: each list gets as many seats as the quotient fits into its votes, and the largest
 * remainders get the seats that are left, one each. A list fills no more seats than it has names: what it cannot fill is
 * still to be given, and goes to the next remainders. A remainder of nothing gets none.
 */
function byQuotient(contest: Contest, candidates: readonly Gathered[], valid: Nano): Given {
  const { seats } = contest;
  const sums = candidates.map(({ answerId, coefficient }) => {
    const product = BigInt(coefficient) * BigInt(seats);
    const whole = valid === 0 ? 0n : product / BigInt(valid);
    const names = contest.names.get(answerId)?.length ?? 0;
    return {
      answerId,
      votes: coefficient,
      whole: Number(whole),
      /** In parts of `seats` of 10⁻⁹. */
      rest: valid === 0 ? 0n : product % BigInt(valid),
      room: names,
      seats: Math.min(Number(whole), names),
      byRemainder: 0,
    };
  });
  let left = seats - sums.reduce((sum, list) => sum + list.seats, 0);
  const slots: Slot[] = sums.flatMap(({ answerId, seats: won }) =>
    Array.from({ length: won }, () => ({ answerId, by: 'quotient' as const })),
  );
  const ties: Tie[] = [];
  const byRest = sums
    .filter(({ rest, room, seats: won }) => rest > 0n && room > won)
    .sort((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1));
  for (const group of equals(byRest, (a, b) => a.rest === b.rest)) {
    if (left === 0) break;
    const ids = group.map(({ answerId }) => answerId).sort((a, b) => a - b);
    const isTie = group.length > left;
    const order = isTie ? drawnOrder(contest, ids) : group.map(({ answerId }) => answerId);
    if (order === null) {
      ties.push({ answerIds: ids, seats: left });
      left = 0;
      break;
    }
    for (const id of order.slice(0, left)) {
      const list = group.find(({ answerId }) => answerId === id);
      if (list === undefined) continue;
      list.byRemainder = 1;
      slots.push({ answerId: id, by: isTie ? 'lot' : 'remainder' });
    }
    left -= Math.min(left, order.length);
  }
  const people = sums
    .filter((list) => list.seats + list.byRemainder > 0)
    .flatMap((list) => peopleOf(contest, list));
  const elected = seated(contest, slots, people);
  const taken = new Set(elected.map(keyOf));
  const hasDeclined = (one: Person) => contest.acceptances.get(keyOf(one)) === 'declined';
  const pending = ties.reduce((sum, tie) => sum + tie.seats, 0);
  const over = valid % seats;
  return {
    quotient: { whole: nano((valid - over) / seats), over },
    lists: sums.map(({ answerId, votes, whole, rest, seats: won, byRemainder }) => ({
      ...{ answerId, votes, whole, seats: won, byRemainder },
      remainder: nano(Number(rest / BigInt(seats))),
      over: Number(rest % BigInt(seats)),
    })),
    elected,
    given: slots.length,
    isTied: ties.length > 0,
    alternates: people.filter((one) => !taken.has(keyOf(one)) && !hasDeclined(one)),
    declined: people.filter(hasDeclined),
    ties,
    vacant: seats - pending - elected.length,
  };
}

interface Slot {
  answerId: number;
  by: SeatHolder['by'];
}

/**
 * The people of lists on the seats that these won: the names in order; where one declined, the next name of the same list
 * (art. 197: alternates replace principals of the same list). A list without a further name leaves its seat empty.
 * @param people of all lists with seats, each list in its order
 */
function seated(contest: Contest, slots: readonly Slot[], people: readonly Person[]): SeatHolder[] {
  const queues = new Map<number, Person[]>();
  for (const one of people) queues.set(one.answerId, [...(queues.get(one.answerId) ?? []), one]);
  const seats = slots.flatMap(({ answerId, by }): Seat[] => {
    const first = queues.get(answerId)?.shift();
    return first === undefined ? [] : [{ by, first, holder: first }];
  });
  replaceDeclined(contest, seats, ({ first }) => queues.get(first.answerId) ?? []);
  return heldSeats(contest, seats, () => null);
}

const peopleOf = ({ names }: Contest, { answerId }: { answerId: number }): Person[] =>
  (names.get(answerId) ?? []).map((name, i) => ({ answerId, place: i + 1, name }));

const nameOf = ({ names }: Contest, answerId: number): string => names.get(answerId)?.[0] ?? '';

/** Neighbours that are equal, together. */
function equals<T>(sorted: readonly T[], same: (a: T, b: T) => boolean): T[][] {
  const groups: T[][] = [];
  for (const one of sorted) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group !== undefined && first !== undefined && same(first, one)) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** The order that a lot gave to those who are tied; null where none was drawn among all of them. */
function drawnOrder({ lots }: Contest, tied: readonly number[]): readonly number[] | null {
  const lot = lots.find((order) => tied.every((id) => order.includes(id)));
  return lot === undefined ? null : lot.filter((id) => tied.includes(id));
}
