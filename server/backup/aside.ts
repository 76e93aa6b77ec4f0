import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreAddress } from '../platform/db/connect.ts';
import { beOnlyServer } from '../platform/db/only-server.ts';
import {
  connectionsTo,
  copyDatabase,
  databaseOf,
  dropDatabase,
  takeDatabaseName,
} from '../platform/db/postgres-copy.ts';
import { SQLITE_FILE, SQLITE_PARTS } from '../platform/db/private-files.ts';
import { copySqlite } from '../platform/db/sqlite-copy.ts';
import type { Millis } from '../platform/db/tables.ts';
import { BackupError } from './error.ts';
import { sync } from './seal.ts';

/** Whole copy of a store beside the store, for an upgrade: plain, of the same epoch, and quick to put back. */
export interface StoreAside {
  /** Path of the folder, or name of the database, that holds the copy. */
  place: string;
  /** Replaces the store by the copy. The servers must be stopped. */
  putBack: () => Promise<void>;
  /** Deletes the copy. */
  drop: () => Promise<void>;
}

/**
 * Copies a store without servers to a place beside the store.
 * @param at instant, part of the name of the place
 * @returns null if there is no store yet
 * @throws BackupError or StoreError with the remedy if a server uses the store
 */
export async function setStoreAside(address: StoreAddress, at: Millis): Promise<StoreAside | null> {
  const stamp = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
  const { dataDir, databaseUrl } = address;
  return databaseUrl === null ? setFileAside(dataDir, stamp) : setDatabaseAside(databaseUrl, stamp);
}

async function setFileAside(dataDir: string, stamp: string): Promise<StoreAside | null> {
  const store = join(dataDir, SQLITE_FILE);
  const release = beOnlyServer(dataDir);
  try {
    if (!existsSync(store)) return null;
    const place = join(dataDir, `antes-de-actualizar-${stamp}`);
    const drop = () => rm(place, { recursive: true, force: true });
    await mkdir(place, { mode: 0o700 });
    await copySqlite(dataDir, join(place, SQLITE_FILE));
    await sync(join(place, SQLITE_FILE));
    const putBack = async (): Promise<void> => {
      const giveUp = beOnlyServer(dataDir);
      try {
        // The log of the newer store must not be read into the copy.
        for (const part of SQLITE_PARTS) if (part !== '') await rm(store + part, { force: true });
        await rename(join(place, SQLITE_FILE), store);
        await sync(dataDir);
        await drop();
      } finally {
        giveUp();
      }
    };
    return { place, putBack, drop };
  } finally {
    release();
  }
}

async function setDatabaseAside(databaseUrl: string, stamp: string): Promise<StoreAside> {
  await demandUnused(databaseUrl);
  const place = `${databaseOf(databaseUrl)}_antes_${stamp}`;
  const failed = `${databaseOf(databaseUrl)}_fallida_${stamp}`;
  await copyDatabase(databaseUrl, place);
  const drop = async () => void (await dropDatabase(databaseUrl, place));
  const putBack = async (): Promise<void> => {
    await takeDatabaseName(databaseUrl, place, failed);
    await dropDatabase(databaseUrl, failed);
  };
  return { place, putBack, drop };
}

/** @throws BackupError if a server, or another program, has a connection to the database */
export async function demandUnused(databaseUrl: string): Promise<void> {
  if ((await connectionsTo(databaseUrl)) > 0) {
    throw new BackupError(
      'La base de datos está en uso: detenga todos los servidores de SCAF y cierre las demás conexiones.',
    );
  }
}
