import { afterAll, beforeAll, expect, it } from 'vitest';
import { listUserAssemblyApartments, ME } from '../../../shared/accounts/users.api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { releaseUnconfirmed, startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { endAssembly, qrSession } from '../../testing/store-asserts.ts';

const units = [
  ['101', 20, 'ANA'],
  ['102', 20, 'ANA'],
  ['103', 30, 'LUIS'],
  ['104', 30, 'EVA'],
] as const;

describeOnOneEngine('the phone of an owner after a release', (make) => {
  let app: TestApp;
  let staff: string;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
  });
  afterAll(() => endAssembly(app));

  async function fromHome() {
    const evening = await holdAssembly(app, { units, staff });
    const { jointId, operator } = evening;
    const as = { token: operator };
    await app.call(changeAssembly, { params: { jointId }, body: { mode: 'virtual' } }, as);
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, as);
    const ana = await evening.owner(`ana${jointId}`, ['101', '102']);
    await home(evening, ana.token, ['101', '102']);
    return { ...evening, ana };
  }
  const home = async ({ jointId }: AssemblyFixture, token: string, apartmentIds: string[]) => {
    const done = await app.call(register, { params: { jointId }, body: { apartmentIds } }, { token });
    expect(done.status).toBe(201);
  };
  const seenBy = async (token: string, jointId: number) => {
    const { body } = await app.call(listUserAssemblyApartments, { params: { userId: ME } }, { token });
    return body.filter((unit) => unit.jointId === jointId);
  };
  const reverse = ({ jointId, operator }: AssemblyFixture, apartmentId: string, reason?: string) =>
    app.call(
      removeRegistrations,
      {
        params: { jointId, conceptId: 1 },
        query: { apartmentId, ...(reason === undefined ? {} : { description: reason }) },
      },
      { token: operator },
    );

  it('tells who released the unit, when, why and which vote was annulled, until the unit returns', async () => {
    const evening = await fromHome();
    const { jointId, operator, ana } = evening;
    const question = await evening.ask('¿Aprueba?');
    await app.call(
      castVote,
      { body: { jointId, apartmentId: '101', conceptId: question, voteId: 1 } },
      { token: ana.token },
    );
    expect((await seenBy(ana.token, jointId)).map((unit) => unit.released)).toEqual([undefined, undefined]);
    await app.call(startQuorumCheck, { params: { jointId } }, { token: operator });
    await app.call(
      releaseUnconfirmed,
      { params: { jointId }, body: { apartmentIds: ['101'] } },
      { token: operator },
    );
    const [first, second] = await seenBy(ana.token, jointId);
    expect(first?.released).toMatchObject({
      by: `operador${jointId}`,
      how: 'unconfirmed',
      reason: 'No confirmó su presencia.',
      annulled: [question],
      mayReturn: true,
    });
    expect(Date.parse(first?.released?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect([second?.registeredWith, second?.released]).toEqual(['self', undefined]);
    await home(evening, ana.token, ['101']);
    expect((await seenBy(ana.token, jointId)).map((unit) => unit.released)).toEqual([undefined, undefined]);
    await reverse(evening, '101', 'Se registró por error');
    const [again] = await seenBy(ana.token, jointId);
    expect(again?.released).toMatchObject({ how: 'reversed', annulled: [], mayReturn: true });
  });

  it('tells a second call, and no act of an ended or former assembly', async () => {
    const evening = await fromHome();
    const { jointId, operator, ana } = evening;
    await app.call(changeAssembly, { params: { jointId }, body: { call: 2 } }, { token: operator });
    const acts = (await seenBy(ana.token, jointId)).map((unit) => unit.released?.how);
    expect(acts).toEqual(['secondCall', 'secondCall']);
    await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, { token: operator });
    expect((await seenBy(ana.token, jointId)).map((unit) => unit.released)).toEqual([undefined, undefined]);
    await app.call(openAssembly, { params: { jointId }, body: {} }, { token: operator });
    expect((await seenBy(ana.token, jointId)).map((unit) => unit.released)).toEqual([undefined, undefined]);
  });

  it('tells the card that held a unit, without the right to register again', async () => {
    const evening = await fromHome();
    const { jointId } = evening;
    const code = await evening.register(['103']);
    const other = await evening.register(['104']);
    const [card, neighbour] = [await qrSession(app, code), await qrSession(app, other)];
    await reverse(evening, '103');
    expect(await seenBy(card, jointId)).toMatchObject([
      { apartmentId: '103', registeredWith: null, released: { how: 'reversed', mayReturn: false } },
    ]);
    expect((await seenBy(neighbour, jointId)).map((unit) => unit.apartmentId)).toEqual(['104']);
    await evening.register(['103']);
    expect(await seenBy(card, jointId)).toEqual([]);
    await reverse(evening, '103');
    // The last holder is told; the card before is not.
    expect(await seenBy(card, jointId)).toEqual([]);
    expect((await seenBy(neighbour, jointId)).map((unit) => unit.apartmentId)).toEqual(['104']);
  });
});
