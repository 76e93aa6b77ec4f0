import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HUNDRED, MAX_COEFFICIENT, type Nano, nano } from '../coefficient.ts';
import { defined } from '../defined.ts';
import { millionthsOf, rules } from './law/majority.ts';
import { type AnswerCount, type Base, type CountedQuestion, decide, decidingMode, votedOf } from './tally.ts';

const mode = fc.constantFrom('inPerson' as const, 'virtual' as const, 'mixed' as const);

/** Stored vote of a unit, with weight. */
interface Vote {
  answerId: number;
  coefficient: Nano;
  dwelling: boolean;
  remote: boolean;
}
const vote: fc.Arbitrary<Vote> = fc.record({
  answerId: fc.integer({ min: 1, max: 4 }),
  coefficient: fc.integer({ min: 1, max: MAX_COEFFICIENT * 1_000_000 }).map(nano),
  dwelling: fc.boolean(),
  remote: fc.boolean(),
});

function count(votes: readonly Vote[]): AnswerCount[] {
  const answers = [1, 2, 3, 4].map((answerId) => empty(answerId));
  for (const { answerId, coefficient, dwelling, remote } of votes) {
    const answer = answers[answerId - 1];
    if (answer === undefined) continue;
    answer.apartments += 1;
    answer.coefficient = nano(answer.coefficient + coefficient);
    answer.dwellings += dwelling ? 1 : 0;
    answer.inRoom = nano(answer.inRoom + (remote ? 0 : coefficient));
  }
  return answers;
}

const empty = (answerId: number): AnswerCount => gathered(answerId, {});
function gathered(answerId: number, some: Partial<Record<keyof AnswerCount, number>>): AnswerCount {
  const coefficient = nano(some.coefficient ?? 0);
  return {
    answerId,
    apartments: some.apartments ?? (coefficient > 0 ? 1 : 0),
    coefficient,
    dwellings: some.dwellings ?? 0,
    inRoom: nano(some.inRoom ?? coefficient),
  };
}

const closed = (
  rule: CountedQuestion['rule'],
  approvingAnswerId = 1,
  blankAnswerId: number | null = null,
): CountedQuestion => ({
  rule,
  ...defined({ threshold: rule === 'threshold' ? { millionths: 600_000, base: 'represented' } : undefined }),
  approvingAnswerId,
  blankAnswerId,
  active: false,
  closed: true,
});
const represented = (coefficient: number, quorum = true): Base => ({
  apartments: 10,
  coefficient: nano(coefficient),
  dwellings: 10,
  quorum,
});
const roll = (total: number, how: 'inPerson' | 'virtual' | 'mixed' = 'inPerson') => ({
  total: nano(total),
  mode: how,
});

