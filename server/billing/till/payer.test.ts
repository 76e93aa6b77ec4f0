import { describe, expect, it } from 'vitest';
import { Payers } from './payer.ts';

const payers = new Payers({
  accountOf: new Map([
    ['101', '101'],
    ['1-102', '1-102'],
    ['2-102', '2-102'],
    ['PARQ 101', '1-102'],
    ['PARQ 7', '1-102'],
    ['DEP 7', '1-102'],
    ['PARQ 8', '101'],
    ['DEP 8', '1-102'],
    ['0005', '0005'],
    ['Local Á', '2-102'],
    ['0', '0'],
  ]),
  byReference: new Map([
    ['000001000018', '101'],
    ['000001000026', '1-102'],
  ]),
  // Six digits by the agreement. The second reference equals a unit's number.
  short: new Map([
    ['000018', '101'],
    ['002102', '101'],
  ]),
});

describe('account of a payment', () => {
  it.each([
    [`${'0'.repeat(42)}000018`, '101'],
    ['000001000018', '101'],
    [`${'0'.repeat(36)}000001000018`, '101'],
    ['1000026', '1-102'],
    ['  0000 0100 0026 ', '1-102'],
    ['101', '101'],
    [`${'0'.repeat(45)}101`, '101'],
    ['1102', '1-102'],
    ['2-102', '2-102'],
    ['parq 101', '1-102'],
    ['7', '1-102'],
    ['5', '0005'],
    ['LOCAL á', '2-102'],
    ['000', '0'],
  ])('the reference %s belongs to %s', (written, account) => {
    expect(payers.byReferenceOrUnit(written)).toBe(account);
  });

  it.each(['', '2102', '8', '102', '999', 'JUAN PEREZ', '1000019', 'x101', '101x', '-'])(
    'the reference %s matches no account',
    (written) => {
      expect(payers.byReferenceOrUnit(written)).toBeNull();
    },
  );

  it('only payment references identify an account if units may be ambiguous', () => {
    expect(payers.byReference('000001000018')).toBe('101');
    expect(payers.byReference('101')).toBeNull();
    // A short number may be anything.
    expect(payers.byReference('000018')).toBeNull();
    expect(payers.byReference('')).toBeNull();
  });
});
