import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { listUserAssemblyApartments, ME } from '../../../shared/accounts/users.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import {
  ARRIVAL_MINUTES,
  announceArrival,
  claimArrival,
  closeJoining,
  confirmArrival,
  getJoining,
  listArrivals,
  openJoining,
  refuseArrival,
} from '../../../shared/assemblies/arrivals.api.ts';
import { changeAssembly, getSnapshot, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register } from '../../../shared/assemblies/attendance.api.ts';
import { numberOf } from '../../../shared/assemblies/code.ts';
import { withdrawHolder } from '../../../shared/assemblies/codes.api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { longOnly } from '../../../shared/testing/rounds.ts';
import { beginEpoch } from '../../backup/epoch.repository.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, freshCode, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { freshBadge, wholeCodes } from '../../testing/badge.ts';
import { endAssembly, expectRefused, storedState } from '../../testing/store-asserts.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';

const units: readonly Unit[] = [
  ['T2-101', 20, 'ANA'],
  ['P1', 5, 'ANA', 'parqueadero', 'T2-101'],
  ['102', 25, 'LUIS'],
  ['103', 25, 'EVA'],
  ['104', 25, 'ANA'],
];
const ANAS = '52.123.456';

describeWithRaces('arrivals announced from a phone', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  const second = appForSuite(() => app.another());
  let network = 0;
  afterEach(() => vi.useRealTimers());

  /**
   * Assembly with Ana's document on the assembly's roll for T2-101 and 104, and no other document. The walls show the
   * join QR.
   */
  async function evening() {
    const fixture = await holdAssembly(app, { units });
    const { jointId, operator } = fixture;
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
    for (const apartmentId of ['T2-101', 'P1', '104']) {
      const body = { ownerDocument: ANAS, reason: 'cédula' };
      const done = await app.call(correctRoll, { params: { jointId, apartmentId }, body }, operator);
      expect(done.status).toBe(200);
    }
    network += 1;
    const shown = await app.call(openJoining, { params: { jointId } }, operator);
    expect(shown.status).toBe(201);
    return { ...fixture, code: shown.body.code, address: `203.0.113.${network}` };
  }
  type Evening = Awaited<ReturnType<typeof evening>>;

  const newTicket = () => randomBytes(32).toString('base64url');
  /** Announces a phone at an assembly and returns the phone's ticket. */
  async function announce(
    { code, address }: Pick<Evening, 'code' | 'address'>,
    apartmentId: string,
    document: string,
    { ticket = newTicket(), from = address, server = app } = {},
  ): Promise<string> {
    const reply = await server.app.inject({
      method: announceArrival.method,
      url: `${API_BASE}/joints/${code}/arrivals`,
      remoteAddress: from,
      payload: { apartmentId, document, ticket },
    });
    expect([reply.statusCode, reply.body]).toEqual([202, '']);
    return ticket;
  }
  const claim = async ({ code }: Pick<Evening, 'code'>, ticket: string, server = app) =>
    (await server.call(claimArrival, { body: { code, ticket } })).body;
  const list = async ({ jointId, operator }: AssemblyFixture, server = app) =>
    (await server.call(listArrivals, { params: { jointId } }, operator)).body;
  /** Waits until the desk's list has a number of phones, and returns the list. */
  async function waitFor(at: AssemblyFixture, phones: number) {
    await expect.poll(async () => (await list(at)).flatMap((unit) => unit.phones).length).toBe(phones);
    return list(at);
  }
  const confirm = (
    { jointId, operator }: AssemblyFixture,
    arrivalId: string,
    body: { takeBack?: boolean; seenDocument?: string } = {},
    server = app,
  ) => server.call(confirmArrival, { params: { jointId, arrivalId }, body }, operator);
  const refuse = ({ jointId, operator }: AssemblyFixture, arrivalId: string, server = app) =>
    server.call(refuseArrival, { params: { jointId, arrivalId } }, operator);
  async function firstId(at: AssemblyFixture, phones = 1): Promise<string> {
    return (await waitFor(at, phones))[0]?.phones[0]?.arrivalId ?? '';
  }
  const rows = () => app.store.db.selectFrom('arrival').selectAll().execute();
  const seen = async (token: string) =>
    (await app.call(listUserAssemblyApartments, { params: { userId: ME } }, token)).body.map(
      ({ apartmentId, registeredWith }) => [apartmentId, registeredWith],
    );
  const registered = async ({ jointId }: AssemblyFixture) =>
    (await storedState(app, [jointId])).attendance.map((row) => row.apartment_id);
  const acts = async ({ jointId }: AssemblyFixture) =>
    (
      await app.store.db
        .selectFrom('audit_entry')
        .select(['act', 'data'])
        .where('chain', '=', `joint:${jointId}`)
        .orderBy('seq')
        .execute()
    ).filter(({ act }) => act.startsWith('arrival') || act.startsWith('joining'));

  it('a confirmed arrival registers the unit in person; only the phone gets a session', async () => {
    const at = await evening();
    const { jointId, operator } = at;
    const ticket = await announce(at, ' t2 101', '52123456');
    const [unit] = await waitFor(at, 1);
    expect(unit).toEqual({
      apartmentId: 'T2-101',
      isKnown: true,
      owner: 'ANA',
      registered: null,
      hasManyWrong: false,
      phones: [
        {
          arrivalId: expect.any(String),
          number: numberOf(ticket),
          document: '52123456',
          agrees: true,
          at: expect.any(String),
        },
      ],
    });
    expect(await claim(at, ticket)).toEqual({ state: 'waiting', jwt: null });
    const snapshot = await app.call(getSnapshot, { params: { jointId } }, operator);
    expect(snapshot.body.joining).toEqual({ code: at.code, waiting: 1, newestAt: unit?.phones[0]?.at });
    const done = await confirm(at, unit?.phones[0]?.arrivalId ?? '');
    expect(done.status).toBe(201);
    // Ana's parking space and second unit are registered with the unit.
    expect(done.body.registered.map((one) => one.apartmentId).sort()).toEqual(['104', 'P1', 'T2-101']);
    const attendance = await app.store.db
      .selectFrom('attendance')
      .select(['remote', 'by_proxy', 'attendee_name', 'holder'])
      .where('joint_id', '=', jointId)
      .execute();
    const [holder = ''] = await wholeCodes(app, [{ codeId: done.body.userId }]);
    expect(new Set(attendance.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ remote: 0, by_proxy: 0, attendee_name: 'ANA', holder })]),
    );
    expect(await list(at)).toEqual([]);
    const claimed = await claim(at, ticket, second);
    expect(claimed).toEqual({ state: 'confirmed', jwt: expect.any(String) });
    expect(await seen(claimed.jwt ?? '')).toEqual([
      ['T2-101', 'self'],
      ['P1', 'self'],
      ['104', 'self'],
    ]);
    const question = await at.ask('¿Aprueba?');
    const vote = { jointId, apartmentId: '104', conceptId: question, voteId: 1 };
    expect((await app.call(castVote, { body: vote }, claimed.jwt ?? '')).status).toBe(201);
    // A lost answer can be repeated; another ticket gets no session.
    expect((await claim(at, ticket)).state).toBe('confirmed');
    expect(await claim(at, newTicket())).toEqual({ state: 'unsure', jwt: null });
    expect((await acts(at)).map(({ act }) => act)).toEqual(['joiningOpened', 'arrivalConfirmed']);
    expect(JSON.stringify(await acts(at))).not.toContain('52123456');
    const stored = JSON.stringify(await rows());
    expect(stored).not.toContain('52123456');
    expect(stored).not.toContain(ticket);
  });

  it('an arrival gets no session after ten minutes, or after the desk withdrew it', async () => {
    const at = await evening();
    const ticket = await announce(at, '102', '1');
    const { body } = await confirm(at, await firstId(at));
    expect((await claim(at, ticket)).state).toBe('confirmed');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect(await claim(at, ticket)).toEqual({ state: 'over', jwt: null });
    vi.useRealTimers();
    const other = await announce(at, '103', '1');
    const second103 = await confirm(at, await firstId(at));
    const gone = await app.call(
      withdrawHolder,
      { params: { code: second103.body.userId }, query: {} },
      at.operator,
    );
    expect(gone.status).toBe(204);
    expect(await claim(at, other)).toEqual({ state: 'over', jwt: null });
    expect(await registered(at)).toEqual(['102']);
    expect(body.registered).toHaveLength(1);
  });

  it('a refused arrival deletes the typed data and tells only the phone', async () => {
    const at = await evening();
    const wrong = await announce(at, '102', '99999');
    const right = await announce(at, '103', '77777');
    const id = (await waitFor(at, 2)).find(({ apartmentId }) => apartmentId === '102')?.phones[0]?.arrivalId;
    expect((await refuse(at, id ?? '')).status).toBe(204);
    expect(await claim(at, wrong)).toEqual({ state: 'refused', jwt: null });
    expect(await claim(at, right)).toEqual({ state: 'waiting', jwt: null });
    expect(JSON.stringify(await rows())).not.toContain('99999');
    expect(await registered(at)).toEqual([]);
    // A refused announcement does not return under its ticket.
    await announce(at, '102', '99999', { ticket: wrong });
    await announce(at, '104', ANAS);
    expect((await waitFor(at, 2)).map(({ apartmentId }) => apartmentId)).toEqual(['104', '103']);
    expectRefused(await refuse(at, 'A'.repeat(16)), 'arrivalNotFound');
  });

  it('arrivals of a unit share a row at the desk, the right document first', async () => {
    const at = await evening();
    const stranger = await announce(at, 'T2-101', '1');
    const hers = await announce(at, 'T2-101', ANAS);
    const [unit] = await waitFor(at, 2);
    expect(unit?.phones.map((phone) => [phone.number, phone.agrees])).toEqual([
      [numberOf(hers), true],
      [numberOf(stranger), false],
    ]);
    expect((await confirm(at, unit?.phones[0]?.arrivalId ?? '')).status).toBe(201);
    expect(await list(at)).toEqual([]);
    expect(await claim(at, stranger)).toEqual({ state: 'replaced', jwt: null });
    expect((await claim(at, hers)).state).toBe('confirmed');
  });

  it('a document not on the roll needs the document that the desk saw; the trail keeps both', async () => {
    const at = await evening();
    await announce(at, 'T2-101', '1');
    const id = await firstId(at);
    expectRefused(await confirm(at, id), 'documentNotSeen');
    expect(await registered(at)).toEqual([]);
    expect((await confirm(at, id, { seenDocument: '79.555.111' })).status).toBe(201);
    // A stranger on the unit gets no other unit of the owner.
    expect((await registered(at)).sort()).toEqual(['P1', 'T2-101']);
    const lastAct = (await acts(at)).at(-1);
    expect(JSON.parse(lastAct?.data ?? '')).toMatchObject({
      agrees: false,
      announced: '1',
      seen: '79.555.111',
    });
  });

  it('an owner with a typing error gets all units after the desk types the right document', async () => {
    const at = await evening();
    await announce(at, 'T2-101', `${ANAS}9`);
    const done = await confirm(at, await firstId(at), { seenDocument: ANAS });
    expect(done.body.registered.map((one) => one.apartmentId).sort()).toEqual(['104', 'P1', 'T2-101']);
  });

  race('a single desk decides an arrival, even if two press at once at two processes', async () => {
    const at = await evening();
    for (let round = 0; round < 6; round += 1) {
      const unit = ['102', '103', '104', 'T2-101', 'P1', '102'][round] ?? '';
      if (round === 5) break;
      const ticket = await announce(at, unit, round > 1 ? ANAS : '5');
      const id = await firstId(at);
      const replies = await Promise.all([
        confirm(at, id),
        confirm(at, id, {}, second),
        refuse(at, id, second),
        refuse(at, id),
      ]);
      const won = replies.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      for (const reply of replies.filter(({ status }) => status >= 300)) {
        expectRefused(reply, 'arrivalDecided');
        expect(reply.error.details).toEqual({
          state: won[0]?.status === 201 ? 'confirmed' : 'refused',
          at: expect.any(String),
        });
      }
      const claimed = await claim(at, ticket);
      expect(claimed.state).toBe(won[0]?.status === 201 ? 'confirmed' : 'refused');
    }
  });

  it('an arrival for a held unit moves the unit only after the desk confirms', async () => {
    const at = await evening();
    const { jointId, operator } = at;
    const card = await at.register(['102']);
    const power = await freshCode(app, operator, jointId);
    const attendee = { name: 'Julia Mora', document: '52000111' };
    const body = { apartmentIds: ['T2-101'], code: power, byProxy: true, attendee };
    expect((await app.call(register, { params: { jointId }, body }, operator)).status).toBe(201);
    const phone = await announce(at, '102', '5');
    const heir = await announce(at, 'T2-101', ANAS);
    const waiting = await waitFor(at, 2);
    expect(waiting.map(({ apartmentId, registered: one }) => [apartmentId, one])).toEqual([
      ['T2-101', { at: expect.any(String), attendee: 'Julia Mora', byProxy: true, isOwn: false }],
      ['102', { at: expect.any(String), attendee: null, byProxy: false, isOwn: false }],
    ]);
    for (const unit of waiting) {
      const id = unit.phones[0]?.arrivalId ?? '';
      expectRefused(await confirm(at, id), 'alreadyRegistered');
      expect((await claim(at, unit.apartmentId === '102' ? phone : heir)).state).toBe('waiting');
      expect((await confirm(at, id, { takeBack: true })).status).toBe(201);
    }
    const holders = new Set((await storedState(app, [jointId])).attendance.map((row) => row.holder));
    expect([holders.has(card), holders.has(power)]).toEqual([false, false]);
    expect(await seen((await claim(at, heir)).jwt ?? '')).toEqual([
      ['T2-101', 'self'],
      ['P1', 'self'],
      ['104', 'self'],
    ]);
    // Eva's badge, scanned at the door, and Eva's phone are the same person.
    const badge = await freshBadge(app, jointId, '103');
    expect((await app.call(register, { params: { jointId }, body: { code: badge } }, operator)).status).toBe(
      201,
    );
    const eva = await announce(at, '103', '8');
    const [unit] = await waitFor(at, 1);
    expect(unit?.registered?.isOwn).toBe(true);
    expect((await confirm(at, unit?.phones[0]?.arrivalId ?? '')).body.userId).toBe(
      await codeIdOf(app.store.db, badge),
    );
    expect(await seen((await claim(at, eva)).jwt ?? '')).toEqual([['103', 'self']]);
  });

  it("an arrival never gets the session of a proxy's badge or of a withdrawn badge", async () => {
    const at = await evening();
    const { jointId, operator } = at;
    const lent = await freshBadge(app, jointId, '102');
    const attendee = { name: 'Julia Mora', document: '52000111' };
    const body = { apartmentIds: ['102', '103'], code: lent, byProxy: true, attendee };
    expect((await app.call(register, { params: { jointId }, body }, operator)).status).toBe(201);
    const ticket = await announce(at, '102', '5');
    const done = await confirm(at, await firstId(at), { takeBack: true });
    expect(done.status).toBe(201);
    expect(done.body.userId).not.toBe(lent);
    expect(await seen((await claim(at, ticket)).jwt ?? '')).toEqual([['102', 'self']]);
    const lost = await freshBadge(app, jointId, 'T2-101');
    await app.store.db.updateTable('code').set({ withdrawn_at: 1 }).where('code', '=', lost).execute();
    await announce(at, 'T2-101', ANAS);
    expect((await confirm(at, await firstId(at))).body.userId).not.toBe(lost);
  });

  it('an arrival for an unknown unit waits and cannot be confirmed', async () => {
    const at = await evening();
    const ticket = await announce(at, '999', ANAS);
    const [unit] = await waitFor(at, 1);
    expect(unit).toMatchObject({ apartmentId: '999', isKnown: false, owner: null, registered: null });
    expect(await claim(at, ticket)).toEqual({ state: 'waiting', jwt: null });
    expectRefused(await confirm(at, unit?.phones[0]?.arrivalId ?? ''), 'apartmentNotFound');
    expect((await waitFor(at, 1))[0]?.apartmentId).toBe('999');
  });

  it("a phone's new announcement replaces the last; a repeat changes nothing", async () => {
    const at = await evening();
    const ticket = await announce(at, '102', '5');
    const before = await waitFor(at, 1);
    await announce(at, '102', '5', { ticket });
    await announce(at, '103', '6', { ticket });
    await expect.poll(async () => (await list(at)).map(({ apartmentId }) => apartmentId)).toEqual(['103']);
    expectRefused(await confirm(at, before[0]?.phones[0]?.arrivalId ?? ''), 'arrivalNotFound');
  });

  it('an arrival ends after half an hour without its phone, and with the assembly', async () => {
    const at = await evening();
    const { jointId, operator } = at;
    const ticket = await announce(at, '102', '5544332211');
    const id = await firstId(at);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ARRIVAL_MINUTES * 60_000 + 1 });
    expect(await list(at)).toEqual([]);
    expectRefused(await confirm(at, id), 'arrivalNotFound');
    await announce(at, '102', '5544332211', { ticket });
    await waitFor(at, 1);
    vi.useRealTimers();
    const closed = await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator);
    expect(closed.status).toBe(200);
    expect(JSON.stringify(await rows())).not.toContain('5544332211');
    expect(await claim(at, ticket)).toEqual({ state: 'over', jwt: null });
    expect(await list(at)).toEqual([]);
    expectRefused(await app.call(getJoining, { params: { jointId } }, operator), 'joiningClosed');
    expectRefused(await app.call(openJoining, { params: { jointId } }, operator), 'assemblyClosed');
    await announce(at, '102', '5544332211');
    const next = await app.call(
      openAssembly,
      { params: { jointId }, body: { kind: 'ordinary', mode: 'inPerson' } },
      operator,
    );
    expect(next.status).toBe(201);
    // The code of the last assembly is invalid.
    expect(await claim(at, newTicket())).toEqual({ state: 'over', jwt: null });
    expect(await list(at)).toEqual([]);
  });

  it('the operator shows and hides the arrival code; waiting phones keep waiting', async () => {
    const at = await evening();
    const { jointId, operator } = at;
    const shown = await app.call(getJoining, { params: { jointId } }, operator);
    expect(shown.body.url).toMatch(new RegExp(`/Join/${at.code}$`));
    expect(shown.body.rows).toHaveLength(shown.body.rows[0]?.length ?? 0);
    const again = await app.call(openJoining, { params: { jointId } }, operator);
    expect(again.body.code).toBe(at.code);
    const ticket = await announce(at, '102', '5');
    await waitFor(at, 1);
    expect((await app.call(closeJoining, { params: { jointId } }, operator)).status).toBe(204);
    expect(await claim(at, ticket)).toEqual({ state: 'waiting', jwt: null });
    expect(await claim(at, newTicket())).toEqual({ state: 'over', jwt: null });
    const other = await app.call(openJoining, { params: { jointId } }, operator);
    expect(other.body.code).not.toBe(at.code);
    await announce(at, '103', '5');
    await announce({ ...at, code: other.body.code.toLowerCase() }, '104', '5');
    expect((await waitFor(at, 2)).map(({ apartmentId }) => apartmentId)).toEqual(['102', '104']);
  });

  longOnly(it)(
    'thousands of false arrivals neither remove the right document nor fill the desk',
    async () => {
      const at = await evening();
      // Other documents for the unit, from many networks: three wait.
      for (let i = 0; i < 12; i += 1) await announce(at, 'T2-101', `1${i}`, { from: `198.18.0.${i}` });
      const hers = await announce(at, 'T2-101', ANAS);
      await expect
        .poll(async () => (await list(at))[0]?.phones.map(({ agrees }) => agrees))
        .toEqual([true, false, false]);
      for (let i = 0; i < 30; i += 1) await announce(at, 'T2-101', `2${i}`, { from: `198.18.1.${i}` });
      // Unknown units, from one network and from many.
      for (let i = 0; i < 80; i += 1) await announce(at, `X${i}`, '1', { from: '198.18.2.1' });
      for (let i = 0; i < 400; i += 1) await announce(at, `Y${i}`, '1', { from: `198.18.3.${i % 250}` });
      // Neighbours on the worst network still come in.
      await announce(at, '104', ANAS, { from: '198.18.2.1' });
      await announce(at, '102', '5', { from: '198.18.2.1' });
      await expect
        .poll(async () =>
          (await list(at)).filter(({ isKnown }) => isKnown).map(({ apartmentId }) => apartmentId),
        )
        .toEqual(['T2-101', '104', '102']);
      const waiting = await list(at);
      expect(waiting.filter(({ isKnown }) => !isKnown)).toHaveLength(100);
      const phones = waiting[0]?.phones ?? [];
      expect([phones.length, phones[0]?.number]).toEqual([3, numberOf(hers)]);
      expect((await confirm(at, phones[0]?.arrivalId ?? '')).status).toBe(201);
      expect((await claim(at, hers)).state).toBe('confirmed');
    },
  );

  it('right documents reach the desk among hundreds of wrong ones; phones get true answers', {
    tags: 'slow',
  }, async () => {
    const many: Unit[] = Array.from({ length: 6 }, (_, i) => [`B${i}`, 10, `DUEÑO ${i}`]);
    const fixture = await holdAssembly(app, { units: many });
    const { jointId, operator } = fixture;
    await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, operator);
    for (const [i, [apartmentId]] of many.entries()) {
      const body = { ownerDocument: `7900000${i}`, reason: 'cédula' };
      const params = { jointId, apartmentId };
      const done = await app.call(correctRoll, { params, body }, operator);
      expect([done.status, done.error]).toEqual([200, done.body]);
    }
    const shown = await app.call(openJoining, { params: { jointId } }, operator);
    const at = { ...fixture, code: shown.body.code, address: '198.18.9.1' };
    const wrong: string[] = [];
    for (let i = 0; i < 126; i += 1) wrong.push(await announce(at, `B${i % 6}`, `${i}`));
    const owners = await Promise.all(
      many.map(([unit], i) => announce(at, unit, `7900000${i}`, { from: `198.18.10.${i}` })),
    );
    const agreeing = async () => (await list(at)).map(({ phones: [first] }) => first?.agrees);
    await expect.poll(agreeing).toEqual(Array(6).fill(true));
    const statesOf = async (tickets: readonly string[]) =>
      Promise.all(tickets.map(async (ticket) => (await claim(at, ticket)).state));
    expect(await statesOf(owners)).toEqual(Array(6).fill('waiting'));
    // The desk has as many wrong documents as its list shows; other phones do not learn that they wait.
    const atDesk = (await list(at)).flatMap(({ phones }) => phones).filter(({ agrees }) => agrees === false);
    expect((await statesOf(wrong)).filter((state) => state === 'waiting')).toHaveLength(atDesk.length);
    expect((await list(at)).map(({ hasManyWrong }) => hasManyWrong)).toEqual(Array(6).fill(true));
    // A neighbour of the strangers also reaches the desk. Answers do not reveal the right document.
    const pair = [await announce(at, 'B0', '79000000'), await announce(at, 'B0', '79000009')];
    const phonesOf = async (unit: string) =>
      (await list(at)).find(({ apartmentId }) => apartmentId === unit)?.phones ?? [];
    // An announcement in the queue waits, and the second of the pair comes after the first.
    await expect.poll(() => statesOf(pair)).toEqual(['unsure', 'unsure']);
    const right = (await phonesOf('B0')).filter(({ agrees }) => agrees === true);
    expect(right.map(({ number }) => number)).toEqual([owners[0] ?? '', pair[0] ?? ''].map(numberOf));
    expect((await confirm(at, right[1]?.arrivalId ?? '')).status).toBe(201);
    expect((await claim(at, pair[0] ?? '')).state).toBe('confirmed');
  });

  it('an arrival is refused with a sentence while a thousand of its network wait', {
    tags: 'slow',
  }, async () => {
    const at = await evening();
    const { db, engine } = app.store;
    const send = async () => {
      const reply = await app.app.inject({
        method: announceArrival.method,
        url: `${API_BASE}/joints/${at.code}/arrivals`,
        remoteAddress: at.address,
        payload: { apartmentId: '102', document: '5', ticket: newTicket() },
      });
      return { status: reply.statusCode, retryAfter: reply.headers['retry-after'] };
    };
    let release = () => {};
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = db.transaction().execute(async (trx) => {
      if (engine === 'postgres') await sql`lock table arrival in access exclusive mode`.execute(trx);
      else await trx.updateTable('arrival').set({ number: 1 }).where('arrival_id', '=', 'none').execute();
      isHeld();
      await answered;
    });
    await Promise.race([held, holding]);
    const replies = await Promise.all(Array.from({ length: 1001 }, send));
    release();
    await holding;
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1000);
    expect(replies.filter(({ status }) => status !== 202)).toEqual([{ status: 503, retryAfter: '5' }]);
    await expect.poll(async () => (await send()).status).toBe(202);
  });

  race('all phones of a hall behind the same address reach the desk', { tags: 'slow' }, async () => {
    const many: Unit[] = Array.from({ length: 240 }, (_, i) => [`A${i}`, 1, `P${i}`]);
    const fixture = await holdAssembly(app, { units: many });
    const { jointId, operator } = fixture;
    const shown = await app.call(openJoining, { params: { jointId } }, operator);
    const at = { ...fixture, code: shown.body.code, address: '203.0.114.1' };
    const tickets = await Promise.all(
      many.map(([unit], i) => announce(at, unit, `${1000 + i}`, { server: i % 2 === 0 ? app : second })),
    );
    await waitFor(fixture, 240);
    expect(
      new Set(await Promise.all(tickets.map(async (ticket) => (await claim(at, ticket)).state))),
    ).toEqual(new Set(['waiting']));
  });

  it('a restore ends arrivals and the code on the walls', async () => {
    const fresh = await make();
    try {
      const fixture = await holdAssembly(fresh, { units });
      const { jointId, operator } = fixture;
      const shown = await fresh.call(openJoining, { params: { jointId } }, operator);
      const at = { ...fixture, code: shown.body.code, address: '203.0.115.1' };
      const ticket = await announce(at, '102', '5', { server: fresh });
      await expect.poll(async () => (await list(at, fresh)).length).toBe(1);
      await fresh.store.db
        .transaction()
        .execute((trx) => beginEpoch(trx, { copiedAt: Date.now(), reason: 'prueba', at: Date.now() }));
      expect(await claim(at, ticket, fresh)).toEqual({ state: 'over', jwt: null });
      expect(await fresh.store.db.selectFrom('arrival').selectAll().execute()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  it('a malformed arrival is refused before any lookup', async () => {
    const at = await evening();
    const announcement = { apartmentId: '102', document: '5', ticket: newTicket() };
    for (const wrong of [
      { ...announcement, ticket: 'short' },
      { ...announcement, document: 'x'.repeat(41) },
      { ...announcement, apartmentId: '' },
      { ...announcement, document: '\u0000' },
      { apartmentId: '102', document: '5' },
    ]) {
      const reply = await app.app.inject({
        method: 'POST',
        url: `${API_BASE}/joints/${at.code}/arrivals`,
        payload: wrong,
      });
      expect(reply.statusCode).toBe(400);
    }
    const large = await app.app.inject({
      method: 'POST',
      url: `${API_BASE}/joints/${at.code}/arrivals`,
      payload: { ...announcement, more: 'x'.repeat(3000) },
    });
    expect(large.statusCode).toBe(413);
  });
});
