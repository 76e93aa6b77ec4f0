import { beforeAll, expect, it } from 'vitest';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import {
  listAssemblyApartments,
  type NewRegistration,
  register,
} from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { readAttendanceReport } from '../reports/attendance-report.ts';

describeOnOneEngine('name and capacity of attendees', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  beforeAll(async () => {
    evening = await holdAssembly(app, {
      units: [
        ['101', 20, 'ANA RUIZ'],
        ['102', 20, 'MARIA PEREZ / LUIS GOMEZ'],
        ['103', 20, 'INVERSIONES EL ROBLE S.A.S.'],
        ['104', 20, 'GASES DEL NORTE E.S.P.'],
        ['105', 20, 'EVA LÓPEZ'],
        ['P-1', 0, 'ANA RUIZ', 'parqueadero', '101'],
      ],
    });
    const as = { token: evening.operator };
    const { jointId } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, as);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
  });

  const scan = async (apartmentId: string, more: Partial<NewRegistration> = {}) => {
    const code = await freshCode(app, evening.operator, evening.jointId);
    const body = { apartmentIds: [apartmentId], code, ...more };
    const { status } = await app.call(
      register,
      { params: { jointId: evening.jointId }, body },
      { token: evening.operator },
    );
    expect(status).toBe(201);
  };

  it('the capacity follows the owner on the roll unless another capacity is given', async () => {
    await scan('101');
    await scan('102', { attendee: { name: 'LUIS GOMEZ' } });
    await scan('103', { attendee: { name: 'SARA DÍAZ', document: '52.123' } });
    await scan('104', { capacity: 'delegate', attendee: { name: 'IVÁN MORA' } });
    const home = await evening.owner('eva', ['105']);
    const own = await app.call(
      register,
      { params: { jointId: evening.jointId }, body: { apartmentIds: ['105'] } },
      { token: home.token },
    );
    expect(own.status).toBe(201);
    const { present } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(
      present.map(({ apartmentId, attendee }) => [
        apartmentId,
        attendee.capacity,
        attendee.name,
        attendee.identifiedBy,
      ]),
    ).toEqual([
      ['101', 'owner', null, null],
      ['102', 'coOwner', 'LUIS GOMEZ', null],
      ['103', 'legalRepresentative', 'SARA DÍAZ', null],
      ['104', 'delegate', 'IVÁN MORA', null],
      ['105', 'owner', expect.any(String), 'account'],
    ]);
  });

  it('a power by either field gives the capacity of a proxy and requires a name', async () => {
    const code = await freshCode(app, evening.operator, evening.jointId);
    const body = { apartmentIds: ['P-1'], code, capacity: 'proxy' as const };
    const refused = await app.call(
      register,
      { params: { jointId: evening.jointId }, body },
      { token: evening.operator },
    );
    expect([refused.status, refused.error.code]).toEqual([422, 'attendeeRequired']);
    await scan('P-1', { capacity: 'delegate', byProxy: true, attendee: { name: 'BEATRIZ PEÑA' } });
    const { present } = await readAttendanceReport(app.store.db, { jointId: evening.jointId });
    expect(present.find(({ apartmentId }) => apartmentId === 'P-1')?.attendee.capacity).toBe('proxy');
  });

  it('the list of units tells the desk the nature of each owner', async () => {
    const { body } = await app.call(
      listAssemblyApartments,
      { params: { jointId: evening.jointId } },
      { token: evening.operator },
    );
    expect(body.map((unit) => [unit.apartmentId, unit.ownerNature])).toEqual([
      ['101', 'person'],
      ['102', 'several'],
      ['103', 'company'],
      ['104', 'company'],
      ['105', 'person'],
      ['P-1', 'person'],
    ]);
  });
});
