import { expect, it } from 'vitest';
import { factRows } from './fact-rows.ts';

it('the facts of an act become readable rows', () => {
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

it('lists, nested lists and facts without a label lose no content', () => {
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

it('units of a registration show name, weight and capacity; other values stay', () => {
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

it('instants, coefficients, percentages and results have readable formats', () => {
  const at = Date.UTC(2026, 2, 5, 23, 5);
  const data = {
    enteredAt: at,
    receivedAt: at + 60_000,
    powers: [[5, '101']],
    before: { coefficient: 10_000_000_000 },
    after: { coefficient: 10_500_000_001 },
    threshold: { millionths: 666_667, base: 'roll' },
    monthlyRate: 1_868_000,
    result: { voted: { apartments: 2, coefficient: 39.5 }, status: 'tied' },
  };
  expect(factRows('registered', data)).toEqual([
    ['Registrado', '5 de marzo de 2026, 18:05'],
    ['Recibido', '5 de marzo de 2026, 18:06'],
    ['Poderes', '101 (poder 5)'],
    ['Antes: Coeficiente', '10'],
    ['Después: Coeficiente', '10,500000001'],
    ['Mayoría del reglamento: Porcentaje exigido', '66,6667 %'],
    ['Mayoría del reglamento: De qué se toma', 'El total de la copropiedad'],
    ['Tasa mensual', '1,868 %'],
    ['Resultado: Votaron: Inmuebles', '2'],
    ['Resultado: Votaron: Coeficiente', '39,5'],
    ['Resultado: Decisión', 'Empate'],
  ]);
});

it('postings are listed by account, and internal values have Spanish texts', () => {
  const posted = {
    numbers: { item: [12, 14], receipt: [3, 3] },
    accounts: [
      ['101', 0, 14_433_00, -5_00, 0, 0, 'cD7V0T'],
      ['', 0, 0, 0, 0, 14_433_00, 'rkVMBC'],
    ],
  };
  expect(factRows('paymentEntered', { payments: [[7, 3]], posted })).toEqual([
    ['Pagos', '7 (recibo de caja 3)'],
    ['Asentado: Números: Movimientos', '12 a 14'],
    ['Asentado: Números: Recibo de caja', '3'],
    ['Asentado: 101', 'créditos $ 14.433, aplicado -$ 5, huella cD7V0T'],
    ['Asentado: sin inmueble', 'recibos $ 14.433, huella rkVMBC'],
  ]);
  const changed = {
    mode: { before: 'inPerson', after: 'mixed' },
    fields: ['recording_url', 'notice', 'nobody_knows'],
    bankAccount: { kind: 'savings', holder: 'Conjunto' },
    votes: [[3, 2, '103', 'NV0Y-938Y']],
    how: 'withdrawn',
  };
  expect(factRows('assemblyChanged', changed)).toEqual([
    ['Modo: Antes', 'Presencial'],
    ['Modo: Después', 'Mixta'],
    ['Datos modificados', 'Grabación, Cómo se convocó, nobody_knows'],
    ['Cuenta bancaria: Clase', 'Cuenta de ahorros'],
    ['Cuenta bancaria: Titular', 'Conjunto'],
    ['Votos', '103 (pregunta 2, comprobante NV0Y-938Y)'],
    ['Cómo', 'se anuló el código'],
  ]);
});

it('a too large or fractional number stays unchanged', () => {
  expect(
    factRows('rateSet', {
      annualRate: 2 ** 52,
      coefficient: 0.5,
      at: 1.5,
      due: 2 ** 53 - 1,
      units: [[1, '101', 0.5]],
    }),
  ).toEqual([
    ['Tasa anual', '4503599627370496'],
    ['Coeficiente', '0,5'],
    ['Momento', '1.5'],
    ['Se puede desde', '9007199254740991'],
    ['Inmuebles', '101 (copropiedad 1, coeficiente 0.5)'],
  ]);
});
