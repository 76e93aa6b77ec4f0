import { expect, it } from 'vitest';
import { postedOf } from './posted.ts';

const row = {
  payment: 7,
  channel: 'desk',
  value_date: '2026-10-01',
  posting_date: '2026-10-01',
  amount: 100,
};
const digest = (more: Record<string, unknown>) =>
  postedOf([{ table: 'payment', rows: [{ ...row, ...more }] }]).accounts;

it('a payment without means and payer keeps the digest from before these columns', () => {
  expect(digest({ means: null, payer: null })).toEqual(digest({}));
});

it('the digest of a payment covers the means and the payer', () => {
  const digests = [{}, { means: 'cash' }, { payer: 'cash' }, { means: 'cash', payer: 'ANA' }].map(digest);
  expect(new Set(digests.map((one) => JSON.stringify(one))).size).toBe(4);
});
