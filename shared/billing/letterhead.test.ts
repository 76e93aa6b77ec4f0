import { expect, it } from 'vitest';
import { contactLine, type RateInForce, rateInForceWords } from './letterhead.ts';

const none = { unit: null, annualRate: null, monthlyRate: null } as const;
const annual = { unit: 'annual', annualRate: 25.62, monthlyRate: null } as const;

it.each<[RateInForce, string]>([
  [{ kind: 'charged', ...annual }, 'Tasa de mora de mayo de 2026: 25,62 % efectiva anual.'],
  [
    { kind: 'charged', ...annual, monthlyRate: 1.91894 },
    'Tasa de mora de mayo de 2026: 25,62 % efectiva anual, que es 1,91894 % mensual.',
  ],
  [
    { kind: 'charged', unit: 'monthly', annualRate: 19.561817, monthlyRate: 1.5 },
    'Tasa de mora de mayo de 2026: 1,5 % mensual.',
  ],
  [
    { kind: 'uncertified', ...none },
    'Tasa de mora de mayo de 2026: la máxima legal de ese mes (Ley 675 de 2001, artículo 30).',
  ],
  [
    { kind: 'uncertified', ...annual, annualRate: 18 },
    'Tasa de mora de mayo de 2026: 18 % efectiva anual, sin pasar de la máxima legal de ese mes.',
  ],
  [{ kind: 'free', ...none }, 'No se cobran intereses de mora de mayo de 2026.'],
  [{ kind: 'none', ...none }, 'La copropiedad no cobra intereses de mora.'],
])('a rate in force is described in a sentence: %o', (rate, words) => {
  expect(rateInForceWords(rate, '2026-05')).toBe(words);
});

it('contact data of a joint is a single line without empty parts', () => {
  const nobody = { administrator: '', address: '', phone: '', email: '' };
  expect(contactLine(nobody)).toBe('');
  expect(contactLine({ ...nobody, phone: '601 234 5678', administrator: 'Ana Pérez' })).toBe(
    'Tel. 601 234 5678 · Administra: Ana Pérez',
  );
  expect(contactLine({ administrator: 'A', address: 'B', phone: 'C', email: 'D' })).toBe(
    'B · Tel. C · D · Administra: A',
  );
});
