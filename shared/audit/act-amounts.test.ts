import { expect, it } from 'vitest';
import { factsToRead } from './act-amounts.ts';

it('an amount below its unit is shown in pesos for every act', () => {
  const data = { jointId: 3, month: '2026-01', rows: 2, centavos: { charges: 20_500_000, total: 123_450 } };
  expect(factsToRead('monthPrepared', data)).toEqual({
    jointId: 3,
    month: '2026-01',
    rows: 2,
    charges: '$ 205.000',
    total: '$ 1.234,50',
  });
});

it('the act of an older entry tells the unit of its amounts', () => {
  expect(factsToRead('monthIssued', { bills: 2, total: 205_000.5 })).toEqual({
    bills: 2,
    total: '$ 205.000,50',
  });
  expect(factsToRead('adjustmentAdded', { amount: 12_000 })).toEqual({ amount: '$ 12.000' });
  expect(factsToRead('paymentEntered', { amount: 1_200_000 })).toEqual({ amount: '$ 12.000' });
  const imported = { fileName: 'mayo.csv', added: 2, amount: 1, payments: [[1, 1]] };
  expect(factsToRead('paymentsImported', imported)).toEqual({ ...imported, amount: '$ 0,01' });
});

it('other values stay unchanged', () => {
  const data = { jointId: 1, reason: 'Llaves', amount: 'poco' };
  expect(factsToRead('adjustmentAdded', data)).toEqual(data);
  expect(factsToRead('votes', { amount: 12, votes: [[1, 2]] })).toEqual({ amount: 12, votes: [[1, 2]] });
  expect(factsToRead('monthIssued', null)).toEqual({});
});
