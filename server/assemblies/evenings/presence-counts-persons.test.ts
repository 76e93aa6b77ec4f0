import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { listPresence } from '../../../shared/assemblies/presence.api.ts';
import { verifyChain } from '../../audit/verify.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { appForSuite, describeWithRaces, postgresApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { faultsInPython, hasPython, openVerifier } from '../evidence/expediente.fixture.ts';
import { readCase } from '../evidence/expediente.report.ts';
import { filesOfCase } from '../evidence/expediente.ts';

const units = unitsOf('101;40;ANA', '102;30;LUIS', '103;30;EVA');

/** Makes a mixed assembly: Ana (101) and Luis (102) are registered from home and Eva (103) at the desk. */
async function fromHome(app: TestApp, staff: string) {
  const evening = await holdAssembly(app, { units, staff });
  const { jointId, operator } = evening;
  await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, { token: operator });
  await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, { token: operator });
  const enter = async (name: string, apartmentIds: string[]) => {
    const owner = await evening.owner(`${name}${jointId}`, apartmentIds);
    await app.call(register, { params: { jointId }, body: { apartmentIds } }, { token: owner.token });
    return owner.token;
  };
  const ana = await enter('ana', ['101']);
  const luis = await enter('luis', ['102']);
  await evening.register(['103']);
  return { ...evening, ana, luis };
}

const storedPresence = async (app: TestApp, { jointId, operator }: AssemblyFixture) => {
  const { body } = await app.call(listPresence, { params: { jointId }, query: {} }, { token: operator });
  return body.map(({ conceptDescription, moment, apartments }) => [conceptDescription, moment, apartments]);
};

