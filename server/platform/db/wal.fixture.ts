import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { verifyAudit } from '../../audit/verify.ts';
import { migrate, openStore } from './connect.ts';
import { SQLITE_FILE } from './private-files.ts';
import { faultsOfSqlite } from './sqlite-copy.ts';

/** Of https://sqlite.org/fileformat2.html#walformat. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Where each frame of a log ends, the log's own header first: a cut there leaves whole frames alone. */
export function frameEnds(wal: Uint8Array): number[] {
  const pageSize = Buffer.from(wal.buffer, wal.byteOffset, wal.byteLength).readUInt32BE(8);
  const ends: number[] = [];
  for (let end = WAL_HEADER; end <= wal.length; end += FRAME_HEADER + pageSize) ends.push(end);
  return ends;
}

/** Everything that a store holds, in short; but for what health writes. */
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

/** The files of a store as something left them behind; without `shm` there is none. */
export interface LeftBehind {
  file: Uint8Array;
  wal: Uint8Array;
  shm?: Uint8Array | undefined;
}

/** The files of a store whose server is gone. */
export function leftBehind(dataDir: string): LeftBehind & { shm: Uint8Array } {
  const read = (part: string) => readFileSync(join(dataDir, SQLITE_FILE + part));
  return { file: read(''), wal: read('-wal'), shm: read('-shm') };
}

/**
 * Starts on a copy of what was left behind, as a server does.
 * @returns what `read` makes of it then, and what the checks of the trail and of the file find
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
    // The file is opened as for a server's thread, without one: starting it takes longer than all that is asked here.
    const store = await openStore({ dataDir, databaseUrl: null }, 'works');
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

/** The receipt of each unit that voted, of a store with one question. */
export function receiptsIn(file: BetterSqlite.Database): Map<string, string> {
  const rows = file.prepare<[], [string, string]>('select apartment_id, receipt from vote').raw().all();
  return new Map(rows);
}
