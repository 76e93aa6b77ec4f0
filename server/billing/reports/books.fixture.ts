import { shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { annual } from '../interest/rates.fixture.ts';
import { type MonthRelationRow, relationTotals } from '../issue/relation.ts';
import type { AgeReport } from './balance-by-age.report.ts';
import type { BookHeading } from './heading.ts';
import type { SourcedInterestRow } from './interest-table.ts';
import type { DebtRow } from './read-debt.ts';
import type { PaymentsReport } from './read-months-payments.ts';
import type { RelationReport } from './relation.report.ts';

/** Owner names that are difficult to print. */
const NAMES = [
  'MARÍA DE LOS ÁNGELES ÑÁÑEZ Y GÜIZA',
  'José Ñáñez',
  'Inversiones Güisa & Cía. S. A. S. en liquidación judicial',
  'PropietarioSinEspacios'.repeat(6).slice(0, 120),
  '=HYPERLINK("http://x","y")',
  '-1+2',
];

const heading: BookHeading = {
  jointName: 'Conjunto Residencial Torres de San Felipe',
  madeAt: Date.parse('2026-05-31T23:00:00.000Z'),
  trail: { chain: 'billing:7', entries: 1204, lastHash: '9f86d081884c7d65'.repeat(4) },
};

const unitOf = (i: number) => ({
  apartmentId: i === 1 ? 'U'.repeat(60) : `T${1 + (i % 3)}-${101 + i}`,
  units: [`T${1 + (i % 3)}-${101 + i}`, ...(i % 6 === 0 ? ['PARQ 18 - 19', 'Depósito 4'] : [])],
  owner: NAMES[i % NAMES.length] ?? '',
});
const some = (i: number, every: number, amount: number): Centavos => centavos(i % every === 0 ? amount : 0);

/**
 * Test helper: builds a relación (the month's table of bills) of many units with extreme values: debts of
 * billions, credits, negative totals, rounding, annulled bills.
 */
export function relationOfUnits(quantity: number): RelationReport {
  const rows = Array.from({ length: quantity }, (_, i): MonthRelationRow => {
    const parts = {
      overdueCapital: some(i, 5, 123_456_789_012),
      overdueInterest: some(i, 5, 45_678_912),
      currentInterest: some(i, 5, 123_456),
      fee: centavos(25_872_000 + i),
      extra: some(i, 4, 15_000_000),
      fines: some(i, 7, 5_000_000),
      other: some(i, 3, 3_000_050),
      rounding: some(i, 3, -50),
    };
    const credit = some(i + 3, 11, 60_000_000);
    const owed = Object.values(parts).reduce((sum: number, one) => sum + one, 0);
    return {
      ...unitOf(i),
      ...parts,
      bill: 1000 + i,
      annulled: i % 50 === 49,
      previousPayment: centavos(29_008_000),
      overdueInstalments: i % 5 === 0 ? 12 : 0,
      additional:
        parts.extra === 0 ? [] : [{ concept: 'Impermeabilización de cubiertas', amount: parts.extra }],
      credit,
      total: centavos(owed - credit),
    };
  });
  const days = { issueDate: '2026-05-02', dueDate: '2026-05-31', interestFree: [], oddities: [] };
  const preview = { differences: null, figures: null };
  return {
    heading,
    relation: { month: '2026-05', state: 'issued', ...days, ...preview, rows, totals: relationTotals(rows) },
  };
}

export function agesOfUnits(quantity: number): AgeReport {
  const rows = Array.from({ length: quantity }, (_, i) => {
    const buckets = {
      current: some(i + 1, 2, 25_872_000),
      d30: some(i, 3, 12_345_678),
      d60: some(i, 5, 99_999_999),
      d90: centavos(0),
      d120: some(i, 7, 123_456_789_012),
      older: some(i, 7, 1_234_567_890),
    };
    const credit = some(i + 2, 4, 30_000_000);
    const owed = Object.values(buckets).reduce((sum: number, one) => sum + one, 0);
    return {
      ...unitOf(i),
      ...buckets,
      agreement: '',
      credit,
      balance: centavos(owed - credit),
      capital: centavos(owed),
      interest: centavos(0),
    };
  });
  return { heading, day: '2026-05-31', until: '2026-05-31', rows, hasBalance: false };
}

/**
 * Test helper: builds the data of the report of a month's payments with each kind of payment: identified,
 * unidentified, identified late, annulled with and without the money.
 */
export function paymentsOfMonth(quantity: number): PaymentsReport {
  const payment = (i: number) => ({
    payment: i,
    channel: 'bank' as const,
    ...{ detail: null, means: null, payer: null, transaction: null },
    valueDate: '2026-05-03',
    postingDate: '2026-05-04',
    amount: centavos(29_008_000 + i),
    reference: i % 2 === 0 ? null : 'CONSIGNACIÓN NACIONAL 000007000123',
  });
  const receipt = (
    i: number,
    annulled: { on: string; unidentified: boolean; reason: string } | null = null,
  ) => ({
    receipt: i,
    apartmentId: `T1-${i}`,
    owner: NAMES[i % NAMES.length] ?? '',
    postingDate: '2026-05-04',
    amount: centavos(29_008_000 + i),
    interest: centavos(100_000),
    capital: centavos(28_000_000),
    credit: centavos(908_000 + i),
    payment: payment(i),
    annulled,
  });
  const reason = 'El banco devolvió el cheque por fondos insuficientes';
  const received = Array.from({ length: quantity }, (_, i) => receipt(i + 1));
  const unidentified = [901, 902].map((i) => ({ payment: payment(i), waiting: payment(i).amount }));
  const exit = (i: number, kind: 'income' | 'refund') => ({
    exit: i,
    kind,
    concept: kind === 'income' ? ('interest' as const) : null,
    amount: payment(i).amount,
    valueDate: '2026-05-10',
    postingDate: '2026-05-10',
    reference: kind === 'income' ? null : 'TRANSFERENCIA 4471',
    reason: 'Consignó a esta cuenta por error',
    payment: payment(i),
    annulled: null,
  });
  const exits = [exit(903, 'income'), exit(904, 'refund')];
  const gone = receipt(601, { on: '2026-05-20', unidentified: false, reason });
  const back = receipt(602, { on: '2026-05-20', unidentified: true, reason });
  const counted = [...received, ...unidentified, ...exits].map((one) => one.payment);
  const arrived = centavos(counted.reduce((sum, { amount }) => sum + amount, 0));
  const refunded = payment(904).amount;
  return {
    heading,
    month: '2026-05',
    received,
    unidentified,
    identified: [receipt(500)],
    annulled: [
      { receipt: gone, subtracted: gone.amount },
      { receipt: back, subtracted: centavos(0) },
    ],
    exits,
    earlierExits: [],
    annulledExits: [],
    arrived,
    refunded,
    total: centavos(arrived - gone.amount - refunded),
  };
}

const debtRow = (i: number): DebtRow => ({
  concept:
    i % 5 === 0 ? 'Cuota extraordinaria de impermeabilización de cubiertas y fachadas' : 'Administración',
  nature: i % 5 === 0 ? 'extra' : 'fee',
  apartmentId: i % 5 === 0 ? 'PARQ 18' : '101',
  month: '2025-01',
  dueDate: '2025-01-31',
  bill: i + 1,
  capital: centavos(25_872_000),
  interest: centavos(123_456),
  accrued: centavos(45_600),
  total: centavos(26_041_056),
  parts: [{ amount: centavos(169_056), month: '2025-02', bases: [], ground: 'opening' }],
});

const ground = {
  heading,
  unit: {
    apartmentId: '101',
    position: 1,
    units: ['101', 'PARQ 18'],
    owner: NAMES[2] ?? '',
    ownerDocument: '52.000.123',
    active: true,
  },
  nit: '900.123.456-7',
  administrator: 'Nubia Rocío Cárdenas',
  day: '2026-05-31',
};

/** Test helper: table of interest with every kind of row; the unpaid amounts add up to the interest of the debts. */
const interestOfMonths = (quantity: number): SourcedInterestRow[] =>
  Array.from({ length: quantity }, (_, i) => ({
    month: shiftMonth('2023-12', i),
    ground: 'rate',
    rate: annual(shiftMonth('2023-12', i), 256_200, 'days'),
    days: 31,
    capital: centavos(25_872_000 * (i + 1)),
    stretches: [
      { from: '2025-01-01', to: '2025-01-20', principal: centavos(25_872_000 * (i + 1)) },
      { from: '2025-01-21', to: '2025-01-31', principal: centavos(12_872_000) },
    ],
    caused: centavos(200_000_000),
    unpaid: centavos(169_056),
    source: 'Máxima legal: Resolución 1234 del 30/12/2024',
  }));

export const certificateOf = (instalments: number) => ({
  ...ground,
  rows: Array.from({ length: instalments }, (_, i) => debtRow(i)),
  interest: interestOfMonths(instalments),
  interestThrough: '2026-04',
  missing: ['2026-05'],
  agreements: [],
});

export const clearanceOf = (balance: number, toCome: number) => ({
  ...ground,
  balance: centavos(balance),
  toCome: centavos(toCome),
  nextDueDate: toCome === 0 ? null : '2026-06-30',
  until: '2026-06-30',
  requestedOn: '2026-05-28',
  code: '04000-000E9',
  checkUrl: 'https://scaf.ejemplo.co/Verificar#04000-000E9',
});
