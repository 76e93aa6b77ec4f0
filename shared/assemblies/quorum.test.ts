import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_COEFFICIENT, type Nano, nano, sumNano } from '../coefficient.ts';
import { quorumOf } from './quorum.ts';

/** Generates coefficients of realistic tables: a few hundred units, up to the maximum coefficient. */
const unit = fc.integer({ min: 0, max: MAX_COEFFICIENT * 1_000_000 }).map(nano);
const total = fc.integer({ min: 1, max: 9_000_000_000_000_000 }).map(nano);
const several = fc.integer({ min: 2, max: 500 });

const firstCall = (registered: Nano, whole: Nano, owners: number) =>
  quorumOf({ call: 1, registered, total: whole, owners });

describe('quorum in first call', () => {
  it('the first call fails at exactly half and passes a billionth above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000_000_000_000 }), several, (half, owners) => {
        const whole = nano(2 * half);
        const atHalf = firstCall(nano(half), whole, owners);
        expect(atHalf).toEqual({ required: half, reached: false, missing: 1 });
        expect(firstCall(nano(half + 1), whole, owners).reached).toBe(true);
        expect(firstCall(nano(half - 1), whole, owners).reached).toBe(false);
      }),
    );
  });

  it('the first call needs the larger part of a roll with an odd sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), several, (smaller, owners) => {
        const whole = nano(2 * smaller + 1);
        expect(firstCall(nano(smaller), whole, owners)).toEqual({
          required: smaller + 0.5,
          reached: false,
          missing: 1,
        });
        expect(firstCall(nano(smaller + 1), whole, owners)).toEqual({
          required: smaller + 0.5,
          reached: true,
          missing: 0,
        });
      }),
    );
  });

  it('the quorum matches a BigInt computation for any roll and part', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 60 }), fc.nat(), (units, cut) => {
        const whole = sumNano(units);
        const present = units.slice(0, cut % (units.length + 1));
        const registered = sumNano(present);
        const sum = (list: readonly number[]) => list.reduce((all, n) => all + BigInt(n), 0n);
        const state = firstCall(registered, whole, 2);
        expect(state.reached).toBe(2n * sum(present) > sum(units));
      }),
    );
  });

  it('the quorum is reached exactly when the missing coefficient arrives', () => {
    fc.assert(
      fc.property(total, fc.double({ min: 0, max: 1, noNaN: true }), several, (whole, part, owners) => {
        const registered = nano(Math.floor(whole * part));
        const { missing, reached } = firstCall(registered, whole, owners);
        expect(missing > 0).toBe(!reached);
        if (reached) return;
        expect(firstCall(nano(registered + missing), whole, owners).reached).toBe(true);
        expect(firstCall(nano(registered + missing - 1), whole, owners).reached).toBe(false);
      }),
    );
  });

  it('the first call needs two owners, for any coefficient', () => {
    fc.assert(
      fc.property(total, fc.constantFrom(0, 1), (whole, owners) => {
        expect(firstCall(whole, whole, owners).reached).toBe(false);
        expect(firstCall(whole, whole, 2).reached).toBe(true);
      }),
    );
  });

  it('the quorum is never reached on an empty roll', () => {
    const nobody = { required: 0, reached: false, missing: 0 };
    expect(firstCall(nano(0), nano(0), 0)).toEqual(nobody);
    expect(firstCall(nano(0), nano(0), 5)).toEqual(nobody);
  });
});

describe('quorum in second call', () => {
  it('second call needs two owners and no coefficient', () => {
    fc.assert(
      fc.property(total, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(400), (whole, part, owners) => {
        const registered = nano(Math.floor(whole * part));
        expect(quorumOf({ call: 2, registered, total: whole, owners })).toEqual({
          required: 0,
          reached: owners >= 2,
          missing: 0,
        });
      }),
    );
  });
});
