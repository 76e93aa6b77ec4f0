import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readPaymentSheet } from './payment-sheet.ts';

const TODAY = '2026-12-31';

/** Ways of a bank to state the sides of amounts without signs. */
const ways = [
  ...(['sums', 'sums of pages', 'balance of each row', 'balance of each day'] as const),
  'balance, except of the newest row',
] as const;

/** Rows of a page. */
const PAGE = 3;

const movements = fc.array(fc.record({ value: fc.integer({ min: 1, max: 40 }), isIn: fc.boolean() }), {
  minLength: 2,
  maxLength: 9,
});

describe('sides of amounts without signs', () => {
  it('each amount is read on its side, or the file is refused', { tags: 'slow' }, () => {
    const found = { exact: 0, refused: 0 };
    fc.assert(
      fc.property(movements, fc.constantFrom(...ways), fc.boolean(), (moved, way, isCut) => {
        const isSum = way === 'sums' || way === 'sums of pages';
        const isLate = way === 'balance, except of the newest row';
        const isOfRows = way === 'balance of each row' || isLate;
        // A missing movement leaves the sums and the balances of days without a division.
        const missing = isCut && !isOfRows ? 5_000_000 : 0;
        let balance = 1_000_000 + missing;
        const lines = moved.map(({ value, isIn }, at) => {
          balance += (isIn ? value : -value) * 5_000;
          const isLast = at === moved.length - 1;
          const isTold = isLate ? !isLast : isOfRows || at % PAGE === PAGE - 1 || isLast;
          const day = String(Math.floor(at / PAGE) + 1).padStart(2, '0');
          return `${day}/05/2026;N ${at};${value * 5_000};${isTold && !isSum ? balance : ''}`;
        });
        const sumsOf = (some: typeof moved) =>
          [true, false].map((side) => {
            const ofSide = some.filter(({ isIn }) => isIn === side);
            const sum = ofSide.reduce((all, { value }) => all + value * 5_000, side ? missing : 0);
            return `;Total ${side ? 'abonos' : 'cargos'};${ofSide.length};${sum}`;
          });
        const below = (at: number) =>
          way === 'sums of pages' && (at % PAGE === PAGE - 1 || at === moved.length - 1)
            ? sumsOf(moved.slice(at - (at % PAGE), at + 1))
            : [];
        const table = [
          ...(isSum ? [] : ['01/05/2026;SALDO ANTERIOR;;1000000']),
          ...lines.flatMap((line, at) => [line, ...below(at)]),
        ];
        const { rows, problems } = readPaymentSheet(
          {
            sheets: readCsv(
              Buffer.from(
                [
                  'Fecha;Descripción;Valor;Saldo',
                  ...(isLate && isCut ? table.toReversed() : table),
                  ...(way === 'sums' ? sumsOf(moved) : []),
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
        // The side of the newest movement has no evidence: money in, with a doubt.
        const proven = isLate ? moved.slice(0, -1) : moved;
        const credits = proven.flatMap(({ value, isIn }) => (isIn ? [value * 500_000] : []));
        const read = isLate && isCut ? rows.toReversed() : rows;
        expect(read.slice(0, isLate ? -1 : undefined).map(({ amount }) => amount)).toEqual(credits);
      }),
      { numRuns: rounds(150, 10_000) },
    );
    expect(found.exact).toBeGreaterThan(found.refused / 2);
  });
});
