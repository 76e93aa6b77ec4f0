import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { getBackups, makeBackup } from '../../shared/backups.api.ts';
import { rounds } from '../../shared/testing/rounds.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { deskOperations, makeVotingHall, nobodyYet, type VotingHall } from '../platform/db/hall.fixture.ts';
import { SQLITE_FILE } from '../platform/db/private-files.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { contentDigest } from '../platform/db/wal.fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type ServerProcess, startServer } from '../testing/process.ts';
import { BackupError } from './error.ts';
import { listLogs } from './log-file.ts';
import type { Replay } from './log-replay.ts';
import { unpackSqlite } from './restore.ts';
import { CopyShelf } from './restore-plan.ts';
import { StoreLog } from './store-log.ts';
import { type BackupTarget, takeCopy } from './take-copy.ts';

const COUNT = 40;

/** Content of the database (as hash) during an interval without changes. */
interface Standing {
  from: number;
  to: number;
  digest: string;
}

/** Returns the part of the log that restores an instant. Null if no log reaches the instant. */
async function replayTo(place: BackupTarget, at: number): Promise<Replay | null> {
  try {
    const shelf = await CopyShelf.of(place, 'sqlite.gz');
    return (await shelf.plan({ at, copy: null, isLogFollowed: true })).sealed.replay ?? null;
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  }
}

/** Assembly with one killed server and one clean shutdown, and a copy in each run. */
describe('the log beside the copies', () => {
  let root: string;
  let dataDir: string;
  let place: BackupTarget;
  let hall: VotingHall;
  let watcher: BetterSqlite.Database;
  const standings: Standing[] = [];
  /** Start of the range in which any instant can be restored. */
  let since = 0;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'scaf-log-'));
    dataDir = join(root, 'datos');
    place = { folder: join(root, 'copias'), key: 'una clave de prueba de 32 bytes o más' };
    hall = await makeVotingHall(COUNT, nobodyYet);
    hall.into(dataDir);
    const operations = operationsOf(hall);
    await during(operations, 14, 'SIGKILL');
    await during(operations, 14, 'SIGTERM');
    await during(operations, Number.POSITIVE_INFINITY, 'SIGKILL');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /**
   * Runs the operations of the test assembly one after another, takes a copy after the fifth, then ends the server.
   */
  async function during(
    operations: (server: ServerProcess) => AsyncGenerator<number>,
    count: number,
    end: NodeJS.Signals,
  ): Promise<void> {
    const server = await startServer({
      dataDir,
      env: { BACKUP_DIR: place.folder, BACKUP_KEY: place.key },
    });
    watcher = new BetterSqlite(join(dataDir, SQLITE_FILE), { readonly: true });
    /**
     * Notes the content of the database between operations. Skips intervals with changes, because the server also
     * writes without a request (signed head after a closing).
     */
    const note = async (): Promise<void> => {
      const digest = contentDigest(watcher);
      const from = Date.now();
      // Instants have a resolution of 1 ms.
      while (Date.now() <= from + 1) await sleep(1);
      const to = Date.now() - 1;
      if (contentDigest(watcher) === digest) standings.push({ from, to, digest });
    };
    let done = 0;
    for await (const status of operations(server)) {
      expect([200, 201, 204]).toContain(status);
      done += 1;
      if (done === 5) {
        const made = await server.call(makeBackup, {}, { token: hall.staff });
        expect(made.status).toBe(201);
        since ||= await beginOfLog(server);
      }
      await note();
      if (done >= count) break;
    }
    // The last connection to close checkpoints SQLite's WAL.
    watcher.close();
    await server.end(end);
  }

  /**
   * Waits until the backup screen shows the start of the range in which any instant can be restored, and returns
   * the start.
   */
  async function beginOfLog(server: ServerProcess): Promise<number> {
    for (;;) {
      const { body } = await server.call(getBackups, {}, { token: hall.staff });
      expect(body.problem).toBeNull();
      if (body.anyInstantSince !== null) return Date.parse(body.anyInstantSince);
      await sleep(5);
    }
  }

  /** Returns the hash of the database restored to an instant. Null if the log does not reach the instant. */
  async function restoredAt(at: number, from: BackupTarget = place): Promise<string | null> {
    const replay = await replayTo(from, at);
    if (replay === null) return null;
    // After the last commit, the log cannot prove the absence of later commits.
    if (at < (standings.at(-1)?.from ?? 0)) expect(replay.upTo).toBe(at);
    const file = join(root, 'vuelta.sqlite');
    await unpackSqlite({ file: join(from.folder, replay.copy), key: from.key, replay }, file);
    const store = new BetterSqlite(file, { readonly: true });
    const digest = contentDigest(store);
    store.close();
    rmSync(file);
    return digest;
  }

  /** Returns the last restorable instant of a folder; null without any. */
  const end = async (from: BackupTarget) => (await replayTo(from, Date.now()))?.upTo ?? null;

  const instants = (count: number): number[] => {
    const between = standings.filter(({ from }) => from > since);
    const one = fc.constantFrom(...between).chain(({ from, to }) => fc.integer({ min: from, max: to }));
    return fc.sample(one, { seed: inject('seed'), numRuns: count });
  };

  it('restores any instant exactly, across a shutdown and a kill of the server', async () => {
    for (const at of instants(rounds(6, 1000))) {
      const found = await restoredAt(at);
      const due = standings.filter(({ from, to }) => from <= at && at <= to).map(({ digest }) => digest);
      expect(due, `at ${at - since} ms`).toContain(found);
    }
  });

  it('a damaged log restores the exact state before the damage', async () => {
    const copied = { folder: join(root, 'copiadas'), key: place.key };
    const names = listLogs(place.folder);
    const whole = names.map((name) => statSync(join(place.folder, name)).size);
    const harm = fc.record({
      file: fc.integer({ min: names.length - 4, max: names.length - 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.constantFrom('cut', 'bit', 'zeros'),
    });
    const ends = new Set<number | null>();
    for (const { file, at, how } of fc.sample(harm, { seed: inject('seed'), numRuns: rounds(5, 200) })) {
      rmSync(copied.folder, { recursive: true, force: true });
      cpSync(place.folder, copied.folder, { recursive: true });
      const path = join(copied.folder, names[file] ?? '');
      // Prefer the end of the file: the first records after a copy hold whole pages and are long.
      const where = Math.floor((1 - at ** 3) * ((whole[file] ?? 1) - 1));
      const bytes = readFileSync(path);
      if (how === 'bit') bytes.writeUInt8(bytes.readUInt8(where) ^ 8, where);
      if (how === 'zeros') bytes.fill(0, where, Math.min(where + 600, bytes.length));
      writeFileSync(path, how === 'cut' ? bytes.subarray(0, where) : bytes);
      const upTo = await end(copied);
      ends.add(upTo);
      if (upTo === null) continue;
      expect(upTo).toBeLessThanOrEqual((await end(place)) ?? 0);
      expect(await restoredAt(upTo, copied), `${how} at ${where} of ${names[file]}`).toBe(
        await restoredAt(upTo),
      );
    }
    expect(ends.size).toBeGreaterThan(1);
  });

  it('the log cannot be read with another key', async () => {
    expect(await replayTo({ ...place, key: `${place.key}.` }, Date.now())).toBeNull();
    const written = listLogs(place.folder).map((name) => readFileSync(join(place.folder, name)));
    for (const bytes of written) expect(bytes.includes('PERSONA')).toBe(false);
  });

  it('the restore command restores to an instant', async () => {
    const [at = 0] = instants(1);
    const fresh = join(root, 'nuevos');
    const output = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join('scripts', 'restore.ts'), '--at', new Date(at).toISOString()],
      {
        env: {
          ...process.env,
          BACKUP_DIR: place.folder,
          BACKUP_KEY: place.key,
          DATA_DIR: fresh,
          DATABASE_URL: '',
        },
      },
    );
    expect(output.stdout).toContain('con los cambios guardados hasta el');
    const store = new BetterSqlite(join(fresh, SQLITE_FILE), { readonly: true });
    const epoch = store.prepare('select number, copied_at from store_epoch order by number desc').get();
    store.close();
    expect(epoch).toEqual({ number: 2, copied_at: at });
  });
});

