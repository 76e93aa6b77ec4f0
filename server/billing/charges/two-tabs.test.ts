import { beforeAll, expect, inject, it } from 'vitest';
import * as api from '../../../shared/billing/drafts.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { Random } from '../../testing/random.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { ChargesWorld } from './charges.fixture.ts';

const CSV = 'Apto;Cuota\n101;50.000\n';

describeOnOneEngine('two tabs at one month draft', (make) => {
  const app = appForSuite(make);
  let world: ChargesWorld;
  beforeAll(async () => {
    world = await ChargesWorld.of(app);
  });

  it('a tab from before the preparation never discards the month of the other tab', async () => {
    const random = new Random(inject('seed'));
    for (let round = 0; round < rounds(4, 250); round += 1) {
      const jointId = await world.joint(['101']);
      const { draftId } = (await world.send(jointId, CSV)).body;
      const params = { jointId, draftId };
      const discard = (seen: 'received' | 'prepared') =>
        app.call(api.discardDraft, { params, query: { seen } }, { token: world.staff });
      const prepare = () => world.readAgain(api.prepareMonth, jointId, draftId);
      const order = random.pick(['prepare', 'discard', 'together'] as const);
      const acts = [prepare, () => discard('received')] as const;
      const replies: { status: number }[] = [];
      if (order === 'together') replies.push(...(await Promise.all(acts.map((act) => act()))));
      else for (const act of order === 'prepare' ? acts : [...acts].reverse()) replies.push(await act());
      expect(
        replies.filter(({ status }) => status < 300),
        `round ${round}, ${order}`,
      ).toHaveLength(1);
      const [draft] = (await app.call(api.listDrafts, { params: { jointId } }, { token: world.staff })).body;
      const isPrepared = draft?.state === 'prepared';
      expect(await world.stored(jointId)).toHaveLength(isPrepared ? 1 : 0);
      if (!isPrepared) continue;
      expectRefused(await discard('received'), 'factsMoved');
      expect((await discard('prepared')).status).toBe(204);
    }
  });

  it('random acts of two tabs at the drafts of one month are stored, or refused with a code', async () => {
    const random = new Random(inject('seed'));
    const jointId = await world.joint(['101']);
    const listed = async () =>
      (await app.call(api.listDrafts, { params: { jointId } }, { token: world.staff })).body.filter(
        ({ state }) => state === 'received' || state === 'prepared',
      );
    type Shown = Awaited<ReturnType<typeof listed>>;
    const tabs: [Shown, Shown] = [[], []];
    let refused = 0;
    for (let round = 0; round < rounds(100, 1_000); round += 1) {
      const tab = random.between(0, 1);
      const act = random.pick(['look', 'send', 'prepare', 'discard'] as const);
      const before = await listed();
      const one = tabs[tab]?.[random.between(0, tabs[tab].length - 1)];
      if (act === 'look') tabs[tab] = before;
      if (act === 'send' && before.length < 4) {
        const { body } = await world.send(jointId, `Apto;Cuota\n101;${1_000 + round}\n`);
        expect((await listed()).map(({ draftId }) => draftId)).toContain(body.draftId);
      }
      if (act === 'look' || act === 'send' || one === undefined) continue;
      const { draftId, state: seen } = one;
      const stored = before.find((draft) => draft.draftId === draftId)?.state;
      const { status, error } =
        act === 'prepare'
          ? await world.readAgain(api.prepareMonth, jointId, draftId)
          : await app.call(
              api.discardDraft,
              { params: { jointId, draftId }, query: { seen: seen === 'prepared' ? seen : 'received' } },
              { token: world.staff },
            );
      const after = await listed();
      if (status >= 300) {
        refused += 1;
        expect(['draftNotFound', 'monthExists', 'factsMoved', 'draftDone'], `round ${round}`).toContain(
          error.code,
        );
        expect(after, `round ${round}, ${act}`).toEqual(before);
        continue;
      }
      if (act === 'discard' && stored === undefined) {
        // The other tab discarded the draft before: a repeat has no effect.
        expect(after).toEqual(before);
        continue;
      }
      // A discard takes only a draft in the state that the tab shows, and a preparation only a waiting draft.
      expect(stored, `round ${round}, ${act}`).toBe(act === 'prepare' ? 'received' : seen);
      const others = (drafts: Shown) => drafts.filter((draft) => draft.draftId !== draftId);
      expect(others(after)).toEqual(others(before));
      expect(await world.stored(jointId)).toHaveLength(
        after.some(({ state }) => state === 'prepared') ? 1 : 0,
      );
    }
    expect(refused).toBeGreaterThan(10);
  });
});
