import { describe, expect, it } from 'vitest';
import type { BillingMonth } from '../../../../shared/billing/months.api.ts';
import {
  deadlineOf,
  dueBeforeIssueWords,
  earlyInterestWords,
  leftBehind,
  leftBehindWords,
  likelyMonth,
  monthsWords,
  pastDueWords,
  reachWords,
  relationToWords,
  yearOptions,
} from './words.ts';

const issued = (year: number, month: number): BillingMonth => ({
  year,
  month,
  state: 'issued',
  draftId: null,
  issueDate: null,
  dueDate: null,
  issuedAt: null,
  bills: null,
});
// The evening of 31 December in Bogotá is the next year in UTC.
const NEW_YEARS_EVE = Date.parse('2027-01-01T02:00:00Z');

describe('words of a spreadsheet', () => {
  it('deadlineOf names the promised time and reports overdue from then on', () => {
    const draft = { deadline: '2026-11-25T15:30:00Z' };
    expect(deadlineOf(draft, Date.parse('2026-11-25T15:29:59Z'))).toEqual({
      text: 'Entrega antes del 25 de noviembre de 2026, 10:30',
      isOverdue: false,
    });
    expect(deadlineOf(draft, Date.parse('2026-11-25T15:30:00Z'))).toEqual({
      text: 'Vencida: era antes del 25 de noviembre de 2026, 10:30',
      isOverdue: true,
    });
  });

  it('likelyMonth proposes the month after the last, else the current month', () => {
    expect(likelyMonth([issued(2026, 12), issued(2026, 11)], NEW_YEARS_EVE, 'cobros.xlsx')).toEqual({
      year: 2027,
      month: 1,
    });
    expect(likelyMonth([issued(2025, 9)], NEW_YEARS_EVE, 'cobros.xlsx')).toEqual({ year: 2025, month: 10 });
    expect(likelyMonth([], NEW_YEARS_EVE, 'cobros.xlsx')).toEqual({ year: 2026, month: 12 });
  });

  it('likelyMonth takes the month in the file name if still possible', () => {
    const monthOf = (name: string, months: BillingMonth[] = []) => {
      const { year, month } = likelyMonth(months, NEW_YEARS_EVE, name);
      return `${year}-${month}`;
    };
    expect(monthOf('garibaldi-407_2026-05.csv')).toBe('2026-5');
    expect(monthOf('Cobros Mayo de 2026.xlsx')).toBe('2026-5');
    expect(monthOf('05-2026.xlsx')).toBe('2026-5');
    expect(monthOf('corte 2026-05-31.csv')).toBe('2026-5');
    // No year, two years, two months, or an invalid month number: ambiguous.
    for (const name of ['mayo.csv', '2025 2026 mayo.csv', 'abril y mayo 2026.csv', 'torre 13 2026.csv']) {
      expect(monthOf(name)).toBe('2026-12');
    }
    expect(monthOf('mayo 2026.csv', [issued(2026, 5)])).toBe('2026-6');
    expect(monthOf('mayo 2026.csv', [issued(2026, 7)])).toBe('2026-8');
    expect(monthOf('mayo 2026.csv', [{ ...issued(2026, 5), state: 'prepared' }])).toBe('2026-6');
    expect(monthOf('mayo 2026.csv', [issued(2026, 4)])).toBe('2026-5');
  });

  it('pastDueWords warns from the day after the due date', () => {
    expect(pastDueWords('2026-12-31', NEW_YEARS_EVE)).toBeNull();
    expect(pastDueWords('', NEW_YEARS_EVE)).toBeNull();
    expect(pastDueWords('2026-12-30', NEW_YEARS_EVE)).toBe(
      'La fecha límite, 30 de diciembre de 2026, ya pasó: las cuentas nacerían vencidas.',
    );
    expect(dueBeforeIssueWords({ issueDate: '2026-12-31', dueDate: '2026-12-30' })).toBe(
      'La fecha de vencimiento, 30 de diciembre de 2026, es anterior a la de emisión, 31 de diciembre de 2026: elija una posterior.',
    );
    expect(dueBeforeIssueWords({ issueDate: '2026-12-31', dueDate: '2026-12-31' })).toBeNull();
    expect(relationToWords(0)).toMatch(/^La relación no se envía a nadie/);
    expect([relationToWords(1), relationToWords(3)].join(' ')).toMatch(
      /al administrador .* a los 3 administradores/,
    );
  });
});

it('leftBehind lists the earlier prepared months, and leftBehindWords warns', () => {
  const waits = (year: number, month: number): BillingMonth => ({
    ...issued(year, month),
    state: 'prepared',
  });
  const months = [waits(2027, 1), waits(2026, 12), waits(2026, 11), issued(2026, 10)];
  const both = leftBehind(months, { year: 2027, month: 1 });
  expect(monthsWords(both)).toBe('Noviembre 2026 y Diciembre 2026');
  expect(leftBehindWords(both, 'Enero 2027')).toMatch(
    /^Después de emitir Enero 2027 ya no se podrán .+ Emítalos primero, o descártelos si no van\.$/,
  );
  const one = leftBehind(months, { year: 2026, month: 12 });
  expect(monthsWords(one)).toBe('Noviembre 2026');
  expect(leftBehindWords(one, 'Diciembre 2026')).toContain('ya no se podrá emitir');
  expect(leftBehind(months, { year: 2026, month: 11 })).toEqual([]);
});

it('yearOptions begins with the next year of Bogotá', () => {
  const years = yearOptions(NEW_YEARS_EVE).map(({ id }) => id);
  expect([years[0], years.at(-1)]).toEqual([2027, 2000]);
});

describe('bills issued before the end of the interest month', () => {
  it('earlyInterestWords warns only if the interest month has not ended', () => {
    const december = { year: 2026, month: 12 };
    expect(earlyInterestWords(december, '2026-12-01')).toBeNull();
    expect(earlyInterestWords(december, '2026-11-30')).toContain('noviembre de 2026, que aún no termina');
    expect(earlyInterestWords({ year: 2027, month: 1 }, '2026-12-31')).toContain('diciembre de 2026');
  });
});

it('reachWords counts the accounts that receive bills by mail', () => {
  expect(reachWords(1_180, 1_500)).toBe('Llegará a 1.180 de 1.500 cuentas; las demás no tienen correo.');
  expect(reachWords(5, 6)).toBe('Llegará a 5 de 6 cuentas; la otra no tiene correo.');
  expect(reachWords(6, 6)).toBe('Todas tienen correo.');
  expect(reachWords(0, 6)).toBe('No llegará a nadie: ningún propietario de estas cuentas tiene correo.');
});
