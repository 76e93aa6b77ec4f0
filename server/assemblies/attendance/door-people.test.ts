import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { findPeople, MOST_PEOPLE } from '../../../shared/assemblies/attendance.api.ts';
import { enterPower } from '../../../shared/assemblies/powers/powers.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { CoalescedPublisher } from '../../platform/live/publisher.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { jointStates } from '../live/joint-state.ts';
import { findPeopleOf } from './door-people.ts';

const units = unitsOf(
  '101;10;Ana Pérez Ñáñez',
  '102;10;Ana Pérez Ñáñez',
  '103;10;Luis Paz / Eva Gómez',
  '104;10;C.I. Sol S.A.S.',
  '105;10;Vera Vecina',
  ...Array.from({ length: MOST_PEOPLE + 2 }, (_, at) => `2${String(at).padStart(2, '0')};5;Rosa Mora ${at}`),
);

describeWithRaces('people at the door', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const open = () => holdAssembly(app, { units, staff });
  const find = async ({ jointId, operator }: AssemblyFixture, text: string) => {
    const done = await app.call(findPeople, { params: { jointId }, body: { text } }, { token: operator });
    expect(done.status).toBe(200);
    return done.body;
  };
  const names = async (evening: AssemblyFixture, text: string) =>
    (await find(evening, text)).people.map(({ name, role }) => [name, role]);
  const free = (apartmentId: string, owner: string) => ({ apartmentId, owner, state: 'free', person: null });

  it('a name is found without accents, case and punctuation, in any order of its words', async () => {
    const evening = await open();
    for (const text of ['ana perez', 'PÉREZ ana', 'nanez', 'Ana  Pérez,']) {
      expect((await find(evening, text)).people).toEqual([
        {
          name: 'Ana Pérez Ñáñez',
          role: 'owner',
          units: [free('101', 'Ana Pérez Ñáñez'), free('102', 'Ana Pérez Ñáñez')],
          powerIds: [],
        },
      ]);
    }
    for (const text of ['ci sol', 'C.I. SOL SAS', 'sol']) {
      expect(await names(evening, text)).toEqual([['C.I. Sol S.A.S.', 'owner']]);
    }
    expect(await names(evening, 'eva gomez')).toEqual([['Eva Gómez', 'coOwner']]);
    expect(await names(evening, 'ana paz')).toEqual([]);
  });

  it('a document is found by its number, with or without label and dots, or by its first digits', async () => {
    const evening = await open();
    const { jointId, operator } = evening;
    await evening.hall.openRegistration();
    const body = { ownerDocument: 'C.C. 52.123.456', reason: 'cédula' };
    await app.call(correctRoll, { params: { jointId, apartmentId: '101' }, body }, { token: operator });
    for (const text of ['52123456', 'CC 52.123.456', '52.123', '5212']) {
      const { people } = await find(evening, text);
      expect(people.map(({ units }) => units.map((unit) => unit.apartmentId))).toEqual([['101']]);
    }
    for (const text of ['521', '99123456', '2123456']) expect(await names(evening, text)).toEqual([]);
  });

  it('a proxy is found with the units of the accepted powers, and the owner sees the power', async () => {
    const evening = await open();
    const { jointId, operator } = evening;
    const enter = async (apartmentIds: string[], accept: boolean) => {
      const body = { apartmentIds, holder: { name: 'Vera Vecina', document: '41.000.111' }, accept };
      return (await app.call(enterPower, { params: { jointId }, body }, { token: operator })).body.powerId;
    };
    const power = await enter(['101'], true);
    await enter(['104'], false);
    await evening.register(['102']);
    const found = await find(evening, 'vera');
    expect(found.people).toEqual([
      { name: 'Vera Vecina', role: 'owner', units: [free('105', 'Vera Vecina')], powerIds: [] },
      { name: 'Vera Vecina', role: 'proxy', units: [free('101', 'Ana Pérez Ñáñez')], powerIds: [power] },
    ]);
    expect(await names(evening, '41000111')).toEqual([['Vera Vecina', 'proxy']]);
    expect((await find(evening, 'ana perez')).people[0]?.units).toEqual([
      { apartmentId: '101', owner: 'Ana Pérez Ñáñez', state: 'power', person: 'Vera Vecina' },
      { apartmentId: '102', owner: 'Ana Pérez Ñáñez', state: 'registered', person: null },
    ]);
  });

  it('the answer is bounded and tells that more people match', async () => {
    const evening = await open();
    const found = await find(evening, 'rosa mora');
    expect(found.people).toHaveLength(MOST_PEOPLE);
    expect(found.hasMore).toBe(true);
    expect((await find(evening, 'mora 3')).hasMore).toBe(false);
  });

  race('a search reads the powers and equal names alone, also after each registration', async () => {
    const evening = await open();
    let rows = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    };
    const { transact } = app.store;
    const db = app.store.db.withPlugin(counting);
    const directory = new JointDirectory(app.store.db);
    const publisher = new CoalescedPublisher(jointStates({ db: app.store.db, transact }, directory));
    const found = async (text: string) => {
      rows = 0;
      return (
        await findPeopleOf({ store: { ...app.store, db }, directory, publisher }, evening.jointId, text)
      ).people;
    };
    for (const [apartmentId, state] of [
      ['105', 'free'],
      ['105', 'registered'],
      ['104', 'registered'],
    ] as const) {
      if (state === 'registered') await evening.register([apartmentId]);
      const [vera] = await found('vecina');
      expect(vera?.units[0]?.state).toBe(apartmentId === '105' ? state : 'registered');
      expect(rows).toBe(0);
    }
    expect((await found('ana perez'))[0]?.units.map(({ apartmentId }) => apartmentId)).toEqual([
      '101',
      '102',
    ]);
    expect(rows).toBe(2);
    expect(await found('rosa mora')).toHaveLength(MOST_PEOPLE);
    expect(rows).toBe(0);
    publisher.stop();
  });
});
