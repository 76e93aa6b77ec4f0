import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInWithCode, signOut } from '../../../shared/accounts/auth.api.ts';
import { listUsers, updateUser } from '../../../shared/accounts/users.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { codeIdOf } from '../../assemblies/store/attendance/codes.repository.ts';
import { BallotBox } from '../../assemblies/voting/ballot-box.ts';
import { voteToStore } from '../../assemblies/voting/cast-votes.ts';
import { postgresApp, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { RawSocket } from '../../testing/raw-socket.ts';

const units = unitsOf('101;40;ANA', '102;30;LUIS', '103;30;EVA');

describe('two server processes on a PostgreSQL database', () => {
  let one: TestApp;
  let two: TestApp;
  let urlOfTwo: string;
  let staff: string;
  const open: { close: () => void }[] = [];
  beforeAll(async () => {
    one = await postgresApp();
    two = await one.another();
    staff = await firstStaff(one);
    urlOfTwo = await listen(two);
  });
  afterEach(() => {
    for (const follower of open.splice(0)) follower.close();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  async function voting(): Promise<AssemblyFixture & { question: number }> {
    const evening = await holdAssembly(one, { units, staff });
    await evening.register(['101', '102', '103']);
    return { ...evening, question: await evening.ask('¿Aprueba?') };
  }
  async function atTwo(token: string, jointId: number) {
    const follower = await followJoint(urlOfTwo, token, jointId);
    open.push(follower);
    return follower;
  }
  const cast = (app: TestApp, evening: AssemblyFixture & { question: number }, apartmentId: string) =>
    app.call(
      castVote,
      { body: { jointId: evening.jointId, apartmentId, conceptId: evening.question, voteId: 1 } },
      { token: evening.operator },
    );

  it('a vote in a process reaches a socket of the other process once, in order', async () => {
    const evening = await voting();
    const wall = await atTwo(evening.operator, evening.jointId);
    await cast(one, evening, '101');
    await eventually(() => wall.last('vote')?.voted).toEqual({ apartments: 1, coefficient: 40 });
    await cast(two, evening, '102');
    await cast(one, evening, '103');
    await eventually(() => wall.last('vote')?.voted).toEqual({ apartments: 3, coefficient: 100 });
    const revisions = wall.heard.map(({ event }) => event.revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(new Set(wall.all('vote').map(({ revision }) => revision)).size).toBe(wall.all('vote').length);
  });

  it('a registration and a closing in a process reach the other process', async () => {
    const evening = await holdAssembly(one, { units, staff });
    const wall = await atTwo(evening.operator, evening.jointId);
    const code = await evening.register(['101', '102']);
    const codeId = await codeIdOf(one.store.db, code);
    await eventually(() => wall.last('quorum')?.registered).toEqual({ apartments: 2, coefficient: 70 });
    await eventually(() => wall.last('registration')?.units?.map((unit) => unit.userId)).toEqual([
      codeId,
      codeId,
    ]);
    const question = await evening.ask('¿Aprueba?');
    await eventually(() => wall.last('concept')?.concept.active).toBe(1);
    const body = { jointId: evening.jointId, conceptId: question, active: 0 as const };
    await one.call(toggleConcept, { body }, { token: evening.operator });
    await eventually(() => wall.last('concept')?.concept.active).toBe(0);
  });

  it('a further sign-in with a code in a process is told to the first device at the other', async () => {
    const evening = await holdAssembly(one, { units, staff });
    const code = await evening.register(['101', '102', '103']);
    const signIn = async () => (await one.call(signInWithCode, { body: { code } })).body.jwt;
    const phone = await atTwo(await signIn(), evening.jointId);
    await signIn();
    await eventually(() => phone.last('registration')?.units?.length).toBe(3);
  });

  it('a session that ends in a process loses the sockets of the other process', async () => {
    const evening = await voting();
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    const [anas, wall] = await Promise.all([
      atTwo(ana.token, evening.jointId),
      atTwo(evening.operator, evening.jointId),
    ]);
    await one.call(signOut, {}, { token: ana.token });
    await eventually(() => anas.connected()).toBe(false);
    expect(wall.connected()).toBe(true);
  });

  it("an ended session closes the other process's feed, and changed access is checked anew", async () => {
    const evening = await voting();
    const other = await holdAssembly(one, { units, staff });
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    const feed = `${urlOfTwo}${API_BASE}/joints/${evening.jointId}/live`;
    const [anas, operators, wall] = [ana.token, evening.operator, other.operator].map(
      (token) =>
        new RawSocket(
          token === other.operator ? feed.replace(`/${evening.jointId}/`, `/${other.jointId}/`) : feed,
          token,
        ),
    );
    if (anas === undefined || operators === undefined || wall === undefined) throw new Error('no sockets');
    for (const socket of [anas, operators, wall]) {
      open.push(socket);
      await socket.hear((message) => message.includes('snapshot'));
    }
    await one.call(signOut, {}, { token: ana.token });
    expect(await anas.end()).toBe(4401);
    const users = await one.call(listUsers, {}, { token: staff });
    const operator = users.body.find(({ username }) => username === `operador${evening.jointId}`);
    await one.call(
      updateUser,
      { params: { userId: operator?.userId ?? '' }, body: { assemblyJoints: [other.jointId] } },
      { token: staff },
    );
    expect(await operators.end()).toBe(1012);
    expect(wall.closed).toBeNull();
  });

  it('a disabled user is noticed by the other process, also with a lost message', async () => {
    const evening = await voting();
    const ana = await evening.owner(`ana${evening.jointId}`, ['101']);
    const feed = new RawSocket(`${urlOfTwo}${API_BASE}/joints/${evening.jointId}/live`, ana.token);
    open.push(feed);
    await feed.hear((message) => message.includes('snapshot'));
    const hub = await atTwo(ana.token, evening.jointId);
    await one.store.db
      .updateTable('user_account')
      .set({ disabled_at: Date.now() })
      .where('user_id', '=', Number(ana.userId))
      .execute();
    expect(await feed.end()).toBe(4401);
    await eventually(() => hub.connected()).toBe(false);
  });

  it('a lost message is found by comparing revisions in the store', async () => {
    const evening = await voting();
    const { jointId, question, joint } = evening;
    const wall = await atTwo(evening.operator, jointId);
    const published: number[] = [];
    // A ballot box as in a server, in a process without messages to others.
    const mute = new BallotBox(one.store, (jointIds) => published.push(...jointIds));
    const row = voteToStore({
      jointId,
      apartmentId: '102',
      conceptId: question,
      answerId: 2,
      actor: 'user:1',
      device: null,
    });
    const record = await mute.cast(joint.jointId, { row, key: null });
    expect([record.apartmentId, published]).toEqual(['102', [jointId]]);
    await eventually(() => wall.last('vote')?.voted).toEqual({ apartments: 1, coefficient: 30 });
  });
});
