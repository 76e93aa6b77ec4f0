import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCoefficient,
  formatExact,
  fromNumber,
  isMoreThanHalf,
  MAX_COEFFICIENT,
  type Nano,
  nano,
  parseCoefficient,
  sumNano,
  toNumber,
  wholeNano,
} from './coefficient.ts';
import { rounds } from './testing/rounds.ts';

const coefficients = fc.integer({ min: 0, max: MAX_COEFFICIENT * 1e9 }).map(nano);
const smallCoefficients = fc.integer({ min: 0, max: 100e9 }).map(nano);
const anyNano = fc.maxSafeInteger().map(nano);

/** Rounds half up with BigInt: independent reference for formatCoefficient. */
function formatByBigInt(n: Nano, decimals: number): string {
  const step = 10n ** BigInt(9 - decimals);
  const size = BigInt(Math.abs(n));
  const steps = (2n * size + step) / (2n * step);
  const digits = String(steps).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = n < 0 && steps > 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole},${digits.slice(digits.length - decimals)}`;
}

describe('parseCoefficient', () => {
  it.each([
    ['2.97', 2_970_000_000],
    ['2,97', 2_970_000_000],
    [' 2,97 % ', 2_970_000_000],
    ['2.97%', 2_970_000_000],
    ['1.234', 1_234_000_000],
    ['1,234', 1_234_000_000],
    ['1.234,5', 1_234_500_000_000],
    ['1,234.5', 1_234_500_000_000],
    ['12,345,678', null],
    ['1 234,5', 1_234_500_000_000],
    ['1\u00a0234,5', 1_234_500_000_000],
    ['.5', 500_000_000],
    [',5', 500_000_000],
    ['0', 0],
    ['007', 7_000_000_000],
    ['1e-5', 10_000],
    ['1.5E-5', 15_000],
    ['1.5e2', 150_000_000_000],
    ['0.40799999999999997', 408_000_000],
    ['0.0000000005', 1],
    ['0.00000000049', 0],
    ['0,9999999999', 1_000_000_000],
    ['99.999999999', 99_999_999_999],
    ['1000000', 1e15],
    ['1000000.000000001', null],
    ['1000000.0000000001', 1e15],
    ['1e300', null],
    ['1e-300', 0],
    ['', null],
    ['  ', null],
    ['%', null],
    ['-1', null],
    ['-0', null],
    ['+1', null],
    ['.', null],
    ['5.', null],
    ['1.23,5', null],
    ['1.234.567', null],
    ['1,2,3', null],
    ['12 5', null],
    ['0x10', null],
    ['Infinity', null],
    ['NaN', null],
    ['dos', null],
    ['٢', null],
    ['1'.repeat(100_000), null],
  ])('%j is %j', (text, expected) => {
    expect(parseCoefficient(text)).toBe(expected);
  });

  it.each([
    [0.40799999999999997, 408_000_000],
    [0.1 + 0.2, 300_000_000],
    [1e-7, 100],
    [1.5e-9, 2],
    [-0, 0],
    [1_000_000, 1e15],
    [999_999.123456789, 999_999_123_456_789],
    [1_000_000.5, null],
    [-0.1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e21, null],
  ])('the number %j is %j', (number, expected) => {
    expect(parseCoefficient(number)).toBe(expected);
  });

  it('parses the output of formatExact and formatCoefficient', () => {
    fc.assert(
      fc.property(coefficients, (n) => {
        expect(parseCoefficient(formatExact(n))).toBe(n);
        expect(parseCoefficient(formatExact(n).replace(',', '.'))).toBe(n);
        expect(parseCoefficient(formatCoefficient(n, 9))).toBe(n);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('parses the double of every coefficient', () => {
    fc.assert(
      fc.property(smallCoefficients, (n) => {
        expect(parseCoefficient(toNumber(n))).toBe(n);
        expect(fromNumber(toNumber(n))).toBe(n);
      }),
      { numRuns: rounds(1000) },
    );
    fc.assert(
      fc.property(fc.integer({ min: -4e15, max: 4e15 }).map(nano), (n) => {
        expect(fromNumber(toNumber(n))).toBe(n);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('never throws and never returns a negative value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), (anything) => {
        const parsed = parseCoefficient(anything);
        expect(parsed === null || (Number.isSafeInteger(parsed) && parsed >= 0)).toBe(true);
      }),
    );
  });
});

describe('nano and sums', () => {
  it('nano refuses unsafe integers', () => {
    for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => nano(bad)).toThrow(RangeError);
    }
    expect(() => fromNumber(Number.NaN)).toThrow(RangeError);
    expect(Object.is(nano(-0), 0)).toBe(true);
  });

  it('sums are exact in any order', () => {
    const tables = fc.array(smallCoefficients, { maxLength: 300 });
    fc.assert(
      fc.property(
        tables.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        ([list, shuffled]) => {
          const exact = list.reduce((sum, n) => sum + BigInt(n), 0n);
          expect(BigInt(sumNano(list))).toBe(exact);
          expect(sumNano(shuffled)).toBe(sumNano(list));
        },
      ),
    );
  });

  it('an unsafe sum throws instead of rounding', () => {
    expect(() => sumNano(Array(10).fill(nano(1e15)))).toThrow(RangeError);
    expect(sumNano(Array(9).fill(nano(1e15)))).toBe(9e15);
    expect(sumNano([])).toBe(0);
  });
});

describe('formatting', () => {
  it.each([
    [12_345_649_999, 4, '12,3456'],
    [12_345_650_000, 4, '12,3457'],
    [99_999_950_000, 4, '100,0000'],
    [2_500_000, 4, '0,0025'],
    [-2_500_000, 4, '-0,0025'],
    [-1, 4, '0,0000'],
    [1_500_000_000, 0, '2'],
    [1_234_000_000_000, 2, '1234,00'],
  ])('%d with %d decimals is %s', (n, decimals, expected) => {
    expect(formatCoefficient(nano(n), decimals)).toBe(expected);
  });

  it('formatExact shows every significant decimal', () => {
    expect(formatExact(nano(100e9))).toBe('100');
    expect(formatExact(nano(0))).toBe('0');
    expect(formatExact(nano(99_999_999_999))).toBe('99,999999999');
    expect(formatExact(nano(-402_080_000))).toBe('-0,40208');
  });

  it('formatCoefficient rounds half up like BigInt', () => {
    fc.assert(
      fc.property(anyNano, fc.integer({ min: 0, max: 9 }), (n, decimals) => {
        expect(formatCoefficient(n, decimals)).toBe(formatByBigInt(n, decimals));
      }),
      { numRuns: rounds(2000) },
    );
    expect(() => formatCoefficient(nano(1), 10)).toThrow(RangeError);
  });
});

describe('isMoreThanHalf', () => {
  it('half is not more than half, even of an odd whole', () => {
    expect(isMoreThanHalf(nano(50e9), nano(100e9))).toBe(false);
    expect(isMoreThanHalf(nano(50e9 + 1), nano(100e9))).toBe(true);
    expect(isMoreThanHalf(nano(50), nano(101))).toBe(false);
    expect(isMoreThanHalf(nano(51), nano(101))).toBe(true);
    expect(isMoreThanHalf(nano(0), nano(0))).toBe(false);
  });

  it('isMoreThanHalf agrees with BigInt', () => {
    const aroundHalf = anyNano.chain((whole) =>
      fc.tuple(
        fc.integer({ min: -2, max: 2 }).map((d) => nano(Math.trunc(whole / 2) + d)),
        fc.constant(whole),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(aroundHalf, fc.tuple(anyNano, anyNano)), ([part, whole]) => {
        expect(isMoreThanHalf(part, whole)).toBe(2n * BigInt(part) > BigInt(whole));
      }),
      { numRuns: rounds(2000) },
    );
  });
});

describe('wholeNano', () => {
  it('wholeNano converts without rounding or returns null', () => {
    expect(wholeNano(0)).toBe(0);
    expect(wholeNano(0.408)).toBe(408_000_000);
    expect(wholeNano(999_999.123456789)).toBe(999_999_123_456_789);
    expect(wholeNano(1e-9)).toBe(1);
    expect(wholeNano(MAX_COEFFICIENT)).toBe(MAX_COEFFICIENT * 1e9);
    for (const wrong of [0.1 + 0.2, 1e-10, -1, MAX_COEFFICIENT + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect([wrong, wholeNano(wrong)]).toEqual([wrong, null]);
    }
  });

  it('wholeNano inverts toNumber for every coefficient', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_COEFFICIENT * 1e9 }), (n) => {
        expect(wholeNano(toNumber(nano(n)))).toBe(n);
      }),
    );
  });
});
