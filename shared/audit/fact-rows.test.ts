import { expect, it } from 'vitest';
import { factRows } from './fact-rows.ts';

it('the facts of an act are rows that people read', () => {
  const before = { nit: '', dueDay: 31 };
  const data = {
    jointId: 3,
    month: '2026-01',
    issueDate: '2026-01-02',
    centavos: { total: 123_450 },
    before,
  };
  expect(factRows('monthIssued', data)).toEqual([
    ['Copropiedad', '3'],
    ['Mes', '2026-01'],
    ['Emitido el', '02/01/2026'],
    ['Antes: NIT', '—'],
    ['Antes: Día de vencimiento', '31'],
    ['Total', '$ 1.234,50'],
  ]);
});

it('lists, lists of lists and facts without a word lose nothing', () => {
  const data = {
    votes: [[1, 2], [3]],
    unidentified: false,
    nobodyKnows: [{ bill: 4, reason: null }],
    units: [],
  };
  expect(factRows('votes', data)).toEqual([
    ['Votos', '[1, 2], [3]'],
    ['Por identificar', 'No'],
    ['nobodyKnows', '(Cuenta de cobro: 4; Motivo: —)'],
    ['Inmuebles', '—'],
  ]);
  expect(factRows('votes', null)).toEqual([]);
});
