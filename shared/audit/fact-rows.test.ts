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

it('units of a registration are told by name, weight and capacity, and what is no unit stays as it is', () => {
  const data = {
    holder: 'user:3',
    capacity: 'coOwner',
    identifiedBy: 'link',
    units: [
      [3, '101', 400_000_000, 'owner', 0],
      [3, '102', 1_250_000_001, 'proxy', 1],
      [4, '101', 0, null, 0],
    ],
  };
  expect(factRows('registered', data)).toEqual([
    ['Responde', 'user:3'],
    ['Calidad', 'Copropietario'],
    ['Se identificó con', 'Enlace personal'],
    [
      'Inmuebles',
      '101 (copropiedad 3, coeficiente 0,4, propietario); 102 (copropiedad 3, coeficiente 1,250000001, apoderado, desde casa); 101 (copropiedad 4, coeficiente 0)',
    ],
  ]);
  expect(factRows('takenBack', { units: [[3, '101']] })).toEqual([['Inmuebles', '101 (copropiedad 3)']]);
  expect(factRows('powerEntered', { units: ['101', '102'] })).toEqual([['Inmuebles', '101, 102']]);
});
