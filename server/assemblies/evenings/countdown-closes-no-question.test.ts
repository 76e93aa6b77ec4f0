/**
 * Test: a closing announced with a countdown. All screens count down to the same moment, and the question does not
 * close without an act of the desk.
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import {
  ATTENDANCE,
  createConcept,
  setCountdown,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');
const answers = ['Si', 'No'].map((answerDescription) => ({ answerDescription }));

describeOnOneEngine('a countdown', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let conceptId: number;
  beforeAll(async () => {
    evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    await evening.register(['101', '102']);
    const { jointId } = evening;
    const body = { jointId, conceptDescription: '¿Aprueba?', active: 1 as const, answers };
    conceptId = (await app.call(createConcept, { body }, by())).body.conceptId;
  });
  afterEach(() => vi.useRealTimers());

  const by = () => ({ token: evening.operator });
  const announce = (seconds: number, of = conceptId) =>
    app.call(setCountdown, { params: { jointId: evening.jointId, conceptId: of }, body: { seconds } }, by());
  const toggle = (active: 0 | 1) =>
    app.call(toggleConcept, { body: { jointId: evening.jointId, conceptId, active } }, by());
  const shown = async (): Promise<LiveConcept | undefined> => {
    const { body } = await app.call(getSnapshot, { params: { jointId: evening.jointId } }, by());
    return body.concepts.find((concept) => concept.conceptId === conceptId);
  };

  it('a countdown reaches followers with its instant, and can be cancelled', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T23:59:50.000Z') });
    const follower = await followJoint(await listen(app), evening.operator, evening.jointId);
    const made = await announce(30);
    expect(made).toMatchObject({ status: 200, body: { countdownTo: '2026-11-23T00:00:20.000Z' } });
    await eventually(() =>
      expect(follower.last('concept')).toMatchObject({
        change: 'activated',
        concept: { conceptId, active: 1, countdownTo: '2026-11-23T00:00:20.000Z' },
      }),
    );
    // A second countdown replaces the first.
    expect((await announce(3_600)).body).toEqual({ countdownTo: '2026-11-23T00:59:50.000Z' });
    expect((await announce(0)).body).toEqual({ countdownTo: null });
    await eventually(() => expect(follower.last('concept')?.concept).not.toHaveProperty('countdownTo'));
    expect(await shown()).not.toHaveProperty('countdownTo');
    follower.close();
  });

  it('an expired countdown closes no question: votes count until the closing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await announce(1);
    vi.setSystemTime(Date.now() + 60_000);
    const body = { jointId: evening.jointId, apartmentId: '101', conceptId, voteId: 1 };
    expect((await app.call(castVote, { body }, by())).status).toBe(201);
    expect(await shown()).toMatchObject({ active: 1, voted: { apartments: 1 } });
  });

  it('a closing ends the countdown: a reopened question has none', async () => {
    await announce(60);
    await toggle(0);
    expect(await shown()).not.toHaveProperty('countdownTo');
    await toggle(1);
    expect(await shown()).not.toHaveProperty('countdownTo');
  });

  it('a countdown needs an open question and lasts an hour at most', async () => {
    expect((await announce(3_601)).status).toBe(400);
    expect((await announce(-1)).status).toBe(400);
    expectRefused(await announce(30, ATTENDANCE), 'voteNotActive');
    expectRefused(await announce(30, 99), 'conceptNotFound');
    await toggle(0);
    expectRefused(await announce(30), 'voteNotActive');
  });

  it('the trail reports a countdown in words', async () => {
    const { body } = await app.call(listAudit, { params: { jointId: evening.jointId }, query: {} }, by());
    const sentences = body.entries.filter(({ act }) => act === 'countdownSet').map(({ what }) => what);
    expect(sentences).toContainEqual(
      expect.stringMatching(/^Se anunció el cierre de VOTACIÓN 1 de .+ en 30 segundos\.$/),
    );
    expect(sentences).toContainEqual(
      expect.stringMatching(/^Se retiró la cuenta regresiva de VOTACIÓN 1 de /),
    );
  });
});
