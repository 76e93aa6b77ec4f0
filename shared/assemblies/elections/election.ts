import { isMoreThanHalf, type Nano, nano } from '../../coefficient.ts';
import { defined } from '../../defined.ts';

/**
 * Methods to fill the seats of an election: `nominal` (a ballot has up to as many names as seats; most votes win)
 * or `quotient` (lists; cuociente electoral, Código de Comercio, art. 197). See docs/why/elections.md.
 */
export const electionMethods = ['nominal', 'quotient'] as const;
/** Method to fill seats: a value of `electionMethods`. */
export type ElectionMethod = (typeof electionMethods)[number];

/** Maximum number of seats of an election, equal to the maximum number of answers. */
export const MOST_SEATS = 20;
/**
 * Maximum number of names of a candidate list (plancha) in an election by lists, for example of the administration
 * council: a principal and an alternate for each of 20 seats. Checked when a list is typed, and when an elected
 * person accepts or declines.
 */
export const MOST_NAMES = 2 * MOST_SEATS;

/**
 * Facts entered after the closing of an election: lots drawn between equals, and elected people accepting or
 * declining. Seats follow from the votes and the notes.
 */
export interface ElectionNotes {
  /** Lots drawn among tied answers: a list of answer ids per lot, in the drawn order. */
  lots: readonly (readonly number[])[];
  /**
   * Last answer of each elected person, accepted or declined. Key: result of `personKey`. In order of entry.
   */
  acceptances: ReadonlyMap<string, Acceptance>;
}
/** Answer of an elected candidate: accepts or declines the office. */
export type Acceptance = 'accepted' | 'declined';

/**
 * Makes the key of a candidate, '2:1': number of the answer, and place of the candidate in the answer's list from 1
 * (always 1 in a nominal election).
 * @param place place of the candidate in the list, from 1
 */
export const personKey = (answerId: number, place: number): string => `${answerId}:${place}`;

/** Election of several seats as input for `electSeats`: seats, method, candidates, lots and acceptances. */
export interface Contest extends ElectionNotes {
  /** Number of seats to fill. */
  seats: number;
  method: ElectionMethod;
  /** Names of the candidates, in order. Key: answer id. The blank answer has no entry. */
  names: ReadonlyMap<number, readonly string[]>;
}

/**
 * Returns the names of the candidates of each answer, in order: the names of a list, or the description of an
 * answer without a list. Key: answer id. Excludes the blank answer.
 * @param blankAnswerId id of the blank answer; null without a blank answer
 */
