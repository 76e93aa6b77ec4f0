import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeShim, type Shim, whyNoShim } from '../../scripts/faults/shim.ts';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { makeVotingHall, type VotingHall } from '../platform/db/hall.fixture.ts';
import { leftBehind, receiptsIn, startOn } from '../platform/db/wal.fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { followJoint } from '../testing/live.ts';
import { type ServerProcess, startServer } from '../testing/process.ts';
import { PASSWORD } from '../testing/world.ts';

const HOUR_MS = 60 * 60 * 1000;
const why = whyNoShim();
if (why !== null) console.log(`Jumps of the clock are not tried: ${why}.`);

describe.skipIf(why !== null)('a clock jump of 25 hours during a vote', () => {
  let dataDir: string;
  let shim: Shim;
  let hall: VotingHall;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-clock-'));
    hall = await makeVotingHall(30);
    hall.into(dataDir);
    shim = makeShim(dataDir);
    server = await startServer({ dataDir, env: shim.env });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    shim.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function enter(): Promise<string> {
    const body = { username: `operador${hall.jointId}`, password: PASSWORD };
    const entered = await server.call(signIn, { body });
    expect(entered.status).toBe(200);
    return entered.body.jwt;
  }
  const wallSays = (wall: Awaited<ReturnType<typeof followJoint>>, votes: number) =>
    eventually(() => wall.last('vote')?.voted.apartments).toBe(votes);

  it('a clock jump ends only sessions; voters sign in and vote, also after the correction', async () => {
    const statuses = async (from: number, to: number, token?: string) => {
      const votes = hall.ids.slice(from, to).map((unit) => hall.cast(server, unit, token));
      return new Set((await Promise.all(votes)).map((reply) => reply?.status));
    };
    const before = await followJoint(server.url, hall.operator, hall.jointId);
    expect(await statuses(0, 10)).toEqual(new Set([201]));
    await wallSays(before, 10);

    shim.clock(25 * HOUR_MS);
    // Cached sessions are read again within seconds.
    await expect
      .poll(async () => (await hall.cast(server, hall.ids[0] ?? ''))?.status, {
        interval: 100,
      })
      .toBe(401);
    const token = await enter();
    const meanwhile = await followJoint(server.url, token, hall.jointId);
    // The idempotency keys are a day old and deleted. The stored votes still count.
    expect(await statuses(0, 10, token)).toEqual(new Set([409]));
    expect(await statuses(10, 20, token)).toEqual(new Set([201]));
    await wallSays(meanwhile, 20);

    shim.clock(0);
    expect(await statuses(20, 30, token)).toEqual(new Set([201]));
    await wallSays(meanwhile, 30);
    for (const wall of [before, meanwhile]) wall.close();
    await server.end('SIGKILL');
    const { read, findings } = await startOn(leftBehind(dataDir), receiptsIn);
    expect(read.size).toBe(30);
    expect(findings).toEqual([]);
  });
});