describe('tally', () => {
  it('a tally is the sum of its units, in any order', () => {
    const shuffled = fc
      .array(vote, { maxLength: 80 })
      .chain((votes) =>
        fc.tuple(
          fc.constant(votes),
          fc.shuffledSubarray(votes, { minLength: votes.length, maxLength: votes.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([votes, otherwise]) => {
        const sum = votes.reduce((all, { coefficient }) => all + BigInt(coefficient), 0n);
        const answers = count(votes);
        expect(BigInt(votedOf(answers).coefficient)).toBe(sum);
        expect(votedOf(answers).apartments).toBe(votes.length);
        expect(count(otherwise)).toEqual(answers);
        expect(votedOf([...answers].reverse())).toEqual(votedOf(answers));
      }),
    );
  });

  it('a tally without votes is zero', () => {
    expect(votedOf([])).toEqual({ apartments: 0, coefficient: 0 });
    expect(votedOf([empty(1), empty(2)])).toEqual({ apartments: 0, coefficient: 0 });
  });

  it('the order of the answers does not change the decision', () => {
    fc.assert(
      fc.property(fc.array(vote, { maxLength: 40 }), fc.constantFrom(...rules), mode, (votes, rule, how) => {
        const answers = count(votes);
        const base = represented(votedOf(answers).coefficient + 1);
        const standing = roll(base.coefficient * 1, how);
        const decision = decide(closed(rule), answers, base, standing);
        expect(decide(closed(rule), [...answers].reverse(), base, standing)).toEqual(decision);
      }),
    );
  });
});

describe('simple majority', () => {
  const decision = (inFavour: number, base: number) =>
    decide(
      closed('simple'),
      [gathered(1, { coefficient: inFavour }), gathered(2, { coefficient: 1 })],
      represented(base),
      roll(HUNDRED),
    );

  it('simple majority: exactly half of the represented fails, a billionth more passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000_000_000_000 }), (half) => {
        expect(decision(half, 2 * half).status).toBe('rejected');
        expect(decision(half + 1, 2 * half).status).toBe('approved');
        expect(decision(half, 2 * half + 1).status).toBe('rejected');
        expect(decision(half + 1, 2 * half + 1).status).toBe('approved');
      }),
    );
  });

  it('simple majority: the base is the represented coefficient, not the votes', () => {
    const answers = [gathered(1, { coefficient: 30 }), gathered(2, { coefficient: 5 })];
    const made = decide(closed('simple'), answers, represented(100), roll(100));
    expect(made).toMatchObject({ status: 'rejected', answerId: 1, share: 0.3 });
    expect(made.base.coefficient).toBe(100);
  });

  it('simple majority: the chosen approving answer decides, not the most voted', () => {
    const answers = [gathered(1, { coefficient: 80 }), gathered(2, { coefficient: 20 })];
    expect(decide(closed('simple', 2), answers, represented(100), roll(100))).toMatchObject({
      status: 'rejected',
      answerId: 2,
    });
    expect(decide(closed('simple', 9), answers, represented(100), roll(100)).status).toBe('rejected');
  });
});

describe('question decided per unit', () => {
  it('a question per unit counts dwellings, not coefficients', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (half) => {
        const decided = (dwellings: number, base: number) =>
          decide(
            closed('perUnit'),
            [gathered(1, { coefficient: 1, dwellings }), gathered(2, { coefficient: 99, dwellings: 1 })],
            { ...represented(100), dwellings: base },
            roll(100),
          ).status;
        expect(decided(half, 2 * half)).toBe('rejected');
        expect(decided(half + 1, 2 * half)).toBe('approved');
        expect(decided(half, 2 * half + 1)).toBe('rejected');
        expect(decided(half + 1, 2 * half + 1)).toBe('approved');
      }),
    );
  });

  it('a question per unit is rejected without a represented dwelling', () => {
    const answers = [gathered(1, { coefficient: 60 })];
    const base = { ...represented(60), dwellings: 0 };
    expect(decide(closed('perUnit'), answers, base, roll(100))).toMatchObject({
      status: 'rejected',
      share: 0,
    });
  });
});

describe('qualified majority', () => {
  const decided = (
    inFavour: number,
    total: number,
    how: 'inPerson' | 'mixed' = 'inPerson',
    inRoom = inFavour,
  ) => {
    const answers = [gathered(1, { coefficient: inFavour, inRoom })];
    const mode = decidingMode('qualified', how, answers);
    return decide(closed('qualified'), answers, represented(Math.max(1, inFavour)), roll(total, mode));
  };

  it('qualified majority: exactly 70 % of the roll passes, a billionth less fails', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000_000_000_000 }), (tenth) => {
        expect(decided(7 * tenth, 10 * tenth).status).toBe('approved');
        expect(decided(7 * tenth - 1, 10 * tenth).status).toBe('rejected');
      }),
    );
  });

  it('the 70 % match a BigInt computation', () => {
    const total = fc.integer({ min: 1, max: 9_000_000_000_000_000 });
    fc.assert(
      fc.property(total, fc.double({ min: 0.69, max: 0.71, noNaN: true }), (whole, part) => {
        const inFavour = Math.max(1, Math.floor(whole * part));
        const enough = 10n * BigInt(inFavour) >= 7n * BigInt(whole);
        expect(decided(inFavour, whole).status).toBe(enough ? 'approved' : 'rejected');
      }),
    );
  });

  it('a qualified majority counts only votes in the room, mixed or in person', () => {
    for (const mode of ['mixed', 'inPerson'] as const) {
      expect(decided(90, 100, mode, 69)).toMatchObject({ status: 'rejected', share: 0.69 });
      expect(decided(90, 100, mode, 70)).toMatchObject({ status: 'approved', share: 0.7 });
    }
  });

  it('a closing from before the rule counts all votes of a qualified majority in person', () => {
    const answers = [gathered(1, { coefficient: 90, inRoom: 69 })];
    expect(decide(closed('qualified'), answers, represented(90), roll(100, 'inPerson'))).toMatchObject({
      status: 'approved',
      share: 0.9,
    });
  });

  it('qualified majority: the base is the whole roll, for any attendance', () => {
    expect(decided(69, 100)).toMatchObject({ status: 'rejected', base: { coefficient: 100 } });
    expect(decided(0, 0).status).not.toBe('approved');
  });
});

