import { beforeAll, expect, inject, it } from 'vitest';
import * as api from '../../../shared/billing/drafts.api.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { Random } from '../../testing/random.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { ChargesWorld } from './charges.fixture.ts';

const CSV = 'Apto;Cuota\n101;50.000\n';

describeOnBothEngines('two tabs at one month draft', (make) => {
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
});
