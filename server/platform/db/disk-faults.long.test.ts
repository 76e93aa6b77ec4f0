import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeShim, type Shim, whyNoShim } from '../../../scripts/faults/shim.ts';
import { getHealth } from '../../../shared/platform.api.ts';
import { isLong, rounds } from '../../../shared/testing/rounds.ts';
import { type ServerProcess, startServer } from '../../testing/process.ts';
import { Random } from '../../testing/random.ts';
import { makeVotingHall, type VotingHall } from './hall.fixture.ts';
import { leftBehind, receiptsIn, startOn } from './wal.fixture.ts';

const why = whyNoShim();
if (why !== null) console.log(`Faults of the disk are not tried: ${why}.`);

describe.skipIf(why !== null)('a disk', () => {
  let dataDir: string;
  let shim: Shim;
  let hall: VotingHall;
  let ids: readonly string[];
  let server: ServerProcess;
  let receipts: Map<string, string>;

  beforeAll(async () => {
    hall = await makeVotingHall(150);
    ({ ids } = hall);
  });
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-disk-'));
    hall.into(dataDir);
    shim = makeShim(dataDir);
    receipts = new Map();
    server = await startServer({ dataDir, env: shim.env });
  });
  afterEach(async () => {
    shim.disk('ok');
    await server.end('SIGKILL');
    shim.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Sends a unit's vote once and returns the HTTP status. An acknowledged vote has the same answer each time. */
  async function cast(unit: string): Promise<number> {
    const reply = await hall.cast(server, unit);
    if (reply?.status === 201) {
      expect(receipts.get(unit) ?? reply.receipt).toBe(reply.receipt);
      receipts.set(unit, reply.receipt);
    }
    return reply?.status ?? 0;
  }
  const healthy = () => expect.poll(async () => (await server.call(getHealth)).status);

  /** Kills the server and checks the files: each acknowledged vote is stored once, and no other vote. */
  async function expectAll(): Promise<void> {
    await server.end('SIGKILL');
    const { read, findings } = await startOn(leftBehind(dataDir), receiptsIn);
    expect(findings).toEqual([]);
    expect([...read].sort()).toEqual([...receipts].sort());
  }

  for (const mode of isLong ? (['full', 'syncFails', 'writeFails'] as const) : (['full'] as const)) {
    it(`that fails (${mode}) makes the server say 503, and it goes on by itself when the disk does`, async () => {
      expect(await Promise.all(ids.slice(0, 50).map(cast))).not.toContain(503);
      shim.disk(mode);
      const meanwhile = await Promise.all(ids.slice(50, 100).map(cast));
      expect(new Set(meanwhile)).toEqual(new Set([503]));
      await healthy().toBe(503);
      shim.disk('ok');
      const after = await Promise.all(ids.slice(50, 150).map(cast));
      expect(new Set(after)).toEqual(new Set([201]));
      await healthy().toBe(200);
      await expectAll();
    });
  }

  it('a full disk after a kill ends the start with 75; later the server starts', async () => {
    await Promise.all(ids.slice(0, 50).map(cast));
    shim.disk('full');
    expect(await cast(ids[50] ?? '')).toBe(503);
    await server.end('SIGKILL');
    // 75 means try again. With 78 the server would stay down after the disk has room.
    await expect(startServer({ dataDir, env: shim.env })).rejects.toThrow(
      /ended with 75[\s\S]*carpeta de datos/,
    );
    shim.disk('ok');
    server = await startServer({ dataDir, env: shim.env });
    expect(await cast(ids[50] ?? '')).toBe(201);
    await expectAll();
  });

  it('a half-written last write of a killed server loses no acknowledged vote', async () => {
    const random = new Random(inject('seed'));
    const waiting = [...ids];
    const vote = async (): Promise<void> => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
        if ((await cast(unit)) === 201) continue;
        waiting.push(unit);
        return;
      }
    };
    for (let round = 0; round < rounds(2, 30); round += 1) {
      shim.tearAt(1 + Math.floor(random.next() * 120), Math.floor(random.next() * 4200));
      await Promise.all(Array.from({ length: 16 }, vote));
      if (waiting.length === 0) break;
      expect(await server.ended).toBe('SIGKILL');
      shim.disk('ok');
      const before = new Map(receipts);
      const { read, findings } = await startOn(leftBehind(dataDir), receiptsIn);
      expect(findings).toEqual([]);
      for (const [unit, receipt] of before) expect(read.get(unit), unit).toBe(receipt);
      server = await startServer({ dataDir, env: shim.env });
    }
    shim.disk('ok');
    expect(new Set(await Promise.all(ids.map(cast)))).toEqual(new Set([201]));
    await expectAll();
  });
});
