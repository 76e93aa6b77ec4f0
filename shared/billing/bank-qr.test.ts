import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BANK_QR, CHARGE_QR } from '../testing/bank-qr.ts';
import { crc16, readBankQr } from './where-to-pay.ts';

describe('the QR code of a bank', () => {
  it('the checksum is the checksum of the standard', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16(CHARGE_QR.slice(0, -4))).toBe('1C09');
  });

  it('the code gives name and tax number of the receiver', () => {
    const code = { name: 'CONJUNTO LAS MARGARITAS', nit: '900123456', key: '@CONJUNTO123' };
    expect(readBankQr(BANK_QR)).toEqual({ ...code, isOfOneCharge: false });
    expect(readBankQr(CHARGE_QR)).toEqual({ ...code, isOfOneCharge: true });
  });

  it('a code with a changed character is refused', () => {
    fc.assert(
      fc.property(fc.nat(BANK_QR.length - 1), fc.constantFrom(...'0159AZ@ é'), (at, letter) => {
        const changed = BANK_QR.slice(0, at) + letter + BANK_QR.slice(at + 1);
        expect(readBankQr(changed) === null || changed === BANK_QR).toBe(true);
      }),
    );
  });

  it.each([
    '',
    '@CONJUNTO1234',
    'https://pagos.ejemplo.co',
    BANK_QR.slice(4),
    BANK_QR.toLowerCase(),
    `${BANK_QR} `,
  ])('the text %j is no code', (text) => {
    expect(readBankQr(text)).toBeNull();
  });

  it('a code without a name of the receiver is refused', () => {
    const body = '0002010102116304';
    expect(readBankQr(body + crc16(body))).toBeNull();
  });
});