describe('majority of the by-laws', () => {
  const decided = (millionths: number, base: 'represented' | 'roll', inFavour: number, whole: number) =>
    decide(
      { ...closed('threshold'), threshold: { millionths, base } },
      [gathered(1, { coefficient: inFavour, inRoom: 0 })],
      represented(base === 'roll' ? inFavour : whole),
      roll(base === 'roll' ? whole : 2 * whole, 'mixed'),
    );

  it('by-laws: exactly the percentage fails, a billionth more passes, for both bases', () => {
    const base = fc.constantFrom('represented' as const, 'roll' as const);
    const percent = fc.integer({ min: 500_001, max: 700_000 });
    fc.assert(
      fc.property(percent, base, fc.integer({ min: 1, max: 4_000_000_000 }), (millionths, of, part) => {
        const [exact, whole] = [millionths * part, 1_000_000 * part];
        expect(decided(millionths, of, exact, whole)).toMatchObject({
          status: 'rejected',
          base: { coefficient: whole },
          passesHalf: null,
        });
        expect(decided(millionths, of, exact + 1, whole).status).toBe('approved');
      }),
    );
  });

  it('by-laws: a percentage is above 50 and at most 70, with up to four decimals', () => {
    const [least, most] = [50.0001, 70];
    expect([least, 60, 66.6667, 51.5, most].map(millionthsOf)).toEqual([
      500_001, 600_000, 666_667, 515_000, 700_000,
    ]);
    for (const refused of [50, 70.0001, 66.66667, 0, -60, 100, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(millionthsOf(refused), String(refused)).toBeNull();
    }
    for (let millionths = 500_001; millionths <= 700_000; millionths += 7) {
      expect(millionthsOf(millionths / 10_000)).toBe(millionths);
    }
  });
});

describe('unanimity', () => {
  const decided = (
    inFavour: number,
    total: number,
    how: 'inPerson' | 'mixed' = 'inPerson',
    inRoom = inFavour,
  ) =>
    decide(
      closed('unanimous'),
      [gathered(1, { coefficient: inFavour, inRoom }), gathered(2, { coefficient: 0 })],
      represented(inFavour),
      roll(total, how),
    ).status;

  it('unanimity needs every coefficient of the roll: a missing billionth fails', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000_000_000_000_000 }), (total) => {
        expect(decided(total, total)).toBe('approved');
        if (total > 1) expect(decided(total - 1, total)).toBe('rejected');
      }),
    );
    expect(decided(0, 0)).not.toBe('approved');
  });

  it('unanimity in a mixed assembly counts only votes in the room', () => {
    expect(decided(100, 100, 'mixed', 99)).toBe('rejected');
    expect(decided(100, 100, 'mixed', 100)).toBe('approved');
  });
});

describe('election', () => {
  const elect = (...coefficients: number[]) =>
    decide(
      closed('election'),
      coefficients.map((coefficient, i) => gathered(i + 1, { coefficient })),
      represented(100),
      roll(100),
    );

  it('the most voted answer wins, with or without half', () => {
    expect(elect(30, 20, 10)).toMatchObject({ status: 'elected', answerId: 1, share: 0.3 });
    expect(elect(10, 20, 60)).toMatchObject({ status: 'elected', answerId: 3, share: 0.6 });
  });

  it('a tie elects no answer, for any number and place of tied answers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 6 }),
        (most, others) => {
          const below = others.map((other) => other % most);
          expect(elect(most, ...below, most)).toMatchObject({ status: 'tied', answerId: null });
          expect(elect(...below, most)).toMatchObject({ status: 'elected', answerId: below.length + 1 });
        },
      ),
    );
  });
});

