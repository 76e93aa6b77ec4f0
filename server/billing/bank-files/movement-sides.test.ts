import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readPaymentSheet } from './payment-sheet.ts';

const TODAY = '2026-12-31';

/** Ways of a bank to state the sides of amounts without signs. */
const ways = ['sums', 'balance of each row', 'balance of each day'] as const;

const movements = fc.array(fc.record({ value: fc.integer({ min: 1, max: 40 }), isIn: fc.boolean() }), {
  minLength: 2,
  maxLength: 9,
});

describe('sides of amounts without signs', () => {
  it('each amount is read on its side, or the file is refused', { tags: 'slow' }, () => {
    const found = { exact: 0, refused: 0 };
    fc.assert(
      fc.property(movements, fc.constantFrom(...ways), fc.boolean(), (moved, way, isCut) => {
        const isSum = way === 'sums';
        // A missing movement leaves the sums and the balances of days without a division.
        const missing = isCut && way !== 'balance of each row' ? 5_000_000 : 0;
        let balance = 1_000_000 + missing;
        const lines = moved.map(({ value, isIn }, at) => {
          balance += (isIn ? value : -value) * 5_000;
          const isTold = way === 'balance of each row' || at % 3 === 2 || at === moved.length - 1;
          const day = String(Math.floor(at / 3) + 1).padStart(2, '0');
          return `${day}/05/2026;N ${at};${value * 5_000};${isTold && !isSum ? balance : ''}`;
        });
        const sumOf = (side: boolean) =>
          moved.reduce((sum, { value, isIn }) => sum + (isIn === side ? value * 5_000 : 0), 0);
        const { rows, problems } = readPaymentSheet(
          {
            sheets: readCsv(
              Buffer.from(
                [
                  'Fecha;Descripción;Valor;Saldo',
                  ...(isSum ? [] : ['01/05/2026;SALDO ANTERIOR;;1000000']),
                  ...lines,
                  ...(isSum
                    ? [`;Total abonos;${sumOf(true) + missing};`, `;Total cargos;${sumOf(false)};`]
                    : []),
                ].join('\n'),
              ),
              'extracto.csv',
            ),
          },
          { today: TODAY },
        );
        const isRefused = problems.some(({ severity }) => severity === 'error');
        found[isRefused ? 'refused' : 'exact']++;
        if (isRefused) return;
        expect(missing).toBe(0);
        const credits = moved.flatMap(({ value, isIn }) => (isIn ? [value * 500_000] : []));
        expect(rows.map(({ amount }) => amount)).toEqual(credits);
      }),
      { numRuns: rounds(300, 10_000) },
    );
    expect(found.exact).toBeGreaterThan(found.refused / 2);
  });
});
