import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nano } from '../../coefficient.ts';
import { rounds } from '../../testing/rounds.ts';
import { type Contest, type ElectionMethod, electSeats, personKey } from './election.ts';
import { handElection } from './hand-election.fixture.ts';

const noNotes = { lots: [], acceptances: new Map() };

interface Drawn {
  method: ElectionMethod;
  seats: number;
  /** Coefficient of the votes of each candidate or list, in 10⁻⁹. */
  votes: number[];
  names: number[];
  blank: number;
  /** Coefficient of further valid ballots in a nominal election, in 10⁻⁹. */
  more: number;
}

/** Generates elections with small numbers, so that quotients are often whole and remainders often tie. */
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    method: fc.constantFrom<ElectionMethod>('nominal', 'quotient'),
    seats: fc.integer({ min: 2, max: 9 }),
    lists: fc.integer({ min: 1, max: 7 }),
    unit: fc.constantFrom(1, 7, 1_000_000_000, 999_999_937),
    blank: fc.integer({ min: 0, max: 12 }),
    more: fc.integer({ min: 0, max: 5 }),
  })
  .chain(({ lists, unit, blank, more, ...rest }) =>
    fc.record({
      method: fc.constant(rest.method),
      seats: fc.constant(rest.seats),
      votes: fc.array(
        fc.integer({ min: 0, max: 12 }).map((votes) => votes * unit),
        { minLength: lists, maxLength: lists },
      ),
      names: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: lists, maxLength: lists }),
      blank: fc.constant(blank * unit),
      more: fc.constant(more * unit),
    }),
  );

function contestOf({ method, seats, votes, names }: Drawn): Contest {
  const people = votes.map((_, i): [number, string[]] => [
    i + 1,
    Array.from({ length: method === 'nominal' ? 1 : (names[i] ?? 1) }, (_, at) => `${i + 1}.${at + 1}`),
  ]);
  return { ...noNotes, method, seats, names: new Map(people) };
}

function elect(drawn: Drawn, contest: Contest) {
  const blankId = drawn.votes.length + 1;
  const answers = [...drawn.votes, drawn.blank].map((votes, i) => ({
    answerId: i + 1,
    coefficient: nano(votes),
  }));
  const sum = drawn.votes.reduce((so, votes) => so + votes, 0) + drawn.blank;
  // Nominal ballots hold several names, so valid votes may be fewer than the sum over names.
  const valid = drawn.method === 'nominal' ? Math.max(...drawn.votes, 0) + drawn.blank + drawn.more : sum;
  return electSeats(contest, blankId, answers, nano(valid), nano(valid));
}

