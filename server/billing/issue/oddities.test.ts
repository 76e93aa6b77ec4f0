import { expect, it } from 'vitest';
import { centavos } from '../../../shared/money.ts';
import type { FeeOnUnits } from '../fees/fee.types.ts';
import type { MonthRow } from '../store/months.repository.ts';
import { type MonthAtHand, odditiesOf } from './oddities.ts';
import type { MonthRelationRow } from './relation.ts';

const no = centavos(0);
const line = (apartmentId: string, fee: number, more: Partial<MonthRelationRow> = {}): MonthRelationRow => ({
  apartmentId,
  units: [apartmentId],
  owner: '',
  bill: 1,
  annulled: false,
  previousPayment: no,
  overdueInstalments: 0,
  overdueCapital: no,
  overdueInterest: no,
  currentInterest: no,
  fee: centavos(fee),
  extra: no,
  fines: no,
  other: no,
  rounding: no,
  additional: [],
  credit: no,
  total: centavos(fee),
  ...more,
});
const charge = (apartmentId: string, amount: number): MonthRow => ({
  apartmentId,
  role: 'charge',
  chargeConceptId: 1,
  amount: centavos(amount),
  dueDate: null,
  valueDate: null,
  description: null,
});
const units = ['101', '102', '103'];
const usual: MonthAtHand = {
  month: '2026-05',
  fileName: 'cobros mayo 2026.xlsx',
  units,
  offers: new Map(),
  accountOf: new Map(),
  settled: new Map(),
  fees: [],
  fines: new Map(),
  lastFees: new Map(),
  warnings: [],
  rows: units.map((unit) => line(unit, 100_000)),
  sheet: units.map((unit) => charge(unit, 100_000)),
  concepts: new Map([[1, { name: 'Administración', nature: 'fee' }]]),
  last: { month: '2026-04', rows: units.map((unit) => line(unit, 95_000)) },
};
const codes = (change: Partial<MonthAtHand>) => odditiesOf({ ...usual, ...change }).map(({ code }) => code);

it('a month like the previous month gives no warning', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ last: null })).toEqual([]);
  expect(codes({ fileName: null })).toEqual([]);
});

it("a month that differs from its file's name, or skips months, gives a warning", () => {
  expect(codes({ fileName: 'cobros abril 2026.xlsx' })).toEqual(['monthDiffers']);
  expect(codes({ fileName: '2025-05.csv' })).toEqual(['monthDiffers']);
  expect(codes({ fileName: 'abril.csv' })).toEqual(['monthDiffers']);
  const march = { month: '2026-03', rows: usual.last?.rows ?? [] };
  expect(codes({ last: march })).toEqual(['monthSkipped']);
});

it("charges far from the last month's give a warning, in total or per unit", () => {
  const rows = (...fees: number[]) => fees.map((fee, at) => line(units[at] ?? '', fee));
  expect(codes({ rows: rows(120_000, 114_000, 108_000) })).toEqual([]);
  expect(codes({ rows: rows(120_000, 114_000, 108_100) })).toEqual(['totalsFar']);
  expect(codes({ rows: rows(95_000, 95_000, 30_000) })).toEqual(['totalsFar', 'unitsFar']);
  const annulled = [...(usual.last?.rows ?? []), line('101', 900_000, { annulled: true })];
  expect(codes({ last: { month: '2026-04', rows: annulled } })).toEqual([]);
  const [far] = odditiesOf({ ...usual, rows: rows(300_000, 95_000, 95_000) });
  expect(far?.text).toContain('suman 4.900 y los de abril de 2026 sumaron 2.850 (+72 %)');
});

it('units without a charge are named in a warning', () => {
  const [found] = odditiesOf({ ...usual, sheet: usual.sheet.slice(0, 2) });
  expect(found).toMatchObject({
    code: 'unitsUncharged',
    text: expect.stringContaining('1 inmueble sin cobro'),
  });
  expect(found?.text).toContain('103');
});

it('fees of the month without a charge, and charges of ended fees, are named in a warning', () => {
  const fee = (more: Partial<FeeOnUnits>): FeeOnUnits => ({
    ...{ name: 'Administración', chargeConceptId: 1, firstMonth: '2026-01', lastMonth: null, units },
    ...{ way: 'fixed', amount: centavos(100_000) },
    ...more,
  });
  const fine = fee({ name: 'Multa', chargeConceptId: 2, firstMonth: '2026-05', units: ['101'] });
  const found = (...fees: FeeOnUnits[]) =>
    odditiesOf({ ...usual, fees }).map(({ code, text }) => [code, ...(text.match(/«[^»]*»/g) ?? [])]);
  expect(found(fee({}), { ...fine, firstMonth: '2026-06' }, { ...fine, lastMonth: '2026-04' })).toEqual([]);
  expect(found(fee({}), fine)).toEqual([['feesMissing', '«Multa»', '«Cuotas fijadas»']]);
  // The concept is charged, but not on the unit of the fine.
  const other = [...usual.sheet.slice(1), { ...charge('101', 1), chargeConceptId: 3 }];
  expect(codes({ sheet: other, fees: [{ ...fine, chargeConceptId: 1 }] })).toEqual(['feesMissing']);
  const ended = fee({ lastMonth: '2026-04' });
  expect(found(ended)).toEqual([['feesEnded', '«Administración»']]);
  expect(found(ended, fee({ firstMonth: '2026-05' }))).toEqual([]);
});

