import { afterAll, expect, it } from 'vitest';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { getQuorumHistory } from '../../../shared/assemblies/history.api.ts';
import { defined } from '../../../shared/defined.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused, registeredUnits } from '../../testing/store-asserts.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';

const units = unitsOf('101;10;ANA', '102;20;LUIS', '103;70;EVA');
const MINUTE = 60_000;

describeOnOneEngine('the time of a scan', (make) => {
  const app = appForSuite(make, endAssembly);
  afterAll(async () => {
    // The trail has the real instants of the openings.
    for (const [assemblyId, openedAt] of openings) {
      const one = app.store.db.updateTable('assembly').where('assembly_id', '=', assemblyId);
      await one.set({ opened_at: openedAt }).execute();
    }
  });

  /** Opening instants of assemblies that the tests moved into the past, by assembly id. */
  const openings = new Map<number, number | null>();

  /** Makes an assembly open for an hour, at any time of creation. */
  async function anHourAgo(): Promise<AssemblyFixture & { opened: number }> {
    const evening = await holdAssembly(app, { units });
    await evening.ask('¿Aprueba?');
    const opened = Date.now() - 60 * MINUTE;
    const { assembly_id, opened_at } = await app.store.db
      .selectFrom('assembly')
      .select(['assembly_id', 'opened_at'])
      .where('joint_id', '=', evening.jointId)
      .executeTakeFirstOrThrow();
    openings.set(assembly_id, opened_at);
    await app.store.db
      .updateTable('assembly')
      .set({ created_at: opened - 60 * MINUTE, opened_at: opened })
      .where('joint_id', '=', evening.jointId)
      .execute();
    return { ...evening, opened };
  }
  const scan = async (
    { jointId, operator }: AssemblyFixture,
    apartmentIds: string[],
    scannedAt: number | string,
    more: { code?: string; takeBack?: boolean; attendee?: { name: string }; key?: string } = {},
  ) => {
    const { key, code = await freshCode(app, operator, jointId), ...rest } = more;
    const time = typeof scannedAt === 'string' ? scannedAt : new Date(scannedAt).toISOString();
    const body = { apartmentIds, code, ...rest, scannedAt: time };
    return app.call(register, { params: { jointId }, body }, { token: operator, ...defined({ key }) });
  };
  const remove = (
    { jointId, operator }: AssemblyFixture,
    query: { apartmentId?: string } = {},
    conceptId = 1,
  ) => app.call(removeRegistrations, { params: { jointId, conceptId }, query }, operator);
  const stored = (evening: AssemblyFixture, apartmentId: string) =>
    app.store.db
      .selectFrom('attendance')
      .select(['at', 'received_at', 'holder'])
      .where('joint_id', '=', evening.jointId)
      .where('apartment_id', '=', apartmentId)
      .executeTakeFirst();
  const lastEntry = async (evening: AssemblyFixture) => {
    const entry = await app.store.db
      .selectFrom('audit_entry')
      .select(['data', 'at'])
      .where('chain', '=', `joint:${evening.jointId}`)
      .where('act', '=', 'registered')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    return { at: entry.at, data: JSON.parse(entry.data) };
  };
  const history = async ({ jointId, operator }: AssemblyFixture) =>
    (await app.call(getQuorumHistory, { params: { jointId }, query: {} }, operator)).body.points;

  it('a late scan has the time of the scan, and stores its arrival too', async () => {
    const evening = await anHourAgo();
    const scanned = Date.now() - 10 * MINUTE;
    const before = Date.now();
    const done = await scan(evening, ['101'], scanned);
    expect([done.status, done.body.registered[0]?.at]).toEqual([201, new Date(scanned).toISOString()]);
    const row = await stored(evening, '101');
    expect(row?.at).toBe(scanned);
    expect(row?.received_at).toBeGreaterThanOrEqual(before);
    const { at, data } = await lastEntry(evening);
    expect(data).toMatchObject({ enteredAt: scanned, receivedAt: row?.received_at });
    expect(at).toBe(row?.received_at);
    await evening.register(['102']);
    expect((await stored(evening, '102'))?.received_at).toBeNull();
    expect(await history(evening)).toMatchObject([
      { at: new Date(scanned).toISOString(), apartments: 1, coefficient: 10 },
      { apartments: 2, coefficient: 30 },
    ]);
  });

  it("a scan's time is never in the future nor before the opening", async () => {
    const evening = await anHourAgo();
    const before = Date.now();
    expect((await scan(evening, ['101'], before + 60 * MINUTE)).status).toBe(201);
    const late = await stored(evening, '101');
    expect(late?.at).toBeGreaterThanOrEqual(before);
    expect(late?.at).toBeLessThanOrEqual(Date.now());
    expect((await scan(evening, ['102'], evening.opened - 5 * MINUTE)).status).toBe(201);
    expect((await stored(evening, '102'))?.at).toBe(evening.opened);
    expect((await scan(evening, ['103'], '2026-12-31T23:59:60Z')).status).toBe(400);
    expect((await scan(evening, ['103'], 'ayer')).status).toBe(400);
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101', '102']);
  });

  it('a scan opens the assembly as its first act', async () => {
    const evening = await holdAssembly(app, { units });
    const created = Date.now() - 60 * MINUTE;
    await app.store.db
      .updateTable('assembly')
      .set({ created_at: created })
      .where('joint_id', '=', evening.jointId)
      .execute();
    const scanned = Date.now() - 10 * MINUTE;
    expect((await scan(evening, ['101'], scanned)).status).toBe(201);
    expect((await stored(evening, '101'))?.at).toBe(scanned);
    const { opened_at } = await app.store.db
      .selectFrom('assembly')
      .select('opened_at')
      .where('joint_id', '=', evening.jointId)
      .executeTakeFirstOrThrow();
    expect(opened_at).toBe(scanned);
  });

  it("only the desk sends a scan's time", async () => {
    const evening = await anHourAgo();
    const { jointId, operator } = evening;
    const ana = await evening.owner(`ana${jointId}`, ['101']);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
    const registerAt = (scannedAt?: string) =>
      app.call(
        register,
        { params: { jointId }, body: { apartmentIds: ['101'], ...(scannedAt && { scannedAt }) } },
        ana.token,
      );
    expectRefused(await registerAt(new Date().toISOString()), 'forbidden');
    expect((await registerAt()).status).toBe(201);
  });

  it('the first scan to arrive wins; the other is told the holder; a repeat is no conflict', async () => {
    const evening = await anHourAgo();
    const [early, late] = [Date.now() - 20 * MINUTE, Date.now() - 10 * MINUTE];
    const code = await freshCode(app, evening.operator, evening.jointId);
    const first = await scan(evening, ['101'], late, {
      code,
      attendee: { name: 'ANA RUIZ' },
      key: 'desk-1-scan-1',
    });
    expect(first.status).toBe(201);
    const second = await scan(evening, ['101', '102'], early);
    expectRefused(second, 'alreadyRegistered');
    expect(second.error.details).toEqual({
      apartments: [
        {
          apartmentId: '101',
          owner: 'ANA',
          at: new Date(late).toISOString(),
          attendee: 'ANA RUIZ',
          userId: await codeIdOf(app.store.db, code),
        },
      ],
    });
    const again = await scan(evening, ['101'], late, {
      code,
      attendee: { name: 'ANA RUIZ' },
      key: 'desk-1-scan-1',
    });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await registeredUnits(app, evening.jointId)).toEqual(['101']);
  });

  it("a scan older than the unit's reversal is refused with the instant of the reversal", async () => {
    const evening = await anHourAgo();
    await evening.register(['101', '102']);
    const scanned = Date.now() - MINUTE;
    await remove(evening, { apartmentId: '101' });
    const refused = await scan(evening, ['101', '103'], scanned);
    expectRefused(refused, 'scanOutdated');
    const { annulled_at } = await app.store.db
      .selectFrom('annulment')
      .select('annulled_at')
      .where('joint_id', '=', evening.jointId)
      .executeTakeFirstOrThrow();
    expect(refused.error.details).toEqual({
      apartments: [
        { apartmentId: '101', owner: 'ANA', at: new Date(annulled_at).toISOString(), attendee: null },
      ],
    });
    expect(await registeredUnits(app, evening.jointId)).toEqual(['102']);
    // A later scan registers the unit.
    expect((await scan(evening, ['101'], Date.now())).status).toBe(201);
    expect((await registeredUnits(app, evening.jointId)).toSorted()).toEqual(['101', '102']);
  });

  it('a scan older than a reset or the second call does not count', async () => {
    const evening = await anHourAgo();
    const scanned = Date.now() - MINUTE;
    expect((await remove(evening)).status).toBe(204);
    expectRefused(await scan(evening, ['101'], scanned), 'scanOutdated');
    expect((await scan(evening, ['101'], Date.now())).status).toBe(201);
    const { jointId, operator } = evening;
    const called = await app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, operator);
    expect(called.status).toBe(200);
    const refused = await scan(evening, ['102', '103'], scanned);
    expectRefused(refused, 'scanOutdated');
    expect(refused.error.details).toMatchObject({
      apartments: [
        { apartmentId: '102', owner: 'LUIS' },
        { apartmentId: '103', owner: 'EVA' },
      ],
    });
    expect(await registeredUnits(app, jointId)).toEqual([]);
    expect((await scan(evening, ['102'], Date.now())).status).toBe(201);
  });

  it('a scan of an ended assembly registers no unit in the next assembly', async () => {
    const evening = await anHourAgo();
    const { jointId, operator } = evening;
    const scanned = Date.now() - MINUTE;
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator);
    expectRefused(await scan(evening, ['101'], scanned), 'assemblyClosed');
    await app.call(openAssembly, { params: { jointId }, body: {} }, operator);
    expectRefused(await scan(evening, ['101'], scanned), 'scanOutdated');
    expect(await registeredUnits(app, jointId)).toEqual([]);
    expect((await scan(evening, ['101'], Date.now())).status).toBe(201);
  });

  it('a unit taken back late counts from the taking; a holder after the scan stays', async () => {
    const evening = await anHourAgo();
    const first = await scan(evening, ['101'], Date.now() - 20 * MINUTE);
    const before = Date.now();
    const taken = await scan(evening, ['101'], Date.now() - 10 * MINUTE, { takeBack: true });
    expect(taken.status).toBe(201);
    const row = await stored(evening, '101');
    expect(await codeIdOf(app.store.db, row?.holder ?? '')).toBe(taken.body.userId);
    expect(row?.at).toBeGreaterThanOrEqual(before);
    const older = await scan(evening, ['101'], Date.now() - 15 * MINUTE, { takeBack: true });
    expect(older.status).toBe(409);
    expect((await stored(evening, '101'))?.holder).toBe(row?.holder);
    expect(first.body.userId).not.toBe(taken.body.userId);
    expect(Math.max(...(await history(evening)).map((point) => point.apartments))).toBe(1);
  });
});