describeWithRaces('people connected from home', (make, { it }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  let url: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
    url = await listen(app);
  });

  it('presence is stored at each opening and closing of a question', async () => {
    const evening = await fromHome(app, staff);
    const { jointId, operator, ana, luis } = evening;
    const toggle = (conceptId: number, active: 0 | 1) =>
      app.call(toggleConcept, { body: { jointId, conceptId, active } }, { token: operator });
    const anas = await followJoint(url, ana, jointId);
    const first = await evening.ask('¿Primera?');
    const luiss = await followJoint(url, luis, jointId);
    const second = await evening.ask('¿Segunda?');
    await toggle(first, 1);
    await toggle(first, 0);
    await toggle(second, 1);
    await app.call(deleteConcept, { body: { jointId, conceptId: second } }, { token: operator });
    await evening.ask('¿Tercera?');
    await app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, { token: operator });
    expect(await storedPresence(app, evening)).toEqual([
      ['¿Primera?', 'opened', ['101']],
      ['¿Primera?', 'closed', ['101', '102']],
      ['¿Segunda?', 'opened', ['101', '102']],
      ['¿Segunda?', 'closed', ['101', '102']],
      ['¿Primera?', 'opened', ['101', '102']],
      ['¿Primera?', 'closed', ['101', '102']],
      ['¿Segunda?', 'opened', ['101', '102']],
      ['¿Segunda?', 'closed', ['101', '102']],
      ['¿Tercera?', 'opened', ['101', '102']],
      ['¿Tercera?', 'closed', ['101', '102']],
    ]);
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', `joint:${jointId}`)
      .orderBy('seq')
      .execute();
    const changes = entries.flatMap(({ act, data }) => {
      const { connected } = JSON.parse(data);
      return connected === undefined ? [] : [[act, connected]];
    });
    expect(changes.slice(0, 4)).toEqual([
      ['conceptCreated', 1],
      ['conceptDeactivated', 2],
      ['conceptCreated', 2],
      ['conceptDeactivated', 2],
    ]);
    expect(changes).toHaveLength(10);
    anas.close();
    luiss.close();
  });

  it("'Verificar' and both verifiers name each change of the stored presence", { tags: 'slow' }, async () => {
    const evening = await fromHome(app, staff);
    const { jointId, operator, ana } = evening;
    const anas = await followJoint(url, ana, jointId);
    const first = await evening.ask('¿Primera?');
    const body = { jointId, conceptId: first, active: 0 as const };
    await app.call(toggleConcept, { body }, { token: operator });
    const second = await evening.ask('¿Segunda?');
    await app.call(deleteConcept, { body: { jointId, conceptId: second } }, { token: operator });
    anas.close();
    const { db } = app.store;
    const page = openVerifier();
    const filesNow = async () =>
      filesOfCase(await readAsOfNow(db, (trx) => readCase(trx, jointId, undefined)));
    const check = async () => {
      const { findings } = await verifyChain(db, `joint:${jointId}`);
      const files = await filesNow();
      const byPage = JSON.parse(JSON.stringify(page.checkCase(files)));
      if (hasPython) expect(await faultsInPython(files)).toEqual(byPage);
      return { bySystem: findings.map(({ what }) => what), byPage: byPage.map(String) };
    };
    const whole = { bySystem: [], byPage: [] };
    expect(await check()).toEqual(whole);

    const stored = db.selectFrom('presence').selectAll().where('joint_id', '=', jointId);
    const rows = await stored.orderBy('presence_id').execute();
    expect(rows).toHaveLength(4);
    const there = (change: object) =>
      JSON.stringify({ ...JSON.parse(rows[1]?.represented ?? ''), ...change });
    const changes: [
      index: number,
      change: Updateable<Tables['presence']>,
      sentence: RegExp,
      isInPack?: false,
    ][] = [
      [0, { apartments: '[]' }, /apertura de VOTACIÓN 1.*número de conectados es «0».*«1»/],
      [1, { apartments: '["102"]' }, /cierre de VOTACIÓN 1.*inmuebles conectados es «102».*«101»/],
      [3, { apartments: '["101","102"]' }, /cierre de VOTACIÓN 2.*número de conectados es «2»/],
      [1, { represented: there({ apartments: 2 }) }, /inmuebles representados es «2».*«3»/],
      [1, { represented: there({ coefficient: 1 }) }, /coeficiente representado/],
      [1, { represented: there({ owners: 1 }) }, /propietarios representados/],
      [1, { represented: null }, /inmuebles representados es «null»/],
      // The records of an expediente have the represented units of closings only.
      [
        0,
        { represented: there({ apartments: 2 }) },
        /apertura de VOTACIÓN 1.*inmuebles representados/,
        false,
      ],
      [0, { represented: there({ coefficient: 1 }) }, /apertura de VOTACIÓN 1.*coeficiente/, false],
      [1, { moment: 'opened' }, /está en el registro de auditoría y no en la base de datos/],
      [1, { at: 1 }, /está en la base de datos y no en el registro de auditoría/],
    ];
    for (const [index, change, sentence, isInPack = true] of changes) {
      const row = rows[index] ?? rows[0];
      if (row === undefined) throw new Error('no presence');
      const { presence_id, ...before } = row;
      const one = db.updateTable('presence').where('presence_id', '=', presence_id);
      await one.set(change).execute();
      const { bySystem, byPage } = await check();
      expect(bySystem, JSON.stringify(change)).toContainEqual(expect.stringMatching(sentence));
      expect(byPage.length > 0, JSON.stringify(change)).toBe(isInPack);
      await one.set(before).execute();
    }
    await db.deleteFrom('presence').where('joint_id', '=', jointId).execute();
    expect((await check()).bySystem).toHaveLength(4);
    await db.insertInto('presence').values(rows).execute();
    expect(await check()).toEqual(whole);
  });

  it('presence counts persons in the assembly, without walls, other joints and the desk', async () => {
    const evening = await fromHome(app, staff);
    const other = await fromHome(app, staff);
    const { jointId, operator, ana } = evening;
    const link = await app.call(createDisplayLink, { params: { jointId } }, { token: operator });
    const screens: Follower[] = [
      await followJoint(url, link.body.token, jointId),
      await followJoint(url, operator, jointId),
      await followJoint(url, other.ana, other.jointId),
    ];
    await evening.ask('¿Primera?');
    await other.ask('¿Otra?');
    const anas = await followJoint(url, ana, jointId);
    screens.push(anas, await followJoint(url, ana, jointId));
    await evening.ask('¿Segunda?');
    expect(await storedPresence(app, evening)).toEqual([
      ['¿Primera?', 'opened', []],
      ['¿Primera?', 'closed', ['101']],
      ['¿Segunda?', 'opened', ['101']],
    ]);
    expect(await storedPresence(app, other)).toEqual([['¿Otra?', 'opened', ['101']]]);
    for (const screen of screens) screen.close();
  });
});

describe('connected people, with two processes on one PostgreSQL', () => {
  let one: TestApp;
  let two: TestApp;
  beforeAll(async () => {
    one = await postgresApp();
    two = await one.another();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  it('presence covers both processes, with the question opened at either', async () => {
    const evening = await fromHome(one, await firstStaff(one));
    const { jointId, operator } = evening;
    const [urlOfOne, urlOfTwo] = [await listen(one), await listen(two)];
    const screens = [
      await followJoint(urlOfOne, evening.ana, jointId),
      await followJoint(urlOfTwo, evening.luis, jointId),
    ];
    const first = await evening.ask('¿Primera?');
    const body = { jointId, conceptId: first, active: 0 as const };
    await two.call(toggleConcept, { body }, { token: operator });
    expect(await storedPresence(two, evening)).toEqual([
      ['¿Primera?', 'opened', ['101', '102']],
      ['¿Primera?', 'closed', ['101', '102']],
    ]);
    for (const screen of screens) screen.close();
  });
});
