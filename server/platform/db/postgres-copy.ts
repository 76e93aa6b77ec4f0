import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db } from './engine.ts';

/** Number of characters kept from the end of a tool's error output; the beginning only describes the progress. */
const COMPLAINT_CHARS = 500;

/**
 * Returns the database connection as environment variables for PostgreSQL's tools: arguments are visible to all
 * users in the list of processes.
 */
function connectionOf(databaseUrl: string): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  const variables = {
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    PGPORT: url.searchParams.get('port') ?? url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: databaseOf(databaseUrl),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  };
  const named = Object.entries(variables).filter(([, value]) => value !== '');
  return { ...process.env, ...Object.fromEntries(named) };
}

/** Returns the name of the database in a PostgreSQL URL. */
export const databaseOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).pathname.slice(1));

/**
 * Replaces the name of the database in a PostgreSQL URL: 'postgres://host/scaf' with the name 'copy' gives
 * 'postgres://host/copy'.
 */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/**
 * Dumps a PostgreSQL database with `pg_dump`, in the state of a single moment, in the compressed custom
 * format of the tool. Used by backups. The stream fails if the tool fails.
 */
export function dumpOfPostgres(databaseUrl: string): Readable {
  const child = spawn('pg_dump', ['--format=custom', '--no-owner', '--no-privileges'], {
    env: connectionOf(databaseUrl),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = processEnd(child, 'pg_dump');
  // The reader receives the error at the end.
  ended.catch(() => undefined);
  const { stdout } = child;
  async function* dump() {
    try {
      for await (const chunk of stdout) yield chunk;
      await ended;
    } finally {
      child.kill();
    }
  }
  return Readable.from(dump(), { objectMode: false });
}

/** Restores a dump of `dumpOfPostgres` into an empty database: all rows, or no rows after an error. */
export async function restorePostgres(databaseUrl: string, dump: Readable): Promise<void> {
  const child = spawn(
    'pg_restore',
    [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      '--no-privileges',
      `--dbname=${databaseOf(databaseUrl)}`,
    ],
    { env: connectionOf(databaseUrl), stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = processEnd(child, 'pg_restore');
  const fed = pipeline(dump, child.stdin);
  const [tool, feed] = await Promise.allSettled([ended, fed.catch((error) => stopped(child, error))]);
  // A truncated copy fails the input first. A failed tool stops reading, and has the better message.
  if (feed.status === 'rejected' && !isBrokenPipe(feed.reason)) throw feed.reason;
  if (tool.status === 'rejected') throw tool.reason;
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code));

function stopped(child: ChildProcess, error: unknown): never {
  child.kill();
  throw error;
}

function processEnd(child: ChildProcess, name: string): Promise<void> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_CHARS);
  });
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new Error(`no se encontró el programa ${name} de PostgreSQL`)));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name}: ${complaint.trim() || `terminó con ${code}`}`)),
    );
  });
}

/**
 * Returns a text changed by each changed row of the PostgreSQL database, except for the row of the health
 * checks. Backups compare two marks to skip a copy. A change may show in the mark a second late.
 */
export async function postgresMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as mark from pg_stat_user_tables
    where relname <> 'store_probe'
  `.execute(db);
  return rows[0]?.mark ?? '';
}

/** Runs work on the maintenance database (`postgres`) of a server, to create, rename and drop databases. */
async function onServer<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: withDatabase(databaseUrl, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Creates an empty database on a PostgreSQL server. */
export const createDatabase = (databaseUrl: string, name: string): Promise<unknown> =>
  onServer(databaseUrl, (client) => client.query(`create database ${quoted(name)}`));

/** Copies the database of a URL into a new database. PostgreSQL refuses a database with connections. */
export const copyDatabase = (databaseUrl: string, name: string): Promise<unknown> =>
  onServer(databaseUrl, (client) =>
    client.query(`create database ${quoted(name)} template ${quoted(databaseOf(databaseUrl))}`),
  );

/** Deletes a database from a PostgreSQL server, if present. */
export const dropDatabase = (databaseUrl: string, name: string): Promise<unknown> =>
  onServer(databaseUrl, (client) => client.query(`drop database if exists ${quoted(name)}`));

/** Counts the connections of others to a database. A restore is refused during connections. */
export const connectionsTo = (databaseUrl: string): Promise<number> =>
  onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as n from pg_stat_activity where datname = $1',
      [databaseOf(databaseUrl)],
    );
    return Number(rows[0]?.n ?? 0);
  });

/** Pattern of host names of the server's own machine; a path is the folder of a socket. */
const LOCAL_HOST = /^(?:|localhost|127\.[\d.]+|\[?::1\]?|\/.*)$/;
/** Usual data folders of PostgreSQL in Linux packages. */
const USUAL_FOLDERS = ['/var/lib/postgresql', '/var/lib/pgsql'];

/**
 * Returns the data folder of PostgreSQL if PostgreSQL runs on the same machine; else null. Asks PostgreSQL,
 * or tries the usual folders, because only some database users may ask.
 */
export async function localDataFolder(databaseUrl: string): Promise<string | null> {
  const { searchParams, hostname } = new URL(databaseUrl);
  if (!LOCAL_HOST.test(searchParams.get('host') ?? decodeURIComponent(hostname))) return null;
  const usual = USUAL_FOLDERS.find((folder) => existsSync(folder)) ?? null;
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    return String(rows[0]?.folder);
  }).catch(() => usual);
}

/**
 * Puts the database `fresh` in the place of the database of the URL, after a restore: the old database gets
 * the name `setAsideName`, and `fresh` gets the old name. Both in a single transaction.
 */
export const takeDatabaseName = (
  databaseUrl: string,
  fresh: string,
  setAsideName: string,
): Promise<unknown> =>
  onServer(databaseUrl, async (client) => {
    const name = databaseOf(databaseUrl);
    await client.query('begin');
    await client.query(`alter database ${quoted(name)} rename to ${quoted(setAsideName)}`);
    await client.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`);
    await client.query('commit');
  });
