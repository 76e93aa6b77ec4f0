import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signOut } from '../../../shared/accounts/auth.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { castVote, getQuorum } from '../../../shared/assemblies/votes.api.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly } from '../../testing/store-asserts.ts';

interface Frame {
  event: string;
  data: {
    revision: number;
    registered?: { coefficient: number };
    voted?: { coefficient: number };
    units?: unknown;
  };
}

/** WebSocket client for tests: records messages and lets a test wait for a message. */
class Ear {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  readonly #waiting: (() => void)[] = [];
  closed: number | null = null;

  constructor(url: string, token?: string) {
    this.socket = new WebSocket(
      url,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    );
    this.socket.on('message', (text) => {
      this.frames.push(JSON.parse(String(text)));
      this.#wake();
    });
    this.socket.on('close', (code) => {
      this.closed = code;
      this.#wake();
    });
    this.socket.on('error', () => undefined);
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Returns the first fitting message, received already or later. */
  async hear(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = this.frames.find(fits);
      if (frame !== undefined) return frame;
      if (this.closed !== null) throw new Error(`closed with ${this.closed}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async end(): Promise<number | null> {
    while (this.closed === null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.closed;
  }
}

describeOnOneEngine('the plain feed', (make) => {
  const app = appForEachTest(make, endAssembly);
  let evening: AssemblyFixture;
  let address: string;
  beforeEach(async () => {
    evening = await holdAssembly(app, {
      units: unitsOf('101;40;ANA', '102;60;LUIS'),
    });
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    address = `ws://127.0.0.1:${port}${API_BASE}/joints/${evening.jointId}/live`;
  });

  it('the feed sends the snapshot first, then changes in growing revisions', async () => {
    const ear = new Ear(address, evening.operator);
    const snapshot = await ear.hear(({ event }) => event === 'snapshot');
    expect(ear.frames[0]).toBe(snapshot);
    await evening.register(['101', '102']);
    await ear.hear(({ event, data }) => event === 'quorum' && data.registered?.coefficient === 100);
    const registration = await ear.hear(({ event }) => event === 'registration');
    expect(registration.data.units).toHaveLength(2);
    const conceptId = await evening.ask('¿Aprueba?');
    const body = { jointId: evening.jointId, apartmentId: '102', conceptId, voteId: 1 };
    await app.call(castVote, { body }, { token: evening.operator });
    const vote = await ear.hear(({ event }) => event === 'vote');
    const params = { jointId: evening.jointId, conceptId };
    const api = await app.call(getQuorum, { params, query: {} }, { token: evening.operator });
    expect(vote.data.voted?.coefficient).toBe(api.body.coefficient);
    const revisions = ear.frames.map((frame) => frame.data.revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('a token in the address opens the feed only for a display link, without names', async () => {
    const params = { jointId: evening.jointId };
    const link = await app.call(createDisplayLink, { params }, { token: evening.operator });
    expect(link.status).toBe(201);
    const wall = new Ear(`${address}?token=${link.body.token}`);
    await wall.hear(({ event }) => event === 'snapshot');
    await evening.register(['101']);
    const registration = await wall.hear(({ event }) => event === 'registration');
    expect(registration.data.units).toBeUndefined();

    const operator = new Ear(`${address}?token=${evening.operator}`);
    await operator.end();
    expect(operator.frames).toEqual([]);
    const nobody = new Ear(address);
    await nobody.end();
    expect(nobody.frames).toEqual([]);
  });

  it('the feed hides a foreign joint and closes with the session', async () => {
    const other = await holdAssembly(app, { units: [['1', 100, 'OTRA']], staff: evening.staff });
    const foreign = new Ear(address, other.operator);
    await foreign.end();
    expect(foreign.frames).toEqual([]);
    const ear = new Ear(address, evening.operator);
    await ear.hear(({ event }) => event === 'snapshot');
    await app.call(signOut, {}, { token: evening.operator });
    expect(await ear.end()).toBe(4401);
  });

  it('two hundred screens get the same events, without waiting for a blocked reader', async () => {
    const ears = Array.from({ length: 200 }, () => new Ear(address, evening.operator));
    for (const ear of ears) await ear.hear(({ event }) => event === 'snapshot');
    const [stuck, ...others] = ears;
    stuck?.socket.pause();
    await evening.register(['101', '102']);
    const conceptId = await evening.ask('¿Aprueba?');
    for (const apartmentId of ['101', '102']) {
      const body = { jointId: evening.jointId, apartmentId, conceptId, voteId: 1 };
      await app.call(castVote, { body }, { token: evening.operator });
    }
    const isLast = ({ event, data }: Frame) => event === 'vote' && data.voted?.coefficient === 100;
    for (const ear of others) await ear.hear(isLast);
    const frameText = JSON.stringify(others[0]?.frames.slice(1));
    for (const ear of others) expect(JSON.stringify(ear.frames.slice(1))).toBe(frameText);
    expect(stuck?.frames).toHaveLength(1);
    stuck?.socket.resume();
    await stuck?.hear(isLast);
    expect(JSON.stringify(stuck?.frames.slice(1))).toBe(frameText);
  });

  it('a plain HTTP request is answered with a code', async () => {
    const url = `${API_BASE}/joints/${evening.jointId}/live`;
    const headers = { authorization: `Bearer ${evening.operator}` };
    const response = await app.app.inject({ url, headers });
    expect(response.statusCode).toBe(426);
    expect(response.json().code).toBe('upgradeRequired');
  });
});
