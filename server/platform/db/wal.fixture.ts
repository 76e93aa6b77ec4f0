import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { verifyAudit } from '../../audit/verify.ts';
import { openStore } from './connect.ts';
import { SQLITE_FILE } from './private-files.ts';
import { migrate } from './schema/migrate.ts';
import { faultsOfSqlite } from './sqlite-copy.ts';

/** Bytes of the header of SQLite's write-ahead log, see https://sqlite.org/fileformat2.html#walformat. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Returns the offsets in a write-ahead log (SQLite's log file), in bytes, at the end of the header and of
 * each frame (a changed page). Tests cut a log at an offset, as a killed server would leave the log.
 */
export function frameEnds(wal: Uint8Array): number[] {
  const pageSize = Buffer.from(wal.buffer, wal.byteOffset, wal.byteLength).readUInt32BE(8);
  const ends: number[] = [];
  for (let end = WAL_HEADER; end <= wal.length; end += FRAME_HEADER + pageSize) ends.push(end);
  return ends;
}

/**
 * Returns a hash (base64url) of all rows of a database, except for the row of the health checks. Equal
 * hashes mean equal contents.
 */
export function contentDigest(file: BetterSqlite.Database): string {
  const hash = createHash('sha256');
  const tables = file
    .prepare("select name from sqlite_master where type = 'table' and name <> 'store_probe' order by name")
    .pluck()
    .all();
  file.transaction(() => {
    for (const name of tables) {
      hash.update(`\n${name}`);
      for (const row of file.prepare(`select * from "${name}"`).raw().iterate())
        hash.update(JSON.stringify(row));
    }
  })();
  return hash.digest('base64url');
}

/**
 * Files of an SQLite database after the server was killed, as bytes: the main file, the write-ahead log
 * (`wal`), and the shared memory (`shm`, may be missing).
 */
export interface LeftBehind {
  file: Uint8Array;
  wal: Uint8Array;
  shm?: Uint8Array | undefined;
}

/** Reads the files of an SQLite database after the server was killed. */
export function leftBehind(dataDir: string): LeftBehind & { shm: Uint8Array } {
  const read = (part: string) => readFileSync(join(dataDir, SQLITE_FILE + part));
  return { file: read(''), wal: read('-wal'), shm: read('-shm') };
}

/**
 * Opens a copy of an SQLite database left by a killed server and verifies the content, as a test of
 * recovery.
 * @param read reads from the recovered database
 * @returns `read`: the result of `read`; `findings`: faults found in the audit chains and in the file
 */
export async function startOn<T>(
  { file, wal, shm }: LeftBehind,
  read: (file: BetterSqlite.Database) => T,
): Promise<{ read: T; findings: unknown[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-left-'));
  try {
    const path = join(dataDir, SQLITE_FILE);
    writeFileSync(path, file);
    writeFileSync(`${path}-wal`, wal);
    if (shm !== undefined) writeFileSync(`${path}-shm`, shm);
    // Opened without a server's thread: starting the thread takes longer than the test.
    const store = await openStore({ dataDir, databaseUrl: null }, 'tasks');
    await migrate(store);
    const { findings } = await verifyAudit(store.db);
    await store.close();
    const content = new BetterSqlite(path, { readonly: true });
    const result = read(content);
    content.close();
    return { read: result, findings: [...findings, ...faultsOfSqlite(path)] };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Returns the receipt of each stored vote by the name of the unit ('U1000'). For test databases with a
 * single question.
 */
export function receiptsIn(file: BetterSqlite.Database): Map<string, string> {
  const rows = file.prepare<[], [string, string]>('select apartment_id, receipt from vote').raw().all();
  return new Map(rows);
}
