import { expect, it } from 'vitest';
import type { BillStanding } from '../../../../shared/billing/bills.api.ts';
import { carriedWords, standingWords } from './standing-words.ts';

it.each<[BillStanding, string]>([
  [{ state: 'paid', left: 0, carriedBy: null }, 'Pagada'],
  [{ state: 'annulled', left: 0, carriedBy: null }, 'Anulada'],
  [{ state: 'nothing', left: 0, carriedBy: null }, 'Nada por pagar'],
  [{ state: 'partly', left: 45_000, carriedBy: null }, 'Falta una parte: $\u00a045.000'],
  [{ state: 'pending', left: 345_000, carriedBy: 12 }, 'Pendiente'],
  // More than the bill's total is open because earlier payments were annulled.
  [{ state: 'pending', left: 400_000, carriedBy: null }, 'Pendiente: $\u00a0400.000'],
])('standingWords describes the state of a bill: %j', (standing, words) => {
  expect(standingWords(standing, 345_000)).toBe(words);
});

it('carriedWords names the later bill that includes the balance', () => {
  expect(carriedWords({ state: 'pending', left: 1, carriedBy: 12 })).toBe('Su saldo pasó a la cuenta 12');
  expect(carriedWords({ state: 'paid', left: 0, carriedBy: null })).toBe('');
});
