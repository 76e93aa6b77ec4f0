import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { startServer } from '../../testing/process.ts';
import { deskOperations, makeVotingHall, nobodyYet } from './hall.fixture.ts';
import { contentDigest, frameEnds, type LeftBehind, leftBehind, startOn } from './wal.fixture.ts';

const COUNT = 40;

/**
 * Length of SQLite's write-ahead log in bytes after an operation was confirmed, with a digest of the database's
 * content.
 */
interface Mark {
  size: number;
  digest: string;
}

/** Runs operations one after another and kills the server, so the write-ahead log still has all operations. */
describe('a log cut or torn at the end of a server', () => {
  let dataDir: string;
  let left: LeftBehind & { shm: Uint8Array };
  /** Sizes of the log with contents: the first before all operations, then after each operation. */
  const marks: Mark[] = [];
  const garbage = Uint8Array.from({ length: 8192 }, (_, i) => (i * 7919 + (i >> 3)) & 255);

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'scaf-cut-'));
    const hall = await makeVotingHall(COUNT, nobodyYet);
    hall.into(dataDir);
    const server = await startServer({ dataDir });
    const watcher = new BetterSqlite(join(dataDir, 'scaf.sqlite'), { readonly: true });
    const mark = () => {
      const wal = readFileSync(join(dataDir, 'scaf.sqlite-wal'));
      marks.push({ size: wal.length, digest: contentDigest(watcher) });
    };
    try {
      mark();
      for await (const status of deskOperations(server, hall)) {
        expect([200, 201, 204]).toContain(status);
        mark();
      }
    } finally {
      // Without the kill, the last close would merge the log into the file.
      await server.end('SIGKILL');
      left = leftBehind(dataDir);
      watcher.close();
    }
    const sizes = marks.map(({ size }) => size);
    expect(sizes, 'the log was never begun anew').toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(marks.map(({ digest }) => digest)).size).toBe(marks.length);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  /**
   * Starts the database with a shortened log. The content must be an exact beginning of the operations: each
   * operation confirmed before the log had `whole` bytes, at most another operation, and no part of an operation.
   */
  async function expectBeginning(wal: Uint8Array, whole: number, shm?: Uint8Array): Promise<void> {
    const { read: digest, findings } = await startOn({ file: left.file, wal, shm }, contentDigest);
    expect(findings).toEqual([]);
    const acknowledged = marks.findLastIndex(({ size }) => size <= whole);
    const found = marks.findIndex((mark) => mark.digest === digest);
    expect(found, `${whole} bytes hold what stood after some operation`).toBeGreaterThanOrEqual(0);
    expect(found).toBeGreaterThanOrEqual(acknowledged);
    expect(found).toBeLessThanOrEqual(acknowledged + 1);
  }

  /** Selects a few of the items, or nearly all in a long test run. */
  const some = <T>(all: readonly T[], usual: number, long: number): T[] => {
    const wanted = rounds(usual, long);
    if (all.length <= wanted) return [...all];
    return fc.sample(fc.shuffledSubarray([...all], { minLength: wanted, maxLength: wanted }), {
      seed: inject('seed'),
      numRuns: 1,
    })[0] as T[];
  };

  it('a log cut at the end of a frame keeps all operations before the cut', { tags: 'slow' }, async () => {
    const ends = frameEnds(left.wal);
    const ofOperations = marks.map(({ size }) => size).filter((size) => ends.includes(size));
    expect(ofOperations.length).toBeGreaterThan(10);
    const cuts = new Set([0, ...some(ofOperations, 8, 80), ...some(ends, 16, 400), left.wal.length]);
    for (const cut of cuts) await expectBeginning(left.wal.subarray(0, cut), cut);
  });

  it('a log cut inside of a frame keeps all operations before the frame', { tags: 'slow' }, async () => {
    for (const end of some(frameEnds(left.wal).slice(0, -1), 4, 80)) {
      for (const more of [1, 24, 700, 4119]) {
        await expectBeginning(left.wal.subarray(0, end + more), end);
      }
    }
  });

  it('zeros or garbage in place of a frame keep all operations before the frame', {
    tags: 'slow',
  }, async () => {
    const length = (frameEnds(left.wal)[1] ?? 0) - (frameEnds(left.wal)[0] ?? 0);
    for (const start of some(frameEnds(left.wal).slice(0, -1), 3, 60)) {
      const torn = (from: number, bytes: Uint8Array): Uint8Array => {
        const wal = Uint8Array.from(left.wal);
        wal.set(bytes.subarray(0, start + length - from), from);
        return wal;
      };
      const half = start + length / 2;
      const zeros = new Uint8Array(length);
      for (const wal of [torn(half, zeros), torn(start, zeros), torn(half, garbage), torn(start, garbage)]) {
        // Before the first frame there is only the header of the log.
        await expectBeginning(wal, start);
        await expectBeginning(wal.subarray(0, start + length), start);
      }
    }
  });

  it('a cut log beside an index of another log keeps all operations before the cut', async () => {
    for (const cut of some(frameEnds(left.wal), 2, 40)) {
      const wal = left.wal.subarray(0, cut);
      await expectBeginning(wal, cut, left.shm);
      await expectBeginning(wal, cut, new Uint8Array(left.shm.length));
      await expectBeginning(wal, cut, garbage);
    }
    await expectBeginning(left.wal, left.wal.length, left.shm);
  });
});