describe('blank vote of an election', () => {
  const BLANK = 3;
  const elect = (coefficients: readonly number[], base: number) =>
    decide(
      closed('election', 1, BLANK),
      coefficients.map((coefficient, i) => gathered(i + 1, { coefficient })),
      represented(base),
      roll(HUNDRED),
    );
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: BLANK, maxLength: 6 });

  it('the blank vote is never elected, never ties, and does not change the ranking', () => {
    fc.assert(
      fc.property(few, fc.integer({ min: 0, max: 50 }), (votes, blank) => {
        const made = elect(votes.with(BLANK - 1, blank), 500);
        expect(made.answerId).not.toBe(BLANK);
        const candidates = votes.map((coefficient, i) => (i === BLANK - 1 ? 0 : coefficient));
        const most = Math.max(...candidates);
        const leaders = candidates.filter((coefficient) => coefficient === most).length;
        if (most > 0) expect(made.status).toBe(leaders === 1 ? 'elected' : 'tied');
        else expect(made.status).toBe(blank > 0 ? 'rejected' : 'noVotes');
      }),
    );
  });

  it('blank votes alone elect no candidate', () => {
    expect(elect([0, 0, 80], 100)).toMatchObject({
      status: 'rejected',
      answerId: null,
      share: 0,
      passesHalf: null,
    });
  });

  it('passing half with blank votes: exactly half fails, a billionth more passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4_000_000_000_000_000 }), (half) => {
        expect(elect([half, 1, half - 1], 2 * half).passesHalf).toBe(false);
        expect(elect([half + 1, 0, half - 1], 2 * half).passesHalf).toBe(true);
      }),
    );
    expect(elect([20, 20, 10], 100).passesHalf).toBeNull();
  });

  it('passesHalf is null except for elections', () => {
    for (const rule of rules.filter((one) => one !== 'election')) {
      const yes = [gathered(1, { coefficient: 100, dwellings: 9 }), empty(2)];
      expect(decide(closed(rule, 1, 1), yes, represented(100), roll(100))).toMatchObject({
        status: 'approved',
        passesHalf: null,
      });
    }
  });
});

describe('every rule', () => {
  const unanimous = [gathered(1, { coefficient: 100, dwellings: 10 }), empty(2)];
  const nobody = [empty(1), empty(2)];

  it.each(rules)('%s: a question closed without quorum is noQuorum, votes or none', (rule) => {
    expect(decide(closed(rule), unanimous, represented(100, false), roll(100)).status).toBe('noQuorum');
    expect(decide(closed(rule), nobody, represented(100, false), roll(100)).status).toBe('noQuorum');
  });

  it.each(rules)('%s: a question without votes is noVotes, not a tie', (rule) => {
    expect(decide(closed(rule), nobody, represented(100), roll(100)).status).toBe('noVotes');
  });

  it.each(rules)('%s: a prepared or reopened question is open', (rule) => {
    const prepared = { ...closed(rule), closed: false };
    const reopened = { ...closed(rule), active: true };
    for (const question of [prepared, reopened]) {
      expect(decide(question, unanimous, represented(100), roll(100)).status).toBe('open');
      expect(decide(question, unanimous, represented(100, false), roll(100)).status).toBe('open');
    }
  });

  it.each(rules)('%s: the shown share is between 0 and 1 for any votes', (rule) => {
    fc.assert(
      fc.property(fc.array(vote, { maxLength: 20 }), mode, (votes, how) => {
        const answers = count(votes);
        const { coefficient } = votedOf(answers);
        const base: Base = { apartments: votes.length, coefficient, dwellings: votes.length, quorum: true };
        const { share } = decide(closed(rule), answers, base, { total: coefficient, mode: how });
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});
