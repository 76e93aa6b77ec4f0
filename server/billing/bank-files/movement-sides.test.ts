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
  it('each amount is read on its side, or the file is refused or named as doubtful', () => {
    const found = { exact: 0, doubtful: 0 };
    fc.assert(
      fc.property(movements, fc.constantFrom(...ways), fc.boolean(), (moved, way, isCut) => {
        const isSum = way === 'sums';
        let balance = 1_000_000;
        const lines = moved.map(({ value, isIn }, at) => {
          balance += (isIn ? value : -value) * 5_000;
          const isTold = way === 'balance of each row' || at % 3 === 2 || at === moved.length - 1;
          const day = String(Math.floor(at / 3) + 1).padStart(2, '0');
          return `${day}/05/2026;N ${at};${value * 5_000};${isTold && !isSum ? balance : ''}`;
        });
        const sumOf = (side: boolean) =>
          moved.reduce((sum, { value, isIn }) => sum + (isIn === side ? value * 5_000 : 0), 0);
        // Without the last movement the stated sums prove no side.
        const isMissing = isSum && isCut;
        const { rows, problems } = readPaymentSheet(
          {
            sheets: readCsv(
              Buffer.from(
                [
                  'Fecha;Descripción;Valor;Saldo',
                  ...(isSum ? [] : ['01/05/2026;SALDO ANTERIOR;;1000000']),
                  ...(isMissing ? lines.slice(0, -1) : lines),
                  ...(isSum ? [`;Total abonos;${sumOf(true)};`, `;Total cargos;${sumOf(false)};`] : []),
                ].join('\n'),
              ),
              'extracto.csv',
            ),
          },
          { today: TODAY },
        );
        const isDoubtful = problems.some(
          ({ severity, code }) => severity === 'error' || code === 'directionUnknown',
        );
        found[isDoubtful ? 'doubtful' : 'exact']++;
        if (isDoubtful) return;
        expect(isMissing).toBe(false);
        const credits = moved.flatMap(({ value, isIn }) => (isIn ? [value * 500_000] : []));
        expect(rows.map(({ amount }) => amount)).toEqual(credits);
      }),
      { numRuns: rounds(300, 10_000) },
    );
    expect(found.exact).toBeGreaterThan(found.doubtful / 2);
  });
});
