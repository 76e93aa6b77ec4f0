import { describe, expect, it } from 'vitest';
import { accountNumberOf, brebKeyOf, isPaymentPage, whereToPayLines } from './where-to-pay.ts';

describe('payment instructions', () => {
  it('a payment page requires https and no password', () => {
    const good = ['https://pagos.ejemplo.co/conjunto?x=1&y=á', 'HTTPS://www.psepagos.co'];
    const bad = [
      ...['', 'pagos.ejemplo.co', 'http://pagos.ejemplo.co', 'javascript:alert(1)', 'https://'],
      ...[
        'https://ana:clave@ejemplo.co',
        'https://ana@ejemplo.co',
        'https://ejemplo.co/a b',
        'https://localhost',
      ],
      `https://ejemplo.co/${'a'.repeat(500)}`,
    ];
    expect(good.filter(isPaymentPage)).toEqual(good);
    expect(bad.filter(isPaymentPage)).toEqual([]);
  });

  it.each([
    ['300 123 4567', '3001234567'],
    ['+57 300 123 4567', '+573001234567'],
    [' 900.123.456-7 ', '900123456-7'],
    ['0012345678', '0012345678'],
    ['tesoreria@conjunto.com.co', 'tesoreria@conjunto.com.co'],
    ['@conjunto25', '@conjunto25'],
    ['conjunto25', null],
    ['@con junto', null],
    ['@', null],
    ['a@b', null],
    ['12', null],
    ['<b>@ejemplo.co', null],
    ['', null],
  ])('%j is normalized to the key %j', (text, key) => {
    expect(brebKeyOf(text)).toBe(key);
  });

  it.each([
    ['012-345678-90', '012-345678-90'],
    ['012 345678 90', '012-345678-90'],
    ['01234567890', '01234567890'],
    ['012--345', null],
    ['cuenta 12345', null],
    ['123', null],
    ['', null],
  ])('%j is normalized to the account number %j', (text, number) => {
    expect(accountNumberOf(text)).toBe(number);
  });

  it('payment instructions have a line for each setting', () => {
    const account = { bank: 'Bancolombia', kind: 'savings', number: '012-345678-90' } as const;
    const none = { bankAccount: null, brebKey: '', paymentPlace: '' };
    expect(whereToPayLines(none)).toEqual([]);
    expect(
      whereToPayLines({
        bankAccount: { ...account, holder: 'Conjunto Uno', holderNit: '900.1-2' },
        brebKey: '@uno',
        paymentPlace: 'En la portería\n\ncon tarjeta',
      }),
    ).toEqual([
      'Bancolombia, cuenta de ahorros 012-345678-90, a nombre de Conjunto Uno (NIT 900.1-2)',
      'Llave Bre-B: @uno',
      'En la portería',
      'con tarjeta',
    ]);
    const current = { ...account, kind: 'current', holder: '', holderNit: '' } as const;
    expect(whereToPayLines({ ...none, bankAccount: current })).toEqual([
      'Bancolombia, cuenta corriente 012-345678-90',
    ]);
    expect(whereToPayLines({ ...none, bankAccount: { ...current, holderNit: '900' } })).toEqual([
      'Bancolombia, cuenta corriente 012-345678-90, NIT 900',
    ]);
  });
});