describe('seats of an election', () => {
  it('seats match an independent computation from the law, with ties, lots and blanks', () => {
    fc.assert(
      fc.property(drawn, fc.infiniteStream(fc.nat()), (drawing, luck) => {
        const draw = (ids: readonly number[]) =>
          ids
            .map((id) => [id, Number(luck.next().value)] as const)
            .sort((a, b) => a[1] - b[1])
            .map(([id]) => id);
        let contest = contestOf(drawing);
        const before = elect(drawing, contest);
        const hand = handElection(drawing);
        expect(
          before.ties.map(({ answerIds, seats }) => [[...answerIds].sort((a, b) => a - b), seats]),
        ).toEqual(hand.ties);
        const lots = before.ties.map(({ answerIds }) => draw(answerIds));
        contest = { ...contest, lots };
        const after = elect(drawing, contest);
        const settled = handElection(drawing, lots);
        expect(after.ties).toEqual([]);
        expect(after.elected.map(({ name }) => name)).toEqual(settled.elected);
        expect(after.alternates.map(({ name }) => name)).toEqual(settled.alternates);
        expect(after.vacant).toBe(drawing.seats - settled.elected.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never gives too many seats, a name twice, or a name before the one above in the list', () => {
    fc.assert(
      fc.property(drawn, fc.array(fc.tuple(fc.nat(9), fc.nat(6)), { maxLength: 4 }), (drawing, gone) => {
        const contest = contestOf(drawing);
        const declined = gone.map(([list, place]) => personKey(list + 1, place + 1));
        const acceptances = new Map(declined.map((key) => [key, 'declined' as const]));
        for (const one of [contest, { ...contest, acceptances }]) {
          const { elected, alternates, declined: out, ties, vacant } = elect(drawing, one);
          const pending = ties.reduce((sum, tie) => sum + tie.seats, 0);
          expect(elected.length + pending + vacant).toBe(drawing.seats);
          const people = [...elected, ...alternates, ...out].map(({ answerId, place }) =>
            personKey(answerId, place),
          );
          expect(new Set(people).size).toBe(people.length);
          expect(new Set(elected.map(({ seat }) => seat)).size).toBe(elected.length);
          expect(elected.every(({ acceptance }) => acceptance !== 'declined')).toBe(true);
        }
        const { elected } = elect(drawing, contest);
        for (const { answerId, place } of elected) {
          expect(
            place === 1 || elected.some((one) => one.answerId === answerId && one.place === place - 1),
          ).toBe(true);
        }
      }),
      { numRuns: rounds(50) },
    );
  });

  const lists = (seats: number, votes: readonly number[], names: readonly number[], blank = 0) => {
    const drawing: Drawn = {
      method: 'quotient',
      seats,
      votes: [...votes],
      names: [...names],
      blank,
      more: 0,
    };
    return elect(drawing, contestOf(drawing));
  };

  it('art. 197: the example assembly gives 2, 3 and 0 of five seats', () => {
    const { elected, quotient } = lists(5, [16_280_000_000, 24_180_000_000, 0], [5, 5, 5]);
    expect(quotient).toEqual({ whole: 8_092_000_000, over: 0 });
    expect(elected.map(({ answerId }) => answerId)).toEqual([2, 2, 1, 1, 2]);
  });

  it('a list fills at most its names; other seats go to the next remainders or stay empty', () => {
    const { elected, vacant, lists: sums } = lists(5, [80, 20], [2, 1]);
    expect(sums.map(({ whole, seats, byRemainder }) => [whole, seats, byRemainder])).toEqual([
      [4, 2, 0],
      [1, 1, 0],
    ]);
    expect([elected.length, vacant]).toEqual([3, 2]);
  });

  it('blank votes raise the quotient and take no seat', () => {
    const { elected, vacant, blankLeads } = lists(3, [10, 0], [3, 3], 20);
    expect(elected.map(({ name, by }) => [name, by])).toEqual([['1.1', 'quotient']]);
    expect([vacant, blankLeads]).toEqual([2, true]);
  });

  it('sums are exact for a quotient without finite decimals', () => {
    const { quotient, lists: sums } = lists(7, [9_000_000_000_000_000 - 3, 3], [7, 7]);
    expect(quotient).toEqual({ whole: 1_285_714_285_714_285, over: 5 });
    expect(sums[0]).toMatchObject({ whole: 6 });
    const [first] = sums;
    const back = 6n * 9_000_000_000_000_000n + BigInt(first?.remainder ?? 0) * 7n + BigInt(first?.over ?? 0);
    expect(back).toBe(7n * (9_000_000_000_000_000n - 3n));
  });

  it('a declined seat goes to the next alternate, and other seats do not change', () => {
    fc.assert(
      fc.property(drawn, fc.array(fc.nat(), { maxLength: 8 }), fc.boolean(), (drawing, luck, withLots) => {
        let contest = contestOf(drawing);
        if (withLots)
          contest = { ...contest, lots: elect(drawing, contest).ties.map((tie) => tie.answerIds) };
        const announced = elect(drawing, contest);
        let before = announced;
        const names = new Map(announced.elected.map(({ seat, name }) => [seat, name]));
        for (const pick of luck) {
          const person = before.elected[pick % Math.max(1, before.elected.length)];
          if (person === undefined) break;
          const acceptances = new Map(contest.acceptances).set(
            personKey(person.answerId, person.place),
            'declined',
          );
          contest = { ...contest, acceptances };
          const after = elect(drawing, contest);
          const others = ({ elected }: typeof after) => elected.filter(({ seat }) => seat !== person.seat);
          expect(others(after)).toEqual(others(before));
          const follows = before.alternates.filter(
            ({ answerId }) => drawing.method === 'nominal' || answerId === person.answerId,
          );
          const now = after.elected.find(({ seat }) => seat === person.seat);
          const waits = after.ties.some(
            ({ answerIds, seats }, i) =>
              seats > (before.ties[i]?.seats ?? 0) &&
              (follows[0] === undefined || answerIds.includes(follows[0].answerId)),
          );
          if (waits) expect(now).toBeUndefined();
          else if (follows[0] === undefined)
            expect([now, after.vacant]).toEqual([undefined, before.vacant + 1]);
          else {
            const insteadOf = names.get(person.seat);
            expect(now).toMatchObject({ ...follows[0], by: person.by, isAlternate: true, insteadOf });
          }
          expect([after.given, after.isTied]).toEqual([announced.given, announced.isTied]);
          before = after;
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  it('nominal: the loser of a lot takes a declined seat; the winner stays elected by lot', () => {
    const drawing: Drawn = {
      method: 'nominal',
      seats: 2,
      votes: [50, 20, 20, 10],
      names: [],
      blank: 0,
      more: 0,
    };
    const acceptances = new Map([[personKey(1, 1), 'declined' as const]]);
    expect(elect(drawing, { ...contestOf(drawing), lots: [[3, 2]], acceptances })).toMatchObject({
      elected: [
        { seat: 1, name: '2.1', by: 'votes', isAlternate: true, insteadOf: '1.1' },
        { seat: 2, name: '3.1', by: 'lot', isAlternate: false },
      ],
      alternates: [{ name: '4.1' }],
    });
  });

  it('declines are filled in order of entry, also within a list', () => {
    const drawing: Drawn = { method: 'quotient', seats: 2, votes: [9], names: [4], blank: 0, more: 0 };
    const acceptances = new Map([
      [personKey(1, 2), 'declined' as const],
      [personKey(1, 1), 'declined' as const],
    ]);
    expect(elect(drawing, { ...contestOf(drawing), acceptances }).elected).toMatchObject([
      { seat: 1, name: '1.4', insteadOf: '1.1' },
      { seat: 2, name: '1.3', insteadOf: '1.2' },
    ]);
  });

  it('nominal: a declined seat waits for the lot of tied alternates', () => {
    const drawing: Drawn = { method: 'nominal', seats: 2, votes: [9, 8, 5, 5], names: [], blank: 0, more: 0 };
    const contest = contestOf(drawing);
    expect(elect(drawing, contest).ties).toEqual([{ answerIds: [3, 4], seats: 0 }]);
    const acceptances = new Map([[personKey(1, 1), 'declined' as const]]);
    expect(elect(drawing, { ...contest, acceptances })).toMatchObject({
      elected: [{ seat: 2, name: '2.1' }],
      ties: [{ answerIds: [3, 4], seats: 1 }],
      isTied: false,
    });
    expect(elect(drawing, { ...contest, acceptances, lots: [[4, 3]] })).toMatchObject({
      elected: [
        { seat: 1, name: '4.1', isAlternate: true, insteadOf: '1.1' },
        { seat: 2, name: '2.1', isAlternate: false },
      ],
      alternates: [{ name: '3.1' }],
      ties: [],
    });
  });
});
