import { describe, expect, it } from 'vitest';
import { coefficientBeside, percent, percentBeside } from '../format.ts';
import { barsOf } from './answer-bars.ts';
import { outcomeWords, quorumWords } from './concept-words.ts';
import type { LiveConcept } from './live.ts';

const answer = (answerId: number, coefficient: number) => ({
  answerId,
  coefficient,
  answerDescription: `R${answerId}`,
  apartments: 1,
  dwellings: 1,
  inRoom: coefficient,
});
const closed = (
  rule: 'qualified' | 'election' | 'simple',
  base: number,
  coefficients: readonly number[],
  status: 'approved' | 'rejected' | 'elected',
): LiveConcept => ({
  conceptId: 2,
  conceptDescription: '¿Sí?',
  active: 0,
  rule,
  voted: { apartments: coefficients.length, coefficient: coefficients.reduce((a, b) => a + b, 0) },
  answers: coefficients.map((one, i) => answer(i + 1, one)),
  outcome: {
    status,
    answerId: 1,
    share: (coefficients[0] ?? 0) / base,
    passesHalf: null,
    blankAnswerId: null,
    base: { apartments: 3, coefficient: base },
    mode: 'inPerson' as const,
  },
});
const joint = (registered: number, total: number) => ({
  assembly: null,
  concepts: [],
  registered: { apartments: 2, coefficient: registered },
  total: { apartments: 3, coefficient: total },
});

describe('figures beside a threshold', () => {
  it('a figure is never written as the threshold, as zero or as the whole', () => {
    expect([percent(0.5), percent(0), percent(1), percent(0.123_456)]).toEqual([
      '50,00 %',
      '0,00 %',
      '100,00 %',
      '12,35 %',
    ]);
    expect(percent(99.999_999_998 / 100)).toBe('99,999999998 %');
    expect(percent(0.000_000_01)).toBe('0,000001 %');
    expect(percentBeside(69.999_999_999 / 99.999_999_999, 0.7)).toBe('69,9999999997 %');
    expect(percentBeside(0.333_333_34, 0.333_333_33, 0.5)).toBe('33,333334 %');
    expect([coefficientBeside(50, 50.000_000_001), coefficientBeside(50.000_000_001, 50)]).toEqual([
      '50',
      '50,000000001',
    ]);
    expect(coefficientBeside(50, 50, 40)).toBe('50,0000');
  });

  it('distinguishes a qualified majority missed by a billionth', () => {
    const missed = closed('qualified', 99.999_999_999, [69.999_999_999], 'rejected');
    expect(outcomeWords(missed)).toMatchObject({ title: 'No aprobada', figure: '69,9999999997 %' });
    const [bar] = barsOf(missed, joint(99.999_999_999, 99.999_999_999));
    expect(bar?.words).toEqual({
      share: '69,9999999997 %',
      coefficient: '69,999999999',
      inRoom: '69,999999999',
    });
  });

  it('distinguishes the most voted answer from nearly equal ones', () => {
    const elected = closed('election', 100, [33.333_34, 33.333_33, 33.333_33], 'elected');
    const words = barsOf(elected, joint(100, 100)).map((bar) => [bar.words.share, bar.words.coefficient]);
    expect(words).toEqual([
      ['33,33334 %', '33,33334'],
      ['33,33333 %', '33,33333'],
      ['33,33333 %', '33,33333'],
    ]);
  });

  it('distinguishes a quorum a billionth above or below the half', () => {
    const quorum = (registered: number, required: number, reached: boolean, missing: number) =>
      quorumWords({
        registered: { apartments: 2, coefficient: registered },
        quorum: { required, reached, missing },
        assembly: null,
      }).detail;
    expect(quorum(50.000_000_001, 50, true, 0)).toContain(
      'Se requiere más de 50; están representados 50,000000001',
    );
    expect(quorum(49.999_999_999, 50, false, 0.000_000_002)).toContain(
      'Se requiere más de 50; están representados 49,999999999',
    );
    expect(quorum(0, 50, false, 50.000_000_001)).toContain('falta más de 50,0000');
  });
});
