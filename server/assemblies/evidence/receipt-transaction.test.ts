import { afterEach, beforeEach, expect, it } from 'vitest';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import type { Store } from '../../platform/db/connect.ts';
import { describeOnBothEngines, sqliteApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly, planOf } from '../../testing/store-asserts.ts';
import { uncountedVotes } from '../store/tally/ballot-trees.repository.ts';
import { voteBatchTransaction } from '../voting/store-batch.ts';
import { ReceiptReader } from './receipt-reader.ts';
import { receiptTransaction } from './receipt-transaction.ts';

const UNKNOWN = { receipt: 'ABCD-EFGH', ballot: null };

it('a vote waits for four receipts of a flood at most', async () => {
  const app = await sqliteApp();
  const { jointId: rootId } = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
  const order: string[] = [];
  const flood = Array.from({ length: 30 }, () =>
    app.store
      .transact(receiptTransaction, () => ({ rootId, receipts: [UNKNOWN] }))
      .then(() => order.push('receipt')),
  );
  const vote = app.store
    .transact(voteBatchTransaction, () => ({ rootId, requests: [], at: Date.now() }))
    .then(() => order.push('vote'));
  await Promise.all([...flood, vote]);
  expect(order).toHaveLength(31);
  expect(order.indexOf('vote')).toBeLessThanOrEqual(4);
  await app.close();
});

it('the vote of a receipt is found by an index, not among all votes', async () => {
  const app = await sqliteApp();
  const { db } = app.store;
  const receipts = ['ABCD-EFGH', 'EFGH-ABCD'];
  const query = uncountedVotes(db, 1, receipts);
  const steps = await planOf(db, { compile: () => query.compile(db) });
  expect(steps.filter((step) => / [nv] /.test(step))).toEqual([
    expect.stringMatching(/^SEARCH v USING .*INDEX vote_receipt/),
    expect.stringMatching(/^SEARCH n USING INDEX annulment_receipt/),
  ]);
  await app.close();
});

it('unknown receipts take two statements of ready text, however many', async () => {
  const app = await sqliteApp();
  const { jointId: rootId } = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
  const kinds: string[] = [];
  const db = app.store.db.withPlugin({
    transformQuery: ({ node }) => {
      kinds.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  for (const receipts of [[UNKNOWN], Array(32).fill(UNKNOWN)]) {
    kinds.length = 0;
    const { votes } = await receiptTransaction.run(db, { rootId, receipts });
    expect(votes).toEqual(Array(receipts.length).fill(null));
    expect(kinds).toEqual(['RawNode', 'RawNode']);
  }
  await app.close();
});

describeOnBothEngines('receipts of a flood', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, {
      units: [
        ['101', 50, 'ANA'],
        ['102', 50, 'LUIS'],
      ],
    });
  });
  afterEach(() => endAssembly(app));

  it('receipts that arrive together share a reading, each with its own answer', async () => {
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    const receipts: string[] = [];
    for (const apartmentId of ['101', '102']) {
      const body = { jointId, apartmentId, conceptId, voteId: 1 };
      receipts.push((await app.call(castVote, { body }, { token: operator })).body.receipt ?? '');
    }
    let messages = 0;
    const transact: Store['transact'] = (transaction, input) => {
      messages += 1;
      return app.store.transact(transaction, input);
    };
    const reader = new ReceiptReader({ transact });
    const all = Array.from({ length: 60 }, (_, i) => receipts[i % 3] ?? UNKNOWN.receipt);
    const found = await Promise.all(all.map((receipt) => reader.read(jointId, { receipt, ballot: null })));
    expect(found.map(({ vote }) => vote?.apartmentId ?? null)).toEqual(
      all.map((_, i) => ['101', '102', null][i % 3]),
    );
    // A message has 32 receipts.
    expect(messages).toBe(2);
  });
});
