import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { appForEachTest, describeOnBothEngines } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { LANES, type Lane, StoreLanes } from './lanes.ts';

const everywhere = (most: number) =>
  Object.fromEntries(LANES.map((lane) => [lane, most])) as Record<Lane, number>;

describe('lanes before the store', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
  });
  const lanesOf = (room = everywhere(1), patience?: number) => new StoreLanes(room, patience, () => now);

  it('the connection goes to the first lane with a waiting call, in order of arrival', async () => {
    const lanes = lanesOf();
    await lanes.take('checks');
    const order: string[] = [];
    const turns = [...LANES.toReversed(), ...LANES].map((lane, i) =>
      lanes.take(lane).then(() => order.push(`${lane} ${i}`)),
    );
    for (const turn of turns) {
      lanes.giveBack();
      void turn;
      await Promise.resolve();
    }
    await Promise.all(turns);
    expect(order).toEqual(
      LANES.flatMap((lane, i) => [`${lane} ${LANES.length - 1 - i}`, `${lane} ${LANES.length + i}`]),
    );
  });

  it('a lane leaves connections free for the lanes before', async () => {
    const lanes = lanesOf({ votes: 4, registrations: 3, reads: 2, lists: 1, reports: 1, checks: 1 });
    await Promise.all([lanes.take('reads'), lanes.take('reads')]);
    const read = lanes.take('reads');
    await Promise.all([lanes.take('registrations'), lanes.take('votes')]);
    expect(lanes.waitingIn('reads')).toBe(1);
    for (let i = 0; i < 2; i += 1) lanes.giveBack();
    expect(lanes.waitingIn('reads')).toBe(1);
    lanes.giveBack();
    await read;
  });

  it('a full lane refuses at once, and a waiting call is refused after its time limit', async () => {
    const full = lanesOf();
    await full.take('reads');
    const waiting = Array.from({ length: 500 }, () => full.take('lists'));
    await expect(full.take('lists')).rejects.toMatchObject({ kind: 'crowded', retryAfter: 2 });
    const back = full.take('lists', true);
    for (let i = 0; i <= 501; i += 1) full.giveBack();
    await Promise.all([...waiting, back]);

    const hasty = lanesOf(everywhere(1), 1);
    await hasty.take('reads');
    await expect(hasty.take('reads')).rejects.toMatchObject({ kind: 'crowded' });
    expect(hasty.waitingIn('reads')).toBe(0);
  });

  it('lanes report the average wait of the last seconds', async () => {
    const lanes = lanesOf();
    await lanes.take('votes');
    const late = lanes.take('reads');
    now = 800;
    lanes.giveBack();
    await late;
    expect([lanes.lateMs('reads'), lanes.lateMs('votes')]).toEqual([800, 0]);
    now = 4000;
    expect(lanes.lateMs('reads')).toBe(800);
    now = 10_000;
    expect(lanes.lateMs('reads')).toBe(0);
    const stalled = lanes.take('reads');
    now = 19_000;
    expect(lanes.lateMs('reads')).toBe(4000);
    lanes.giveBack();
    await stalled;
  });
});

describeOnBothEngines('a crowd of reads', (make) => {
  const app = appForEachTest(make);

  it('a crowd of reads delays no vote, down to the store', async () => {
    const { store } = app;
    const ask = (lane: Lane) => sql`select 1 as one`.execute(store.inLane(lane));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = 0;
    // The only connection on SQLite, the limit of reads on PostgreSQL.
    const most = store.engine === 'sqlite' ? 1 : 7;
    const holders = Array.from({ length: most }, () =>
      store.db.transaction().execute(async (trx) => {
        await sql`select 1 as one`.execute(trx);
        held += 1;
        await released;
      }),
    );
    await eventually(() => held).toBe(most);
    const order: Lane[] = [];
    const waits = (['checks', 'reads', 'votes'] as const).map((lane) =>
      ask(lane).then(() => order.push(lane)),
    );
    if (store.engine === 'postgres') await eventually(() => order).toEqual(['votes']);
    release();
    await Promise.all([...holders, ...waits]);
    expect(order[0]).toBe('votes');
  });
});
