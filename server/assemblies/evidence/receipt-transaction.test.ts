import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { voteBatchTransaction } from '../voting/store-batch.ts';
import { receiptTransaction } from './receipt-transaction.ts';

let app: TestApp;
let evening: AssemblyFixture;
beforeEach(async () => {
  app = await sqliteApp();
  evening = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
});
afterEach(() => app.close());

it('a vote waits for four receipts of a flood at most', async () => {
  const { jointId: rootId } = evening;
  const order: string[] = [];
  const unknown = { rootId, receipt: 'ABCD-EFGH', ballot: null };
  const flood = Array.from({ length: 30 }, () =>
    app.store.transact(receiptTransaction, () => unknown).then(() => order.push('receipt')),
  );
  const vote = app.store
    .transact(voteBatchTransaction, () => ({ rootId, requests: [], at: Date.now() }))
    .then(() => order.push('vote'));
  await Promise.all([...flood, vote]);
  expect(order).toHaveLength(31);
  expect(order.indexOf('vote')).toBeLessThanOrEqual(4);
});