it("a payment of the discounted amount after the discount's day gives a warning", () => {
  const offer = {
    bill: 1,
    total: centavos(300_000),
    discount: centavos(30_000),
    until: '2026-04-10',
    lastItem: 1,
  };
  const offers = new Map([['A', [offer]]]);
  const accountOf = new Map([['101', 'A']]);
  const paid = (amount: number, valueDate: string): MonthRow => ({
    ...charge('101', amount),
    role: 'payment',
    chargeConceptId: null,
    valueDate,
  });
  const withPayment = (payment: MonthRow) => codes({ offers, accountOf, sheet: [...usual.sheet, payment] });
  expect(withPayment(paid(270_000, '2026-04-30'))).toEqual(['paymentsDiscounted']);
  expect(withPayment(paid(270_000, '2026-04-10'))).toEqual([]);
  expect(withPayment(paid(300_000, '2026-04-30'))).toEqual([]);
});

it('payments in the sheet beside receipts since the last bill give a warning with both sums', () => {
  const payment = (apartmentId: string, amount: number): MonthRow => ({
    ...charge(apartmentId, amount),
    role: 'payment',
  });
  const sheet = [...usual.sheet, payment('101', 95_000), payment('102', 95_000)];
  const rows = [
    line('101', 100_000, { previousPayment: centavos(190_000) }),
    line('102', 100_000, { previousPayment: centavos(95_000) }),
    line('103', 100_000, { previousPayment: centavos(95_000) }),
  ];
  const [oddity, ...others] = odditiesOf({ ...usual, sheet, rows });
  expect(others).toEqual([]);
  expect(oddity?.code).toBe('paymentsTwice');
  expect(oddity?.text).toContain(
    '1 inmueble tiene pagos en la planilla (950) y además recibos ya registrados',
  );
  expect(oddity?.text).toContain(': 101.');
});

it.each(['Alquiler salón comunal', 'ARRIENDO PARQUEADERO', 'Canon de arrendamiento local 3'])(
  'the charge %s warns of VAT and the electronic invoice',
  (name) => {
    const concepts = new Map([
      [1, { name, nature: 'other' as const }],
      [2, { name: 'Alquiler sin cobros', nature: 'other' as const }],
    ]);
    const rents = odditiesOf({ ...usual, concepts }).filter(({ code }) => code === 'areaRented');
    expect(rents.map(({ text }) => text)).toEqual([
      `«${name}» es, o parece, el alquiler de una zona común: lleva IVA y factura electrónica; SCAF no la expide.`,
    ]);
    expect(odditiesOf(usual).map(({ code }) => code)).not.toContain('areaRented');
  },
);

it('a concept marked as rent of common areas warns under any name', () => {
  const marked = (nature: 'rent' | 'other') =>
    odditiesOf({ ...usual, concepts: new Map([[1, { name: 'Cancha de tenis', nature }]]) });
  expect(marked('rent').map(({ code }) => code)).toContain('areaRented');
  expect(marked('other').map(({ code }) => code)).not.toContain('areaRented');
});

it('fines above two monthly fees, or above ten with earlier fines, give a warning', () => {
  const concepts = new Map([...usual.concepts, [2, { name: 'Multa', nature: 'fine' as const }] as const]);
  const fined = (amount: number, more: Partial<MonthAtHand> = {}) => {
    const sheet = [...usual.sheet, { ...charge('102', amount), chargeConceptId: 2 }];
    return odditiesOf({ ...usual, concepts, sheet, ...more });
  };
  expect(fined(200_000)).toEqual([]);
  const over = { code: 'finesOver', text: expect.stringContaining(': 102 (Ley 675 de 2001, art. 59)') };
  expect(fined(200_001)).toEqual([over]);
  const before = (amount: number) => ({ fines: new Map([['102', [centavos(amount)]]]) });
  expect(fined(200_000, before(800_000))).toEqual([]);
  expect(fined(200_000, before(800_001))).toEqual([over]);
  // Two fines by the form in one cell of the month.
  const fine: FeeOnUnits = {
    ...{ way: 'fine', name: 'Multa', amount: centavos(200_000), chargeConceptId: 2 },
    ...{ firstMonth: '2026-05', lastMonth: '2026-05', units: ['102'] },
  };
  expect(fined(400_000, { fees: [fine, fine] })).toEqual([]);
  expect(fined(600_001, { fees: [fine, fine] })).toEqual([over]);
});
