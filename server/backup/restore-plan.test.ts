import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { rounds } from '../../shared/testing/rounds.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { SQLITE_FILE } from '../platform/db/private-files.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { contentDigest } from '../platform/db/wal.fixture.ts';
import { readCopyName } from './copies.ts';
import { BackupError, backupSentence } from './error.ts';
import { listLogs } from './log-file.ts';
import { loggedCopies, reachOf } from './log-replay.ts';
import { unpackSqlite } from './restore.ts';
import { CopyShelf, lossSentence, type RestorePlan } from './restore-plan.ts';
import { StoreLog } from './store-log.ts';
import { type BackupTarget, takeCopy } from './take-copy.ts';

const KEY = 'una clave de prueba de 32 bytes o más';
const OTHER_KEY = 'otra clave de prueba, de 32 bytes o más';
const COPIES = 3;
const WRITES = 6;

/** Content of the database (as hash) during an interval. */
interface Standing {
  /** Start of the commit before the interval, epoch ms. */
  begin: number;
  from: number;
  to: number;
  digest: string;
}

let root: string;
/** Copy of the backup folder made before the server closed; `closed` is a copy made after a clean shutdown. */
let killed: string;
let closed: string;
const standings: Standing[] = [];

/** Runs a database with the commit log twice, with copies in each run. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'scaf-plan-'));
  [killed, closed] = [join(root, 'muerto'), join(root, 'cerrado')];
  const place = { folder: join(root, 'copias'), key: KEY };
  for (const run of ['a', 'b']) {
    const store = await openStore({ dataDir: join(root, 'datos'), databaseUrl: null });
    await migrate(store);
    await liveOn(store, place, run);
    if (run === 'b') cpSync(place.folder, killed, { recursive: true });
    await store.close();
  }
  cpSync(place.folder, closed, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Copy made by hand while the log was written, between two copies of the log. */
let byHand: string;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

async function liveOn(store: Store, place: BackupTarget, run: string): Promise<void> {
  const log = await StoreLog.of(store, place, {
    onBroken: () => undefined,
    onProblem: (sentence) => expect.fail(sentence),
  });
  const watcher = new BetterSqlite(join(root, 'datos', SQLITE_FILE), { readonly: true });
  let last = 0;
  for (let i = 0; i < COPIES * WRITES; i += 1) {
    last = Date.now();
    await sql`create table ${sql.table(`t_${run}_${i}`)} (x integer)`.execute(store.db);
    const digest = contentDigest(watcher);
    const from = Date.now();
    while (Date.now() <= from + 1) await sleep(1);
    if (i % WRITES === 2) {
      const logFile = await log?.copying();
      const { name } = await takeCopy(store.address, place, true);
      log?.copied(name, logFile ?? '');
      await until(() => [...loggedCopies(place, Date.now())].some((copy) => copy.name === name));
    }
    if (run === 'a' && i === 4) {
      byHand = join(root, 'a-mano');
      await takeCopy(store.address, { ...place, folder: byHand });
    }
    standings.push({ begin: last, from, to: Date.now() - 1, digest });
    while (Date.now() <= (standings.at(-1)?.to ?? 0) + 2) await sleep(1);
  }
  watcher.close();
  const first = [...loggedCopies(place, Date.now())].at(-1)?.from ?? '';
  await until(() => reachOf(place, first, Number.POSITIVE_INFINITY).upTo >= last);
}

type Harm = { kind: 'cut' | 'bit' | 'gone'; of: 'copy' | 'log'; which: number; where: number };
type Trial = {
  base: 'killed' | 'closed';
  harms: Harm[];
  more: 'none' | 'noLogs' | 'foreign' | 'full';
  requestedAt: number | null;
};

const standingAt = (at: number): Standing | undefined =>
  standings.find(({ from, to }) => from <= at && at <= to);