describe('the log of a store', () => {
  let root: string;
  let store: Store;
  let place: BackupTarget;
  let broken: number;
  let problems: string[];
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'scaf-log-'));
    place = { folder: join(root, 'copias'), key: 'una clave de prueba de 32 bytes o más' };
    store = await openStore({ dataDir: join(root, 'datos'), databaseUrl: null });
    await migrate(store);
    [broken, problems] = [0, []];
  });
  afterEach(async () => {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  });

  const begin = async () => {
    const log = await StoreLog.of(store, place, {
      onBroken: () => {
        broken += 1;
      },
      onProblem: (sentence) => problems.push(sentence),
    });
    if (log === null) throw new Error('The store has no log.');
    return log;
  };
  const copy = async (log: StoreLog) => {
    const from = await log.copying();
    const { name } = await takeCopy(store.address, place);
    if (from !== null) log.copied(name, from);
    return from;
  };
  const write = (what: string) => sql`create table ${sql.table(what)} (x integer)`.execute(store.db);

  it('the log restarts after an unseen write of another process', async () => {
    const log = await begin();
    await copy(log);
    await eventually(() => log.since).not.toBeNull();
    const before = broken;
    const other = new BetterSqlite(join(root, 'datos', SQLITE_FILE));
    other.exec('create table another (x integer)');
    other.pragma('wal_checkpoint(RESTART)');
    other.close();
    await write('own');
    await eventually(() => log.since).toBeNull();
    expect(broken).toBe(before + 1);
    await copy(log);
    await eventually(() => log.since).not.toBeNull();
  });

  it('a log that cannot be written reports a problem and restarts with the next copy', async () => {
    writeFileSync(place.folder, 'a file where the folder should be');
    const log = await begin();
    await write('own');
    await eventually(() => problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain('registro de cambios');
    expect(await log.copying()).toBeNull();
    rmSync(place.folder);
    expect(await copy(log)).not.toBeNull();
    await eventually(() => log.since).not.toBeNull();
  });

  it('the log ends with its store, even before the first write', async () => {
    const log = await begin();
    await store.close();
    expect(await log.copying()).toBeNull();
  });
});

/**
 * Generator of the operations of a test assembly. Each server continues after the previous server's last operation.
 */
function operationsOf(hall: VotingHall): (server: ServerProcess) => AsyncGenerator<number> {
  let current: ServerProcess;
  const through = { call: (...args: Parameters<ServerProcess['call']>) => current.call(...args) };
  const all = deskOperations(through as ServerProcess, hall);
  return async function* (server) {
    current = server;
    for (;;) {
      const { done, value } = await all.next();
      if (done === true) return;
      yield value;
    }
  };
}
