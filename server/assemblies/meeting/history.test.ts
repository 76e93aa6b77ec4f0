import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { getQuorumHistory, type QuorumHistory } from '../../../shared/assemblies/history.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { ZERO } from '../../../shared/coefficient.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { CoalescedPublisher } from '../../platform/live/publisher.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { jointStates, readWall } from '../live/joint-state.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { openingsOf, pointsOf, quorumHistories, readTimeline } from './history.service.ts';
import { type Moment, momentsOf } from './timeline.ts';

it('the curve of a second call days later starts anew', () => {
  const moment = (at: number, apartments: number) => ({
    at,
    apartments,
    coefficient: ZERO,
    owners: 0,
    total: ZERO,
  });
  const first = [moment(0, 3), moment(60_000, 0), moment(120_000, 2)];
  const second = [moment(3 * DAY_MS, 0), moment(3 * DAY_MS + 1, 4)];
  const counts = (moments: Moment[]) => pointsOf(moments).map(({ apartments }) => apartments);
  expect(counts(first)).toEqual([3, 0, 2]);
  expect(counts([...first, ...second])).toEqual([4]);
  expect(counts([...first, ...second.slice(0, 1)])).toEqual([]);
});

describeOnOneEngine('the history of the quorum in memory', (make) => {
  let app: TestApp;
  let evening: AssemblyFixture;
  beforeEach(async () => {
    app = await make();
    const units = Array.from({ length: 6 }, (_, i) => [`${101 + i}`, 10, `P${i}`] as const);
    evening = await holdAssembly(app, { units });
    await evening.register(['101', '102', '103']);
  });
  afterEach(() => endAssembly(app));

  const vote = async (conceptId: number, apartmentId: string) => {
    const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
    expect((await app.call(castVote, { body }, { token: evening.operator })).status).toBe(201);
  };
  const close = (conceptId: number) =>
    app.call(
      toggleConcept,
      { body: { jointId: evening.jointId, conceptId, active: 0 } },
      { token: evening.operator },
    );

  /** Histories of a store with counted statements. */
  function counted() {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = app.store.db.withPlugin(counting);
    const directory = new JointDirectory(db);
    const publisher = new CoalescedPublisher(jointStates({ db, transact: app.store.transact }, directory));
    const historyOf = quorumHistories({ store: { db }, directory, publisher });
    return {
      historyOf,
      during: async (work: () => Promise<unknown>) => {
        const before = statements;
        await work();
        return statements - before;
      },
    };
  }

  /** History computed from the store, without a cache. */
  const computed = (): Promise<QuorumHistory> =>
    readAsOfNow(app.store.db, async (trx) => {
      const place = await requireJoint(new JointDirectory(trx), evening.jointId);
      const assembly = await assemblyToRead(trx, place.rootId);
      const { roll, changes } = await readTimeline(trx, { ...assembly, jointId: place.jointId });
      const { concepts, snapshot } = await readWall(trx, place, assembly);
      return {
        points: pointsOf(momentsOf(roll.opened(), changes)),
        questions: openingsOf(concepts, snapshot),
      };
    });

  it('repeated calls read the revision alone, and get the same bytes', async () => {
    const { jointId } = evening;
    const { historyOf, during } = counted();
    const first = await historyOf({ jointId });
    expect(await during(async () => expect(await historyOf({ jointId })).toBe(first))).toBe(1);
    const many = () => Promise.all(Array.from({ length: 50 }, () => historyOf({ jointId })));
    expect(await during(async () => expect(new Set(await many())).toEqual(new Set([first])))).toBeLessThan(3);
  });

  it('a vote reads no registration, and a registration reads the curve once', async () => {
    const { jointId } = evening;
    const { historyOf, during } = counted();
    const conceptId = await evening.ask('¿Aprueba?');
    const before = await historyOf({ jointId });
    await vote(conceptId, '101');
    let after = before;
    const ofVote = await during(async () => {
      after = await historyOf({ jointId });
    });
    expect(after).not.toBe(before);
    expect(ofVote).toBe(1);
    await evening.register(['104']);
    const many = () => Promise.all(Array.from({ length: 50 }, () => historyOf({ jointId })));
    const ofMany = await during(many);
    // Two runs at most: the first caller's, and the run shared by the later callers.
    expect(ofMany).toBeLessThan(12);
  });

  it('the cached history equals the computed history after each change', async () => {
    const as = { token: evening.operator };
    const call = async () =>
      (await app.call(getQuorumHistory, { params: { jointId: evening.jointId }, query: {} }, as)).body;
    const same = async () => expect(await call()).toEqual(JSON.parse(JSON.stringify(await computed())));
    await same();
    const conceptId = await evening.ask('¿Aprueba?');
    await same();
    await vote(conceptId, '101');
    await same();
    await evening.register(['104', '105']);
    await same();
    await close(conceptId);
    await same();
    const { body } = await app.call(
      getQuorumHistory,
      { params: { jointId: evening.jointId }, query: { assemblyId: 999_999 } },
      as,
    );
    expect(body).toMatchObject({ code: 'assemblyNotFound' });
  });

  it('the history of an archived assembly is read once, and equals the history before', async () => {
    const { jointId } = evening;
    const as = { token: evening.operator };
    await close(await evening.ask('¿Aprueba?'));
    const before = await computed();
    const { body: snapshot } = await app.call(getSnapshot, { params: { jointId }, query: {} }, as);
    const assemblyId = snapshot.assembly?.assemblyId ?? 0;
    expect((await app.call(openAssembly, { params: { jointId }, body: {} }, as)).status).toBe(201);
    const { historyOf, during } = counted();
    const archived = await historyOf({ jointId, assemblyId });
    expect(JSON.parse(archived.bytes.toString())).toEqual(JSON.parse(JSON.stringify(before)));
    expect(await during(async () => expect(await historyOf({ jointId, assemblyId })).toBe(archived))).toBe(1);
    expect(JSON.parse((await historyOf({ jointId })).bytes.toString())).toEqual({
      points: [],
      questions: [],
    });
  });
});