/** Returns an instant: `interval` chooses a recorded interval, `within` the position there (both 0 to 1). */
function instantOf([interval, within]: readonly [number, number]): number {
  const { from, to } = standings[Math.floor(interval * (standings.length - 1))] ?? { from: 0, to: 0 };
  return from + Math.round(within * (to - from));
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

const trials = fc.record<Trial>({
  base: fc.constantFrom('killed', 'closed'),
  harms: fc.array(
    fc.record({
      kind: fc.constantFrom('cut', 'bit', 'gone'),
      of: fc.constantFrom('copy', 'log'),
      // Prefer the newest files.
      which: share.map((part) => part ** 2),
      where: share,
    }),
    { maxLength: 3 },
  ),
  more: fc.constantFrom('none', 'none', 'none', 'noLogs', 'foreign', 'full'),
  requestedAt: fc.option(fc.tuple(share, share).map(instantOf), { freq: 2 }),
});

function harm(folder: string, { kind, of, which, where }: Harm): void {
  const names =
    of === 'log'
      ? listLogs(folder)
      : readdirSync(folder)
          .filter((name) => readCopyName(name))
          .sort();
  const name = names[Math.floor((1 - which) * (names.length - 1))];
  if (name === undefined) return;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const place = Math.floor(where * (bytes.length - 1));
  if (kind === 'bit') bytes.writeUInt8(bytes.readUInt8(place) ^ 8, place);
  if (kind === 'gone') rmSync(path);
  else writeFileSync(path, kind === 'cut' ? bytes.subarray(0, place) : bytes);
}

async function harmed({ base, harms, more }: Trial): Promise<BackupTarget> {
  const folder = join(root, 'tratada');
  rmSync(folder, { recursive: true, force: true });
  cpSync(base === 'killed' ? killed : closed, folder, { recursive: true });
  for (const one of harms) harm(folder, one);
  if (more === 'noLogs') for (const name of listLogs(folder)) rmSync(join(folder, name));
  if (more === 'foreign') {
    const other = { folder: join(root, 'ajena'), key: OTHER_KEY };
    const copy = await takeCopy({ dataDir: join(root, 'datos'), databaseUrl: null }, other);
    copyFileSync(join(other.folder, copy.name), join(folder, copy.name));
  }
  return { folder, key: KEY };
}

/**
 * Carries out a restore plan.
 * @returns the hash of the restored content
 */
async function carriedOut(plan: RestorePlan): Promise<string> {
  const file = join(root, 'vuelta.sqlite');
  await unpackSqlite(plan.sealed, file);
  const store = new BetterSqlite(file, { readonly: true });
  const digest = contentDigest(store);
  store.close();
  rmSync(file);
  return digest;
}

it('random restores give exactly the announced state and announce every loss', async () => {
  const seen = { whole: 0, loss: 0, nothing: 0, older: 0 };
  const due = standings.at(-1)?.digest;
  for (const trial of fc.sample(trials, { seed: inject('seed'), numRuns: rounds(12, 200) })) {
    const about = JSON.stringify(trial);
    const place = await harmed(trial);
    const shelf = await CopyShelf.of(place, 'sqlite.gz');
    let plan: RestorePlan;
    try {
      plan = await shelf.plan({ at: trial.requestedAt, copy: null, isLogFollowed: true });
    } catch (error) {
      expect(error, about).toBeInstanceOf(BackupError);
      seen.nothing += 1;
      continue;
    }
    if (trial.more === 'full') {
      const full = unpackSqlite(plan.sealed, '/dev/full');
      await expect(full, about).rejects.toMatchObject({ code: 'ENOSPC' });
    }
    const digest = await carriedOut(plan);
    const wanted = trial.requestedAt === null ? due : standingAt(trial.requestedAt)?.digest;
    if (plan.loss === null) expect(digest, about).toBe(wanted);
    else if (trial.requestedAt !== null)
      expect(lossSentence(plan, trial.requestedAt), about).toMatch(/^Pidió .*se puede hasta .*falta/);
    else expect(lossSentence(plan, null), about).toMatch(/[Ss]e puede hasta .*falta/);
    const announced = standings.filter(({ begin, to }) => begin <= plan.reaches && plan.reaches <= to);
    expect(
      announced.map((standing) => standing.digest),
      about,
    ).toContain(digest);
    if (trial.more === 'foreign') expect(plan.remarks.join(), about).toMatch(/1 copia es de otra clave/);
    seen[plan.loss === null ? 'whole' : 'loss'] += 1;
    if (plan.remarks.some((remark) => remark.includes('incompleta'))) seen.older += 1;
  }
  expect(Math.min(seen.whole, seen.loss), JSON.stringify(seen)).toBeGreaterThan(0);
});

const fresh = async (more: Trial['more'] = 'none', harms: Harm[] = [], base: Trial['base'] = 'closed') =>
  CopyShelf.of(await harmed({ base, harms, more, requestedAt: null }), 'sqlite.gz');
const latest = { at: null, copy: null, isLogFollowed: true };

it('a damaged newest copy is replaced by an older copy and the log', async () => {
  const plan = await (await fresh('none', [{ kind: 'cut', of: 'copy', which: 0, where: 0.9 }])).plan(latest);
  expect(plan.loss).toBeNull();
  expect(plan.remarks.join()).toMatch(/incompleta o fue modificada/);
  expect(await carriedOut(plan)).toBe(standings.at(-1)?.digest);
});

it('a missing log is announced as a loss', async () => {
  const plan = await (await fresh('noLogs')).plan(latest);
  expect(lossSentence(plan, null)).toMatch(/falta/);
  const at = standings.at(-1)?.to ?? 0;
  const planAtInstant = await (await fresh('noLogs')).plan({ ...latest, at });
  expect(lossSentence(planAtInstant, at)).toMatch(
    /^Pidió .*; se puede hasta .*; faltan \d+ s, no se sabe cuántos cambios\.$/,
  );
});

it('an instant after the end of the log is announced, except after a clean shutdown', async () => {
  const at = Date.now() + 60_000;
  expect((await (await fresh()).plan({ ...latest, at })).loss).toBeNull();
  const plan = await (await fresh('none', [], 'killed')).plan({ ...latest, at });
  expect(lossSentence(plan, at)).toMatch(/^Pidió .*sin cambios guardados después/);
  expect((await (await fresh('none', [], 'killed')).plan(latest)).loss).toBeNull();
});

it('a named copy restores alone and announces the later commits of the log', async () => {
  const shelf = await fresh();
  const copy = shelf.copies.at(-2)?.name ?? '';
  const bare = await shelf.plan({ at: null, copy, isLogFollowed: false });
  expect(bare.sealed.replay).toBeUndefined();
  expect(bare.loss?.changes).toBeGreaterThan(0);
  const followed = await shelf.plan({ at: null, copy, isLogFollowed: true });
  expect([followed.copy.name, followed.loss]).toEqual([copy, null]);
  expect(await carriedOut(followed)).toBe(standings.at(-1)?.digest);
});

it('a rehearsal lists each copy and each gap', async () => {
  const whole = await (await fresh()).rehearse();
  expect(whole.isWhole).toBe(true);
  expect(whole.lines.filter((line) => line.includes('  completa ('))).toHaveLength(2 * COPIES);
  const harms: Harm[] = [
    { kind: 'cut', of: 'copy', which: 0, where: 0.5 },
    { kind: 'gone', of: 'log', which: 0.5, where: 0 },
  ];
  const { lines, isWhole } = await (await fresh('foreign', harms)).rehearse();
  expect(isWhole).toBe(false);
  const text = lines.join('\n');
  for (const words of [
    /NO SE PUEDE USAR: .*incompleta/,
    /es de otra clave/,
    /hueco: del .* faltan/,
    /Hay cambios hasta/,
  ]) {
    expect(text).toMatch(words);
  }
});

it('a copy by hand leaves no gap in the log', { tags: 'slow' }, async () => {
  const { lines } = await (await fresh()).rehearse();
  const { folder } = await harmed({ base: 'closed', harms: [], more: 'none', requestedAt: null });
  cpSync(byHand, folder, { recursive: true });
  const after = await (await CopyShelf.of({ folder, key: KEY }, 'sqlite.gz')).rehearse();
  const copy = readdirSync(byHand).find((name) => readCopyName(name) !== null);
  expect(after.lines.filter((line) => !line.includes(String(copy)))).toEqual(lines);
});

it('the restore command accepts a loss only with consent', { tags: 'slow', timeout: 240_000 }, async () => {
  const { folder } = await harmed({ base: 'closed', harms: [], more: 'noLogs', requestedAt: null });
  const env = {
    PATH: process.env.PATH,
    BACKUP_DIR: folder,
    BACKUP_KEY: KEY,
    DATA_DIR: join(root, 'orden'),
  };
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', join('scripts', 'restore.ts'), ...args], {
      env,
    });
  const refused = command('--latest');
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--acepto-perder'),
  });
  expect(existsSync(join(env.DATA_DIR, SQLITE_FILE))).toBe(false);
  expect((await command('--latest', '--acepto-perder')).stdout).toMatch(
    /ATENCIÓN: .*falta.*\n.*Restaurado en/,
  );
  expect(existsSync(join(env.DATA_DIR, SQLITE_FILE))).toBe(true);
});

it.each([
  ['ENOSPC', 'está lleno'],
  ['SQLITE_FULL', 'está lleno'],
  ['EIO', 'el disco falla'],
  ['SQLITE_IOERR_READ', 'el disco falla'],
  ['EACCES', 'no hay permiso'],
])('%s is reported as a fault of the disk, not of the copy', (code, words) => {
  const error = Object.assign(new Error('refused'), { code, path: '/mnt/copias/x.age' });
  const sentence = backupSentence(error, 'No se pudo restaurar la copia');
  expect(sentence).toContain(words);
  expect(sentence).toContain('/mnt/copias/x.age');
  expect(sentence).not.toMatch(/incompleta|dañada|use otra/);
});

it('each base folder has log files to damage', () => {
  for (const folder of [killed, closed]) {
    expect(listLogs(folder).length).toBeGreaterThan(2 * COPIES);
    for (const name of listLogs(folder)) expect(statSync(join(folder, name)).size).toBeGreaterThan(40);
  }
});
