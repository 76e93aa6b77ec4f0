import { beforeEach, expect, it } from 'vitest';
import { type ErrorCode, errors } from '../../../shared/errors.ts';
import type { Store } from '../../platform/db/connect.ts';
import { appForEachTest, describeOnBothEngines } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { endAssembly, votesOf } from '../../testing/store-asserts.ts';
import { BallotBox } from './ballot-box.ts';
import type { Batch } from './batch.types.ts';
import { voteToStore } from './cast-votes.ts';

describeOnBothEngines('the ballot box', (make) => {
  const ids = Array.from({ length: 30 }, (_, i) => `${101 + i}`);
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  beforeEach(async () => {
    evening = await holdAssembly(app, { units: ids.map((id): Unit => [id, 3, `Dueño ${id}`]) });
  });

  it('votes of one event loop turn are stored as one batch with one entry in the trail', async () => {
    await evening.register(ids);
    const conceptId = await evening.ask('¿Aprueba?');
    const published: (readonly number[])[] = [];
    const box = new BallotBox(app.store, (jointIds) => published.push(jointIds));
    const vote = {
      jointId: evening.jointId,
      conceptId,
      answerId: 1,
      actor: 'user:1',
      device: null,
    };
    const records = await Promise.all(
      ids.map((apartmentId) =>
        box.cast(evening.jointId, { row: voteToStore({ ...vote, apartmentId }), key: null }),
      ),
    );
    expect(new Set(records.map((record) => record.receipt)).size).toBe(ids.length);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'votes')
      .execute();
    expect(entries).toHaveLength(1);
    expect(JSON.parse(entries[0]?.data ?? '{}').votes).toHaveLength(ids.length);
    expect(published).toEqual([[evening.jointId]]);
  });

  it('votes and split votes of one turn share a batch; an invalid split vote is undone', async () => {
    const { jointId } = evening;
    await evening.register(ids.slice(0, -1));
    const conceptId = await evening.ask('¿Aprueba?');
    const published: (readonly number[])[] = [];
    const box = new BallotBox(app.store, (jointIds) => published.push(jointIds));
    const rowOf = (apartmentId: string, actor: string) =>
      voteToStore({ jointId, conceptId, answerId: 1, apartmentId, actor, device: null });
    const split = (actor: string, units: readonly string[]) =>
      box.castSplit(jointId, { rows: units.map((unit) => rowOf(unit, actor)), key: null });
    // The last unit of the second split vote is not registered; the third has a unit with a single vote.
    const units = [
      ids.slice(0, 5),
      ids.slice(5, 10),
      [...ids.slice(10, 15), '130'],
      ids.slice(4, 8),
    ] as const;
    const [single, first, unregistered, voted] = await Promise.allSettled([
      Promise.all(units[0].map((unit) => box.cast(jointId, { row: rowOf(unit, 'user:1'), key: null }))),
      split('user:2', units[1]),
      split('user:3', units[2]),
      split('user:4', units[3]),
    ]);
    expect([single?.status, first?.status]).toEqual(['fulfilled', 'fulfilled']);
    const refusal = (units: Record<string, ErrorCode>) => ({
      reason: {
        code: 'votesRefused',
        details: {
          units: Object.entries(units).map(([apartmentId, code]) => ({
            apartmentId,
            code,
            message: errors[code][1],
          })),
        },
      },
    });
    expect(unregistered).toMatchObject(refusal({ 130: 'apartmentNotRegistered' }));
    const taken = Object.fromEntries(ids.slice(4, 8).map((unit) => [unit, 'alreadyVoted' as const]));
    expect(voted).toMatchObject(refusal(taken));

    expect(published).toEqual([[jointId]]);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'data', 'at'])
      .where('act', '=', 'votes')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ actor, data }) => [actor, JSON.parse(data).votes.length])).toEqual([
      ['ballot-box', 5],
      ['user:2', 5],
    ]);
    expect(new Set(entries.map(({ at }) => at)).size).toBe(1);
    // The units of the undone split vote can vote.
    expect(await split('user:3', ids.slice(10, 15))).toHaveLength(5);
    expect(await votesOf(app, jointId)).toHaveLength(15);
  });

  it('a flood of split votes of a person delays the votes of others by one split vote', async () => {
    const { jointId } = evening;
    await evening.register(ids);
    const conceptId = await evening.ask('¿Aprueba?');
    const batches: string[][] = [];
    const transact: Store['transact'] = (transaction, input) =>
      app.store.transact(transaction, () => {
        const batch = input();
        const { requests } = batch as Batch;
        batches.push(requests.map(({ rows }) => rows[0]?.actor ?? ''));
        return batch;
      });
    const box = new BallotBox({ transact }, () => undefined);
    const rowOf = (apartmentId: string, actor: string) =>
      voteToStore({ jointId, conceptId, answerId: 1, apartmentId, actor, device: null });
    const flood = Array.from({ length: 12 }, () =>
      box.castSplit(jointId, { rows: ids.slice(0, 20).map((unit) => rowOf(unit, 'user:1')), key: null }),
    );
    const votes = ids
      .slice(20)
      .map((unit) => box.cast(jointId, { row: rowOf(unit, `user:${unit}`), key: null }));
    expect(await Promise.all(votes)).toHaveLength(10);
    expect(batches[0]).toEqual(['user:1', ...ids.slice(20).map((unit) => `user:${unit}`)]);
    const outcomes = await Promise.allSettled(flood);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(11).fill('rejected')]);
    // The later split votes of the person alone use whole batches.
    expect(batches.slice(1).map((batch) => batch.length)).toEqual([5, 5, 1]);
  });

  it('a split vote with more units than a batch is stored in a batch alone', async () => {
    const { jointId } = evening;
    await evening.register(ids);
    const conceptId = await evening.ask('¿Aprueba?');
    const published: (readonly number[])[] = [];
    const box = new BallotBox(app.store, (jointIds) => published.push(jointIds));
    const rowOf = (apartmentId: string) =>
      voteToStore({ jointId, conceptId, answerId: 1, apartmentId, actor: 'user:1', device: null });
    const unknown = Array.from({ length: 200 }, (_, i) => rowOf(`X${i}`));
    const [single, large, small] = await Promise.allSettled([
      box.cast(jointId, { row: rowOf('101'), key: null }),
      box.castSplit(jointId, { rows: unknown, key: null }),
      box.castSplit(jointId, { rows: ids.slice(1).map(rowOf), key: null }),
    ]);
    expect([single?.status, large?.status, small?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    // The large split vote is a batch alone: the votes before and after are in separate batches.
    expect(published).toEqual([[jointId], [jointId]]);
  });
});
