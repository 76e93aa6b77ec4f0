import { beforeAll, expect, it } from 'vitest';
import {
  changeAssembly,
  listAssembliesNow,
  openAssembly,
} from '../../../shared/assemblies/assemblies.api.ts';
import { addDays, instantInBogota } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

const today = await lastingToday();
const units = unitsOf('101;60;Ana', '102;40;Luis');

describeOnOneEngine('assemblies of a person today', (make) => {
  const app = appForSuite(make, endAssembly);
  let open: AssemblyFixture;
  let called: AssemblyFixture;
  let owner: string;
  beforeAll(async () => {
    open = await holdAssembly(app, { units, sectors: [{ name: 'Torre A', units }] });
    called = await holdAssembly(app, { units, staff: open.staff });
    const quiet = await holdAssembly(app, { units, staff: open.staff });
    await call(called, { scheduledAt: instantInBogota(addDays(today, 9), '18:30'), place: 'Salón comunal' });
    await call(quiet, { scheduledAt: instantInBogota(addDays(today, -1), '18:30') });
    await open.register(['101']);
    await open.ask('¿Aprueba el presupuesto?');
    owner = (await open.owner('ana', ['101'])).token;
    const joints = [open.jointId, called.jointId, quiet.jointId];
    await addUser(app.store.db, 'administra', Profile.admin, { assemblyJoints: joints });
    await addUser(app.store.db, 'nadie', Profile.operator);
  });

  const call = async ({ jointId, staff }: AssemblyFixture, body: object) => {
    const { status, error } = await app.call(changeAssembly, { params: { jointId }, body }, { token: staff });
    expect(status, JSON.stringify(error)).toBe(200);
  };
  const now = async (token: string) => (await app.call(listAssembliesNow, {}, { token })).body;

  it('home lists the open assembly with its question, then called assemblies', { tags: 'slow' }, async () => {
    const [first, second, ...others] = await now(await tokenOf(app, 'administra'));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      jointId: open.jointId,
      jointName: 'Conjunto de prueba',
      registered: { apartments: 1, coefficient: 60 },
      total: { apartments: 2, coefficient: 100 },
      quorum: { required: 50, reached: false, missing: 0 },
      places: [
        { sectorName: null, open: { conceptDescription: '¿Aprueba el presupuesto?' }, closed: null },
        { sectorName: 'Torre A', open: null, closed: null },
      ],
    });
    expect(second).toMatchObject({
      jointId: called.jointId,
      assembly: { openedAt: null, place: 'Salón comunal' },
      registered: { apartments: 0 },
    });
  });

  it("home lists the assemblies of the caller's joints, and all joints for staff", async () => {
    const jointsOf = async (token: string) => (await now(token)).map(({ jointId }) => jointId);
    expect(await jointsOf(owner)).toEqual([open.jointId]);
    expect(await jointsOf(called.operator)).toEqual([called.jointId]);
    expect(await jointsOf(open.staff)).toEqual([open.jointId, called.jointId]);
    expect(await jointsOf(await tokenOf(app, 'nadie'))).toEqual([]);
  });

  it('home lists a closed assembly until another is opened', async () => {
    await call(open, { closed: true });
    const [first, second] = await now(open.staff);
    expect([first?.jointId, second?.jointId]).toEqual([called.jointId, open.jointId]);
    expect(second?.assembly.closedAt).not.toBeNull();
    expect(second?.places).toMatchObject([
      { open: null, closed: { conceptId: 2, outcome: { status: 'noQuorum' } } },
      { open: null, closed: null },
    ]);
    const before = second?.assembly.assemblyId;
    const { jointId, staff } = open;
    await app.call(openAssembly, { params: { jointId }, body: {} }, { token: staff });
    const again = (await now(staff)).find((one) => one.jointId === jointId);
    expect(again?.assembly.assemblyId).not.toBe(before);
    expect(again?.assembly.closedAt).toBeNull();
  });
});