export function electableNames(
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

/** Seat filled by an election, with the person and the reason. */
export interface SeatHolder {
  /** Number of the seat from 1, in the order of assignment. */
  seat: number;
  /** Number of the answer: the candidate, or the list. */
  answerId: number;
  /** Place of the person in the list, from 1. */
  place: number;
  name: string;
  /** Reason for the seat: a whole quotient, a remainder, the votes, or a lot among equals. */
  by: 'quotient' | 'remainder' | 'votes' | 'lot';
  /** True if the person has the seat because the elected person declined. */
  isAlternate: boolean;
  /** Name of the elected person replaced by the alternate. Absent for other seats. */
  insteadOf?: string;
  /**
   * For a nominal election: true if the name has more than half of the represented coefficient (Ley 675, art. 45).
   * Null for lists.
   */
  passesHalf: boolean | null;
  /** Answer of the person; `pending` before the answer. */
  acceptance: Acceptance | 'pending';
}

/** Candidate with a seat or as alternate: number of the answer, place in the list from 1, and name. */
export interface ElectedPerson {
  answerId: number;
  /** Place in the list, from 1. */
  place: number;
  name: string;
}

/** Answers of an election with equal votes (or equal remainders): only a lot can decide. */
export interface Tie {
  /** Ids of the tied answers, ascending. */
  answerIds: readonly number[];
  /** Number of seats for the lot. 0: the lot only orders the alternates. */
  seats: number;
}

/**
 * Calculation of the seats for a list by the electoral quotient. `whole` is the number of full quotients in the
 * votes, and the rest is the remainder: `votes × seats = whole × valid + rest`, exact.
 */
export interface ListSum {
  answerId: number;
  /** Votes of the list, as coefficient in 10⁻⁹. */
  votes: Nano;
  /** Number of whole quotients in the votes of the list. */
  whole: number;
  /** Votes of the list left after the full quotients, in whole 10⁻⁹. */
  remainder: Nano;
  /** Rest of `remainder` below 10⁻⁹, in parts of `seats`; keeps the comparison of remainders exact. */
  over: number;
  /** Number of seats by full quotients. */
  seats: number;
  /** Number of seats by the remainder, or by a lot among equal remainders. */
  byRemainder: number;
}

/** Result of an election of several seats, computed by `electSeats`: seats, alternates, ties, and the calculation. */
export interface ElectionResult {
  method: ElectionMethod;
  /** Number of seats to fill. */
  seats: number;
  /** Valid votes in 10⁻⁹, including blank votes. */
  valid: Nano;
  /**
   * Quotient of an election by lists: `valid ÷ seats` in whole 10⁻⁹, and the rest in parts of `seats`. Null if
   * nominal.
   */
  quotient: { whole: Nano; over: number } | null;
  /** Calculation for each list, most votes first. Empty if nominal. */
  lists: readonly ListSum[];
  /** Occupied seats, in the order of assignment. */
  elected: readonly SeatHolder[];
  /** Alternates in order of succession. For lists: in order within each list. */
  alternates: readonly ElectedPerson[];
  /** Elected people and alternates without acceptance of the office. */
  declined: readonly ElectedPerson[];
  /** Ties still without a lot. */
  ties: readonly Tie[];
  /** Number of seats assigned by votes and lots, including seats declined later. */
  given: number;
  /** True if a lot for a seat is missing, regardless of declines. */
  isTied: boolean;
  /** Number of seats without an elected person and without a lot to draw. */
  vacant: number;
  /** True if the blank vote has more votes than every candidate or list. */
  blankLeads: boolean;
}

/**
 * Fills the seats of an election from the votes of each answer, by number of votes or by the electoral quotient.
 * Computes with whole numbers only, so the result is exact.
 * @param contest seats, method, candidates, lots and acceptances
 * @param blankAnswerId id of the blank answer; null without a blank answer
 * @param answers votes of each answer
 * @param valid valid votes including blank votes, as coefficient in 10⁻⁹
 * @param base represented coefficient, in 10⁻⁹
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
    // Ballot order among equal votes. A lot decides if needed.
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

type SeatResult = Omit<ElectionResult, 'method' | 'seats' | 'valid' | 'blankLeads'>;

/**
 * Seat with the person elected by votes or lots, and the holder after declines. `holder` is null for an empty seat.
 */
interface Seat extends Pick<SeatHolder, 'by'> {
  first: ElectedPerson;
  holder: ElectedPerson | null;
}

/** Tie without a lot, in the order of alternates. */
interface Undrawn {
  tie: { answerIds: readonly number[]; seats: number };
  /** Number of tied persons left as alternates. */
  left: number;
}

/**
 * True if an alternate holds a seat after declines, and the person who declined may be replaced by this alternate: any
 * alternate of a nominal election, or an alternate of the same list.
 */
export const isSeatPassedOn = (
  {
    method,
    elected,
  }: { method: ElectionMethod; elected: readonly Pick<SeatHolder, 'answerId' | 'isAlternate'>[] },
  declined: Pick<ElectedPerson, 'answerId'>,
): boolean =>
  elected.some(
    ({ isAlternate, answerId }) => isAlternate && (method === 'nominal' || answerId === declined.answerId),
  );

const electedKey = ({ answerId, place }: ElectedPerson): string => personKey(answerId, place);

/**
 * Gives the seat of each person who declined to the next alternate, in order of the declines. Other seats keep holder
 * and `by` (specification, section 5, rule 14). If a missing lot decides the next alternate, the seat joins the seats
 * of the tie.
 * @param queueOf alternates of a seat in order; removes alternates that take a seat or had declined
 */
function replaceDeclined(
  { acceptances }: ElectionNotes,
  seats: readonly Seat[],
  queueOf: (seat: Seat) => (ElectedPerson | Undrawn)[],
): void {
  const out = new Set<string>();
  function next(queue: (ElectedPerson | Undrawn)[]): ElectedPerson | null {
    for (;;) {
      const [head] = queue;
      if (head === undefined) return null;
      if ('tie' in head && head.left > 0) {
        head.left -= 1;
        head.tie.seats += 1;
        return null;
      }
      queue.shift();
      if (!('tie' in head) && !out.has(electedKey(head))) return head;
    }
  }
  for (const [key, word] of acceptances) {
    if (word !== 'declined') continue;
    out.add(key);
    const seat = seats.find(({ holder }) => holder !== null && electedKey(holder) === key);
    if (seat !== undefined) seat.holder = next(queueOf(seat));
  }
}

/**
 * Returns the seats with a holder.
 * @param passesHalf see `SeatHolder`
 */
const heldSeats = (
  { acceptances }: ElectionNotes,
  seats: readonly Seat[],
  passesHalf: (holder: ElectedPerson) => boolean | null,
): SeatHolder[] =>
  seats.flatMap(({ by, first, holder }, i) => {
    if (holder === null) return [];
    const isAlternate = holder !== first;
    return {
      seat: i + 1,
      ...holder,
      by,
      isAlternate,
      passesHalf: passesHalf(holder),
      ...defined({ insteadOf: isAlternate ? first.name : undefined }),
      acceptance: acceptances.get(electedKey(holder)) ?? 'pending',
    };
  });

/** Fills the seats of a nominal election: most votes win; the next candidates are alternates in order. */
function byVotes(contest: Contest, candidates: readonly Gathered[], base: Nano): SeatResult {
  const personOf = (answerId: number): ElectedPerson => ({
    answerId,
    place: 1,
    name: candidateName(contest, answerId),
  });
  const hasDeclined = (one: ElectedPerson) => contest.acceptances.get(electedKey(one)) === 'declined';
  const voted = candidates.filter(({ coefficient }) => coefficient > 0);
  const seats: Seat[] = [];
  const queue: (ElectedPerson | Undrawn)[] = [];
  const ties: Undrawn['tie'][] = [];
  let free = contest.seats;
  for (const group of equals(voted, (a, b) => a.coefficient === b.coefficient)) {
    const ids = group.map(({ answerId }) => answerId);
    const seatCount = Math.min(free, ids.length);
    // If all equals get a seat, no lot is needed.
    const order = seatCount === ids.length ? ids : ids.length < 2 ? ids : drawnOrder(contest, ids);
    const by = seatCount > 0 && seatCount < ids.length ? 'lot' : 'votes';
    free -= seatCount;
    if (order === null) {
      const tie = { answerIds: ids, seats: seatCount };
      ties.push(tie);
      queue.push({ tie, left: ids.length - seatCount });
      continue;
    }
    const people = order.map(personOf);
    seats.push(...people.slice(0, seatCount).map((first) => ({ by, first, holder: first }) as const));
    queue.push(...people.slice(seatCount));
  }
  const isTied = ties.some((tie) => tie.seats > 0);
  replaceDeclined(contest, seats, () => queue);
  const votesOf = new Map(voted.map(({ answerId, coefficient }) => [answerId, coefficient]));
  const elected = heldSeats(contest, seats, ({ answerId }) =>
    isMoreThanHalf(votesOf.get(answerId) ?? nano(0), base),
  );
  const pending = ties.reduce((sum, tie) => sum + tie.seats, 0);
  return {
    quotient: null,
    lists: [],
    elected,
    ties,
    isTied,
    given: seats.length,
    // Before the lot the order of alternates is unknown.
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
 * Fills the seats of an election by lists (Código de Comercio, art. 197): each list gets a seat for each whole
 * quotient in the list's votes; the largest remainders get the other seats, a single seat each. A list fills at
 * most as many seats as names; further seats go to the next remainders. A remainder of 0 gets no seat.
 */
function byQuotient(contest: Contest, candidates: readonly Gathered[], valid: Nano): SeatResult {
  const { seats } = contest;
  const sums = candidates.map(({ answerId, coefficient }) => {
    const product = BigInt(coefficient) * BigInt(seats);
    const whole = valid === 0 ? 0n : product / BigInt(valid);
    const names = contest.names.get(answerId)?.length ?? 0;
    return {
      answerId,
      votes: coefficient,
      whole: Number(whole),
      /** Remainder in parts of `seats` of 10⁻⁹. */
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
  const taken = new Set(elected.map(electedKey));
  const hasDeclined = (one: ElectedPerson) => contest.acceptances.get(electedKey(one)) === 'declined';
  const pending = ties.reduce((sum, tie) => sum + tie.seats, 0);
  const over = valid % seats;
  return {
    quotient: { whole: nano((valid - over) / seats), over },
    lists: sums.map(({ answerId, votes, whole, rest, seats: won, byRemainder }) => ({
      answerId,
      votes,
      whole,
      seats: won,
      byRemainder,
      remainder: nano(Number(rest / BigInt(seats))),
      over: Number(rest % BigInt(seats)),
    })),
    elected,
    given: slots.length,
    isTied: ties.length > 0,
    alternates: people.filter((one) => !taken.has(electedKey(one)) && !hasDeclined(one)),
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
 * Fills the seats of lists with names in order. A declined seat goes to the next name of the list (art. 197:
 * alternates replace principals of the same list). Without a further name the seat stays empty.
 * @param people of all lists with seats, in list order
 */
function seated(contest: Contest, slots: readonly Slot[], people: readonly ElectedPerson[]): SeatHolder[] {
  const queues = new Map<number, ElectedPerson[]>();
  for (const one of people) queues.set(one.answerId, [...(queues.get(one.answerId) ?? []), one]);
  const seats = slots.flatMap(({ answerId, by }): Seat[] => {
    const first = queues.get(answerId)?.shift();
    return first === undefined ? [] : [{ by, first, holder: first }];
  });
  replaceDeclined(contest, seats, ({ first }) => queues.get(first.answerId) ?? []);
  return heldSeats(contest, seats, () => null);
}

const peopleOf = ({ names }: Contest, { answerId }: { answerId: number }): ElectedPerson[] =>
  (names.get(answerId) ?? []).map((name, i) => ({ answerId, place: i + 1, name }));

const candidateName = ({ names }: Contest, answerId: number): string => names.get(answerId)?.[0] ?? '';

/** Groups neighbouring equal items of a sorted list. */
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

/** Returns the drawn order of tied answers. Null unless a lot covers all of the tied answers. */
function drawnOrder({ lots }: Contest, tied: readonly number[]): readonly number[] | null {
  const lot = lots.find((order) => tied.every((id) => order.includes(id)));
  return lot === undefined ? null : lot.filter((id) => tied.includes(id));
}
