import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Nano, nano, toNumber } from '../coefficient.ts';
import { verdictWords } from './concept-words.ts';
import { millionthsOf, type Threshold } from './law/majority.ts';
import type { Outcome } from './live.ts';
import { decide } from './tally.ts';

type Rule = 'simple' | 'perUnit' | 'qualified' | 'threshold' | 'unanimous';

interface Tally {
  rule: Rule;
  /** Percent of the by-laws, for the rule `threshold`. */
  percent?: number;
  /** Sum of the approving answer, and of the base, in 10⁻⁹ or in votes. */
  inFavour: number;
  whole: number;
  answer?: string;
  mode?: Outcome['mode'];
}

/** Decides a question by the rules of the product, and returns the verdict in words with the status. */
function verdictOf({ rule, percent = 60, inFavour, whole, answer = 'Si', mode = 'inPerson' }: Tally) {
  const threshold: Threshold = { percent, base: 'represented' };
  const isVotes = rule === 'perUnit';
  const sum = nano(isVotes ? 0 : inFavour);
  const decision = decide(
    {
      rule,
      threshold:
        rule === 'threshold' ? { millionths: millionthsOf(percent) ?? 0, base: 'represented' } : null,
      approvingAnswerId: 1,
      blankAnswerId: null,
      active: false,
      closed: true,
    },
    [{ answerId: 1, apartments: 1, coefficient: sum, dwellings: isVotes ? inFavour : 0, inRoom: sum }],
    { apartments: whole, coefficient: nano(whole), dwellings: whole, quorum: true },
    { total: nano(whole), mode },
  );
  const words = verdictWords({
    active: 0,
    rule,
    ...(rule === 'threshold' ? { threshold } : {}),
    answers: [
      {
        answerId: 1,
        answerDescription: answer,
        apartments: 1,
        coefficient: inTable(sum),
        dwellings: isVotes ? inFavour : 0,
        inRoom: inTable(sum),
      },
    ],
    outcome: {
      ...decision,
      base: { ...decision.base, coefficient: inTable(decision.base.coefficient) },
      blankAnswerId: null,
      mode,
      passesHalf: null,
      election: undefined,
    } as Outcome,
  });
  return { status: decision.status, sentence: words?.sentence ?? '', beside: words?.beside ?? '' };
}

const inTable = (sum: Nano): number => toNumber(sum);

/** Line of a rule in millionths of the base. */
function lineOf({ rule, percent = 60 }: Tally): bigint {
  if (rule === 'qualified') return 700_000n;
  if (rule === 'unanimous') return 1_000_000n;
  return rule === 'threshold' ? BigInt(millionthsOf(percent) ?? 0) : 500_000n;
}

describe('the verdict in a sentence', () => {
  it.each<[Tally, string, string]>([
    [
      { rule: 'simple', inFavour: 70.3e9, whole: 100e9 },
      'Sí ganó: 7 de cada 10; bastaba más de la mitad',
      '70,30 % de lo representado',
    ],
    [
      { rule: 'qualified', inFavour: 66.86e9, whole: 100e9 },
      'Sí 66,86 %: no alcanzó el 70 %',
      '66,86 % de toda la copropiedad',
    ],
    [
      { rule: 'qualified', inFavour: 81e9, whole: 100e9, mode: 'mixed' },
      'Sí ganó: 8 de cada 10; bastaba el 70 %',
      '81,00 % de toda la copropiedad, con los votos del salón',
    ],
    [
      { rule: 'simple', inFavour: 50e9, whole: 100e9 },
      'Sí 50,00 %: no pasó de la mitad',
      '50,00 % de lo representado',
    ],
    [
      { rule: 'perUnit', inFavour: 98, whole: 100 },
      'Sí ganó: 98 de cada 100; bastaba más de la mitad',
      '98,00 % de los votos representados',
    ],
    [
      { rule: 'simple', inFavour: 99.8e9, whole: 100e9 },
      'Sí ganó: 99,80 %; bastaba más de la mitad',
      '99,80 % de lo representado',
    ],
    [
      { rule: 'unanimous', inFavour: 100e9, whole: 100e9 },
      'Sí ganó: 10 de cada 10; se requería todo',
      '100,00 % de toda la copropiedad',
    ],
    [
      { rule: 'threshold', percent: 60.5, inFavour: 61e9, whole: 100e9, answer: 'Plan A' },
      '«Plan A» ganó: 61 de cada 100; bastaba más del 60,5 %',
      '61,00 % de lo representado',
    ],
  ])('%o', (tally, sentence, beside) => {
    expect(verdictOf(tally)).toMatchObject({ sentence, beside });
  });

  it('a rounded part never crosses the line of the rule, and is the whole only at 100 %', () => {
    const line = fc.constantFrom<Pick<Tally, 'rule' | 'percent'>>(
      { rule: 'simple' },
      { rule: 'perUnit' },
      { rule: 'qualified' },
      { rule: 'unanimous' },
      { rule: 'threshold', percent: 57 },
      { rule: 'threshold', percent: 66.6667 },
    );
    const tally = fc
      .tuple(
        line,
        fc.integer({ min: 1, max: 100_000_000_000 }),
        fc.integer({ min: -300, max: 300 }),
        fc.nat(),
      )
      .map(([rule, whole, away, any]): Tally => {
        // Half of the tallies lie close to the line, or to the whole.
        const near = Number(
          (BigInt(whole) * (any % 4 === 0 ? 1_000_000n : lineOf({ ...rule, inFavour: 0, whole }))) /
            1_000_000n,
        );
        const inFavour = any % 2 === 0 ? near + away : any;
        return { ...rule, whole, inFavour: Math.max(1, Math.min(whole, inFavour)) };
      });
    fc.assert(
      fc.property(tally, (one) => {
        const { status, sentence } = verdictOf(one);
        const rounded = /ganó: (\d+) de cada (\d+);/.exec(sentence);
        const exact = /(\d+(?:,\d+)?) %/.exec(sentence.split(';')[0] ?? '')?.[1];
        const isWhole = one.inFavour === one.whole;
        expect(sentence.includes('ganó')).toBe(status === 'approved');
        if (rounded) {
          const [part, of] = [BigInt(rounded[1] ?? 0), BigInt(rounded[2] ?? 0)];
          expect(part === of).toBe(isWhole);
          const [left, right] = [part * 1_000_000n, lineOf(one) * of];
          expect(
            left > right || (left === right && part * BigInt(one.whole) === of * BigInt(one.inFavour)),
          ).toBe(true);
          expect(Math.abs(Number(part) / Number(of) - one.inFavour / one.whole)).toBeLessThanOrEqual(
            0.5 / Number(of) + 1e-12,
          );
        } else {
          expect(exact).toBeDefined();
          expect(/^100(,0+)?$/.test(exact ?? '')).toBe(isWhole);
        }
      }),
      { seed: 44, numRuns: 3_000 },
    );
  });
});
