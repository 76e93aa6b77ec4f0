import { expect, it } from 'vitest';
import { discountWords, dueWords } from './words.ts';

it.each([
  [{ apartmentId: '101', balance: 275_000 }, 'El inmueble 101 debe $\u00a0275.000.'],
  [{ apartmentId: '101', balance: 0 }, 'El inmueble 101 no debe nada.'],
  [{ apartmentId: '101', balance: -500.5 }, 'El inmueble 101 tiene $\u00a0500,50 a favor.'],
  [
    { apartmentId: '202', balance: 275_000 },
    'El inmueble 101 paga en la cuenta del 202, que debe $\u00a0275.000.',
  ],
])('dueWords describes the debt of the unit at the desk: %j', (due, words) => {
  expect(dueWords({ ...due, discounts: [] }, '101')).toBe(words);
});

it('discountWords names the amount that settles the bill and the last day', () => {
  const offer = { bill: 12, amount: 225_000, discount: 25_000, until: '2026-05-10' };
  expect(discountWords(offer)).toBe(
    'Con $\u00a0225.000 hasta el 10 de mayo de 2026 queda pagada la cuenta de cobro 12: descuento por pronto pago de $\u00a025.000.',
  );
});
