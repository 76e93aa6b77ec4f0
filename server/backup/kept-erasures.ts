import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayInBogota, shortDay } from '../../shared/days.ts';
import type { SkippedPlaces } from '../personal/erasure.ts';
import { readErasures, type StoredErasure } from '../personal/erasures.repository.ts';
import { openStore, type StoreAddress } from '../platform/db/connect.ts';
import { SQLITE_FILE } from '../platform/db/private-files.ts';
import { BackupError, backupSentence } from './error.ts';
import { sync } from './seal.ts';

/** File beside the copies with the kept list of erasures: ids of records, without personal data. */
const ERASURES_FILE = 'supresiones.json';

async function erasuresOf(address: StoreAddress): Promise<StoredErasure[]> {
  const store = await openStore(address, 'tasks');
  try {
    return await readErasures(store.db);
  } finally {
    await store.close();
  }
}

async function erasuresIn(folder: string): Promise<StoredErasure[]> {
  const file = join(folder, ERASURES_FILE);
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new BackupError(
      `La lista de supresiones de datos personales «${file}» está dañada: recupérela antes de restaurar, o retírela si acepta restaurar datos suprimidos.`,
    );
  }
}

/** Reads the kept list of the store to be replaced; on SQLite from a copy, because the old store must stay unchanged. */
async function erasuresBefore(address: StoreAddress): Promise<StoredErasure[]> {
  if (address.databaseUrl !== null) return erasuresOf(address);
  if (!existsSync(join(address.dataDir, SQLITE_FILE))) return [];
  // Imported lazily: the server's main thread loads this module and must not load SQLite.
  const { copySqlite } = await import('../platform/db/sqlite-copy.ts');
  const dataDir = join(address.dataDir, `supresiones-${randomBytes(6).toString('hex')}`);
  await mkdir(dataDir, { mode: 0o700 });
  try {
    await copySqlite(address.dataDir, join(dataDir, SQLITE_FILE));
    return await erasuresOf({ dataDir, databaseUrl: null });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const union = (...lists: StoredErasure[][]): StoredErasure[] => [
  ...new Map(lists.flat().map((one) => [one.key, one])).values(),
];

async function writeList(folder: string, all: readonly StoredErasure[]): Promise<void> {
  if (all.length === 0) return;
  const file = join(folder, ERASURES_FILE);
  await writeFile(`${file}.part`, JSON.stringify(all), { mode: 0o600 });
  // A power loss must not leave an empty list under the name.
  await sync(`${file}.part`);
  await rename(`${file}.part`, file);
  await sync(folder);
}

/**
 * Writes the kept list of a store beside the copies, with the erasures already there.
 * @returns Spanish sentence about a fault of the list, else null: the copy beside the list is good
 */
export async function writeErasures(address: StoreAddress, folder: string): Promise<string | null> {
  try {
    await writeList(folder, union(await erasuresIn(folder), await erasuresOf(address)));
    return null;
  } catch (error) {
    return backupSentence(error, `No se pudo guardar la lista de supresiones en «${folder}»`);
  }
}

/** Returns day, joint and person of an erasure in Spanish, without personal data. */
function erasureTitle({ at, rootId, record }: StoredErasure): string {
  const units = [...new Set(record.owners.map(({ apartmentId }) => apartmentId))];
  const who = [
    ...units.map((unit) => `inmueble ${unit}`),
    ...record.userIds.map((userId) => `usuario número ${userId}`),
    // The tables of the first record; the operator has no other name for the person.
    ...(units.length + record.userIds.length > 0
      ? []
      : (record.named ?? []).slice(0, 1).map(({ column, key }) => `registro ${key.join(' ')} de ${column}`)),
  ].join(', ');
  return `del ${shortDay(dayInBogota(at))} en la copropiedad número ${rootId} (${who})`;
}

/** Returns the Spanish sentence about an erasure not applied again after a restore. */
export const pendingSentence = (erasure: StoredErasure): string =>
  `Supresión pendiente ${erasureTitle(erasure)}: en lo restaurado la persona es propietaria, tiene un cargo o es del equipo. Suprima sus datos de nuevo cuando ya no lo sea.`;

/** Returns the Spanish sentence about places of an erasure that the restored store no longer has. */
export const skippedSentence = ({ erasure, columns }: SkippedPlaces): string =>
  `Supresión incompleta ${erasureTitle(erasure)}: esta versión ya no tiene ${columns.join(', ')}. Busque a la persona y suprima lo que quede.`;

/**
 * Returns the erasures to apply to a restored copy: from the store before the restore, if readable, and from the folder of the
 * copy.
 */
export async function erasuresFor(address: StoreAddress, folder: string): Promise<StoredErasure[]> {
  // A restore may replace a damaged store. The list beside the copies is at most a minute older.
  const current = await erasuresBefore(address).catch(() => []);
  const all = union(await erasuresIn(folder), current);
  // A pending erasure stands in this list alone. The folder of a single copy may be read-only.
  await writeList(folder, all).catch(() => undefined);
  return all;
}
