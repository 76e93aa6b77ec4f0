import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyAudit } from '../audit/verify.ts';
import type { Store, StoreAddress } from '../platform/db/connect.ts';
import {
  createDatabase,
  databaseOf,
  dropDatabase,
  restorePostgres,
  withDatabase,
} from '../platform/db/postgres-copy.ts';
import { SQLITE_FILE } from '../platform/db/private-files.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { Copy } from './copies.ts';
import { BackupError, backupSentence } from './error.ts';
import { requireKnownSchema, type SealedCopy, unpackSqlite, withStore } from './restore.ts';
import { CopyShelf } from './restore-plan.ts';
import { unsealed } from './seal.ts';
import type { BackupTarget } from './take-copy.ts';

/** Result of a restore test ('drill'): duration, and the fault of the copy. */
export interface DrillResult {
  /** Start of the restore test, epoch ms. */
  at: Millis;
  /** Start of the tested copy, epoch ms. */
  copiedAt: Millis;
  /** Duration of the test. */
  milliseconds: number;
  /** Spanish sentence about the fault. Null if the copy restores to a sound database. */
  problem: string | null;
}

/**
 * Tests a copy by a restore into a temporary place. Verifies pages, references, schema, every audit chain,
 * and the votes against the audit trail, then deletes the temporary place. Never throws: a fault is in the
 * result.
 */
export async function drill(
  address: StoreAddress,
  { folder, key }: BackupTarget,
  copy: Copy,
): Promise<DrillResult> {
  const at = Date.now();
  let problem: string | null = null;
  try {
    const shelf = await CopyShelf.of({ folder, key }, copy.kind);
    const fault = await shelf.faultOf(copy);
    if (fault !== null) throw new BackupError(fault);
    const { sealed } = await shelf.plan({ at, copy: copy.name, isLogFollowed: true });
    if (address.databaseUrl === null) await drillFile(address.dataDir, sealed);
    else await drillDatabase({ ...address, databaseUrl: address.databaseUrl }, sealed);
  } catch (error) {
    problem = backupSentence(error, 'El ensayo no se pudo hacer');
  }
  return { at, copiedAt: copy.at, milliseconds: Date.now() - at, problem };
}

async function drillFile(dataDir: string, sealed: SealedCopy): Promise<void> {
  const fresh = join(dataDir, `ensayo-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  try {
    await unpackSqlite(sealed, join(fresh, SQLITE_FILE));
    await withStore({ dataDir: fresh, databaseUrl: null }, requireWhole);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function drillDatabase(
  address: { dataDir: string; databaseUrl: string },
  { file, key }: { file: string; key: string },
): Promise<void> {
  const { databaseUrl } = address;
  const fresh = `${databaseOf(databaseUrl)}_ensayo_${randomBytes(6).toString('hex')}`;
  await createDatabase(databaseUrl, fresh);
  try {
    const freshUrl = withDatabase(databaseUrl, fresh);
    await restorePostgres(freshUrl, await unsealed(file, key));
    await withStore({ ...address, databaseUrl: freshUrl }, requireWhole);
  } finally {
    await dropDatabase(databaseUrl, fresh);
  }
}

async function requireWhole(store: Store): Promise<void> {
  await requireKnownSchema(store.db);
  await migrate(store);
  const { findings } = await verifyAudit(store.db);
  const [first] = findings;
  if (first !== undefined) throw new BackupError(`El registro de auditoría no coincide: ${first.what}`);
}
