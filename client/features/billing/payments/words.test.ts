import { expect, it } from 'vitest';
import { discountWords, dueWords } from './words.ts';

it.each([
  [{ apartmentId: '101', balance: 275_000 }, 'El inmueble 101 debe $\u00a0275.000.'],
  [{ apartmentId: '101', balance: 0 }, 'El inmueble 101 está a paz y salvo.'],
  [{ apartmentId: '101', balance: -500.5 }, 'El inmueble 101 tiene $\u00a0500,50 a favor.'],
  [
    { apartmentId: '202', balance: 275_000 },
    'El inmueble 101 paga en la cuenta del 202, que debe $\u00a0275.000.',
  ],
])('dueWords describes the debt of the unit at the desk: %j', (due, words) => {
  const settlement = {
    day: '2026-05-10',
    amount: Math.max(due.balance, 0),
    interest: 0,
    saved: 0,
    missing: [],
  };
  expect(dueWords({ ...due, settlement, paidUp: due.balance <= 0 }, '101')).toBe(words);
});

it('dueWords says that a unit without a balance owes the interest of a late payment', () => {
  const settlement = { day: '2026-05-10', amount: 17_752.92, interest: 17_752.92, saved: 0, missing: [] };
  const due = { apartmentId: '101', balance: 0, settlement, paidUp: false };
  expect(dueWords(due, '101')).toBe('El inmueble 101 debe solo intereses de mora.');
  const paid = { ...settlement, amount: 0, interest: 0 };
  expect(dueWords({ ...due, settlement: paid }, '101')).toBe('El inmueble 101 no debe nada en esta cuenta.');
});

it('discountWords names the amount that settles the bill and the last day', () => {
  const offer = { bill: 12, amount: 225_000, discount: 25_000, until: '2026-05-10' };
  expect(discountWords(offer)).toBe(
    'Con $\u00a0225.000 hasta el 10 de mayo de 2026 queda pagada la cuenta de cobro 12: descuento por pronto pago de $\u00a025.000.',
  );
});
