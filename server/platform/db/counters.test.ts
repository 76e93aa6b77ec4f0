import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { Counters } from './counters.ts';
import { StoreFault } from './store-fault.ts';

// No server listens there.
const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
afterAll(() => pool.end());

it('counters of an absent store fail with the fault of the store', async () => {
  const counter = new Counters({ pool }, 'a secret').counter('tries', 60_000);
  for (const ask of [counter.read(['a']), counter.add(['a']), counter.hold(['a'], 1000)]) {
    await expect(ask).rejects.toBeInstanceOf(StoreFault);
  }
});
