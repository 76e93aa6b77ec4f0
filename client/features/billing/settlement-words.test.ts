import { expect, it, vi } from 'vitest';
import { settlementWords } from './settlement-words.ts';

const on = { day: '2026-11-27', amount: 1_235_755.92, interest: 17_752.92, saved: 0, missing: [] };

it('settlementWords names the amount of a day, with interest and discount in it', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T15:00:00-05:00'), toFake: ['Date'] });
  expect(settlementWords(on, 1_218_003)).toBe(
    'Si paga hoy: $\u00a01.235.755,92, con $\u00a017.752,92 de intereses de mora hasta hoy',
  );
  expect(settlementWords({ ...on, day: '2026-11-30' }, 1_218_003)).toBe(
    'Si paga el 30 de noviembre de 2026: $\u00a01.235.755,92, con $\u00a017.752,92 de intereses de mora hasta ese día',
  );
  expect(settlementWords({ ...on, amount: 1_210_755.92, saved: 25_000 }, 1_218_003)).toBe(
    'Si paga hoy: $\u00a01.210.755,92, con $\u00a017.752,92 de intereses de mora hasta hoy y $\u00a025.000 de descuento',
  );
  expect(settlementWords({ ...on, amount: 93_751, interest: 0, saved: 25_000 }, 118_751)).toBe(
    'Si paga hoy: $\u00a093.751, con $\u00a025.000 de descuento',
  );
  vi.useRealTimers();
});

it('settlementWords is silent if the balance settles the account, and names a missing ceiling', () => {
  expect(settlementWords({ ...on, amount: 250_000, interest: 0 }, 250_000)).toBe('');
  expect(settlementWords({ ...on, amount: 0, interest: 0 }, 0)).toBe('');
  expect(settlementWords({ ...on, amount: null, missing: ['2026-11'] }, 250_000)).toContain(
    'Falta registrar la tasa máxima legal de noviembre de 2026',
  );
});
