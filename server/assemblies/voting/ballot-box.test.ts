import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnBothEngines, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { BallotBox } from './ballot-box.ts';
import { voteToStore } from './cast-votes.ts';

describeOnBothEngines('the ballot box', (make) => {
  const ids = Array.from({ length: 30 }, (_, i) => `${101 + i}`);
  let app: TestApp;
  let evening: AssemblyFixture;
  beforeEach(async () => {
    app = await make();
    evening = await holdAssembly(app, { units: ids.map((id): Unit => [id, 3, `Dueño ${id}`]) });
  });
  afterEach(() => endAssembly(app));

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
});
