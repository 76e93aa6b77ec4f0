import { beforeEach, expect, it } from 'vitest';
import type { AppContext } from './features.ts';
import { headSignerOf } from './platform/audit/signing.ts';
import { Counters } from './platform/db/counters.ts';
import { keyedHash } from './platform/lib/keyed-hash.ts';
import { appForEachTest, sqliteApp, TEST_SECRET } from './testing/app.ts';
import { warmCalls } from './warm-calls.ts';

const app = appForEachTest(sqliteApp);
let context: AppContext;
/** Errors logged by the scratch features. */
const errors: unknown[] = [];
beforeEach(() => {
  const { store } = app;
  // The warmed endpoints need no other part.
  context = {
    store,
    counters: new Counters(store, TEST_SECRET),
    keyedHash: keyedHash(TEST_SECRET),
    publicUrl: 'http://127.0.0.1',
    signer: headSignerOf(TEST_SECRET),
    guard: {},
    log: { ...app.app.log, error: (...parts: unknown[]) => errors.push(parts) },
  } as unknown as AppContext;
});

const countOf = async (table: 'vote' | 'session' | 'audit_entry') =>
  (await app.store.db.selectFrom(table).selectAll().execute()).length;

it('warming casts 300 votes, packs counted votes, logs no error, and adds no row to the store', {
  tags: 'slow',
}, async () => {
  const before = await countOf('audit_entry');
  expect(await warmCalls(context, async () => true)).toEqual({ votes: 300, packs: 120 });
  expect(errors).toEqual([]);
  expect([await countOf('vote'), await countOf('session'), await countOf('audit_entry')]).toEqual([
    0,
    0,
    before,
  ]);
});

it('warming leaves no timer behind', { tags: 'slow' }, async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await warmCalls(context, async () => true);
  expect(timers()).toBeLessThanOrEqual(before);
});

it('warming ends with the server, after the current group', async () => {
  let groups = 0;
  const accepted = await warmCalls(context, async () => {
    groups += 1;
    return groups <= 2;
  });
  expect(accepted).toEqual({ votes: 8, packs: 0 });
});
