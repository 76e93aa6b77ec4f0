import { describe, expect, it } from 'vitest';
import type { SheetDifferences } from '../../../../shared/billing/months.api.ts';
import { differencesTitle, differenceWords, reasonGroupWords } from './difference-words.ts';

const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ');
const differences: SheetDifferences = {
  ...{ hasTotals: true, sheet: 0, bills: 0, units: 0, unexplained: 0 },
  ...{ reasons: [], listed: [] },
};

describe('bills beside the sheet', () => {
  it('differenceWords says more, less or the same, to the centavo', () => {
    const words = (sheet: number, bills: number) => withSpaces(differenceWords({ sheet, bills }));
    expect(words(100, 110.5)).toBe('Las cuentas suman $ 10,50 más que la planilla');
    expect(words(0.3, 0.1)).toBe('Las cuentas suman $ 0,20 menos que la planilla');
    expect(words(0.1 + 0.2, 0.3)).toBe('Las cuentas suman lo mismo que la planilla');
  });

  it('reasonGroupWords names the reason with the sum and the units', () => {
    const group = { reason: 'received' as const, amount: -150_000, units: 1 };
    expect(withSpaces(reasonGroupWords(group))).toBe(
      'Pagos ya recibidos que la planilla no resta: -$ 150.000 en 1 inmueble.',
    );
  });

  it('differencesTitle says if the issue is blocked', () => {
    const title = (units: number, unexplained: number) =>
      differencesTitle({ ...differences, units, unexplained });
    expect(title(3, 1)).toContain('el mes no se puede emitir');
    expect(title(3, 2)).toContain('2 inmuebles no coinciden');
    expect(title(1, 0)).toContain('Un inmueble tiene una cuenta distinta');
    expect(title(24, 0)).toContain('24 inmuebles tienen cuentas distintas');
  });
});
