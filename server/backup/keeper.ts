import { readFileSync } from 'node:fs';
import { rename, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { BackupsState } from '../../shared/backups.api.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { isAnyAssemblyOpen } from '../assemblies/index.ts';
import type { Store } from '../platform/db/connect.ts';
import { sqliteMark } from '../platform/db/engine.ts';
import { postgresMark } from '../platform/db/postgres-copy.ts';
import type { Millis } from '../platform/db/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import { KeyedMutex } from '../platform/lib/keyed-mutex.ts';
import { workerScript } from '../platform/lib/worker-file.ts';
import { inWorker } from '../platform/queue/in-worker.ts';
import { background, workerSemaphore } from '../platform/queue/worker-pool.ts';
import type { BackupTask } from './backup.worker.ts';
import { type Copy, countForeign, foreignSentence, listCopies, retireCopies } from './copies.ts';
import type { DrillResult } from './drill.ts';
import { readEpoch } from './epoch.repository.ts';
import { BackupError } from './error.ts';
import { listLogs, readLogName, retireLogs } from './log-file.ts';
import { StoreLog } from './store-log.ts';
import { type BackupTarget, isOnDataDisk, type TakenCopy } from './take-copy.ts';

const backupWorker = workerScript('./backup.worker', import.meta.url);

/**
 * Limits the workers for backups. A backup must finish soon, so the queue is of the awaited workers, before jobs.
 */
const copying = workerSemaphore('waited', 4);

/** Longest time (ms) for a copy: enough for the largest database on a slow disk. A longer copy counts as hung. */
const TIME_LIMIT_MS = 30 * MINUTE_MS;
/** Hours in Colombia (UTC−5 all year) for the start of a restore test. */
const NIGHT = { from: 2, to: 6 };
const BOGOTA_MS = 5 * 60 * MINUTE_MS;
/** File with the result of the last restore test, in the backup folder. */
const DRILL_FILE = 'ensayo.json';

/** Parts and settings of the `BackupKeeper`. */
export interface KeeperOptions {
  store: Store;
  /** Backup folder and key; null if no backups are configured. */
  place: BackupTarget | null;
  log: FastifyBaseLogger;
  /** Milliseconds between two looks for changes. Default: a minute. */
  everyMs?: number;
  /** Clock for the names of the copies, epoch ms; another clock in tests. */
  now?: () => Millis;
}

/**
 * Makes the backups of a server: copies the database every minute after a change, deletes old copies, and
 * tests the restore of the newest copy every night. Works in a process of the lowest priority, a single
 * task at a time.
 */
export class BackupKeeper {
  readonly #options: KeeperOptions;
  /** Lets only one copy or restore test run at a time. */
  readonly #mutex = new KeyedMutex();
  readonly #stopping = new AbortController();
  readonly #now: () => Millis;
  #timer: NodeJS.Timeout | null = null;
  #copying: Promise<Copy> | null = null;
  /**
   * State of the database before the last copy, to see later changes. Null before the first copy of this process.
   */
  #mark: string | null = null;
  #problem: string | null = null;
  /** Log of the commits between copies. Null before the start and for database engines without a commit log. */
  #log: StoreLog | null = null;
  #logProblem: string | null = null;
  #looking = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async start(): Promise<void> {
    const { store, place, log, everyMs = MINUTE_MS } = this.#options;
    if (place === null) return;
    this.#log = await StoreLog.of(store, place, {
      // The next check makes a copy even without changes.
      onBroken: () => {
        this.#mark = null;
      },
      onProblem: (problem) => {
        log.error({ problem }, 'backup log');
        this.#logProblem = problem;
      },
    });
    this.#timer = setInterval(() => void this.look(), everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#stopping.abort(new Problem('overloaded'));
    await this.#copying?.catch(() => undefined);
  }

  /** Checks once: copies the database if changed since the last copy, then runs the nightly restore test if due. */
  async look(): Promise<void> {
    // A slow copy may outlast the interval. The next check sees the changes made meanwhile.
    if (this.#looking) return;
    this.#looking = true;
    try {
      if ((await this.#markNow()) !== this.#mark) await this.copyNow();
      if (await this.#isDrillDue()) await this.drillNow();
    } catch (error) {
      this.#note(error);
    } finally {
      this.#looking = false;
    }
  }

  /** Notes a problem for the screen. Logs a repeated problem only once. */
  #note(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const sentence = sentenceOfProblem(error);
    if (sentence !== this.#problem) this.#options.log.error({ problem: sentence }, 'backup');
    this.#problem = sentence;
  }

  /**
   * Takes a copy now. During a running copy, waits and takes another, so that the copy includes the caller's changes.
   * @throws Problem backupsNotConfigured, backupFailed
   */
  async copyNow(): Promise<Copy> {
    const place = this.#place();
    while (this.#copying !== null) await this.#copying.catch(() => undefined);
    this.#copying = this.#take(place)
      .catch((error) => {
        this.#note(error);
        throw error;
      })
      .finally(() => {
        this.#copying = null;
      });
    return this.#copying;
  }

  async #take(place: BackupTarget): Promise<Copy> {
    // Read the mark before the copy: changes made during the copy make another copy due.
    const from = await this.#log?.copying();
    const mark = await this.#markNow();
    const { problem, ...copy } = await this.#inWorker<TakenCopy>(place, null, from != null);
    if (from != null) {
      this.#log?.copied(copy.name, from);
      this.#logProblem = null;
    }
    this.#mark = mark;
    if (problem === null) this.#problem = null;
    else this.#note(new BackupError(problem));
    await retireCopies(place.folder, this.#now());
    retireLogs(place.folder, this.#now());
    return copy;
  }

  /**
   * Tests the restore of the newest copy. Refuses during an open assembly, to leave disk and CPU to the assembly.
   * @throws Problem backupsNotConfigured, noBackups, drillWaits, backupFailed
   */
  async drillNow(): Promise<DrillResult> {
    const place = this.#place();
    if (await isAnyAssemblyOpen(this.#options.store.db)) throw new Problem('drillWaits');
    const newest = (await listCopies(place.folder)).at(-1);
    if (newest === undefined) throw new Problem('noBackups');
    const result = await this.#inWorker<DrillResult>(place, newest);
    const file = join(place.folder, DRILL_FILE);
    await writeFile(`${file}.part`, JSON.stringify(result), { mode: 0o600 });
    await rename(`${file}.part`, file);
    if (result.problem !== null) this.#options.log.error({ problem: result.problem }, 'backup drill');
    return result;
  }

  /** Returns the start of the newest copy, epoch ms. Null without copies. */
  async newestAt(): Promise<Millis | null> {
    const { place } = this.#options;
    return place === null ? null : ((await listCopies(place.folder)).at(-1)?.at ?? null);
  }

  /** Returns the state of the backups for the screen of the platform's staff. */
  async state(): Promise<BackupsState> {
    const { store, place } = this.#options;
    const { number, beganAt, copiedAt, reason } = await readEpoch(store.db);
    const epoch = {
      number,
      beganAt: isoTime(beganAt),
      copiedAt: copiedAt === null ? null : isoTime(copiedAt),
      reason,
    };
    if (place === null)
      return {
        configured: false,
        epoch,
        copies: [],
        problem: null,
        drill: null,
        onDataDisk: false,
        folder: null,
        anyInstantSince: null,
      };
    const copies = await listCopies(place.folder);
    const tried = readDrill(place.folder);
    return {
      configured: true,
      folder: place.folder,
      onDataDisk: await isOnDataDisk(store.address, place),
      copies: copies.toReversed().map((copy) => ({
        name: copy.name,
        at: isoTime(copy.at),
        bytes: copy.bytes,
        problem: countForeign([copy], place.key) > 0 ? 'Es de otra clave.' : null,
      })),
      problem: this.#problem ?? this.#logProblem ?? (await standingProblem(place, copies)),
      anyInstantSince: anyInstantSince(this.#log, place.folder),
      drill: tried && {
        at: isoTime(tried.at),
        copiedAt: isoTime(tried.copiedAt),
        seconds: Math.ceil(tried.milliseconds / 1000),
        problem: tried.problem,
      },
      epoch,
    };
  }

  /**
   * True if the nightly restore test is due: at most once per night, and only if no assembly is open (assemblies
   * may end late).
   */
  async #isDrillDue(): Promise<boolean> {
    const { store } = this.#options;
    const local = this.#now() - BOGOTA_MS;
    const hour = (local % DAY_MS) / (60 * MINUTE_MS);
    if (hour < NIGHT.from || hour >= NIGHT.to) return false;
    const last = readDrill(this.#place().folder);
    if (last !== null && Math.floor((last.at - BOGOTA_MS) / DAY_MS) === Math.floor(local / DAY_MS))
      return false;
    return !(await isAnyAssemblyOpen(store.db));
  }

  #place(): BackupTarget {
    const { place } = this.#options;
    if (place === null) throw new Problem('backupsNotConfigured');
    return place;
  }

  async #markNow(): Promise<string> {
    const { db, engine } = this.#options.store;
    return engine === 'sqlite' ? sqliteMark(db) : postgresMark(db);
  }

  #inWorker<T extends object>(place: BackupTarget, drill: Copy | null, isLogged = false): Promise<T> {
    const task: BackupTask = { address: this.#options.store.address, place, drill, isLogged };
    const { signal } = this.#stopping;
    const semaphore = drill === null ? copying : background;
    const options = { actor: null, semaphore, signal, timeLimit: TIME_LIMIT_MS };
    return this.#mutex.run('', () => inWorker<T>(backupWorker, task, options));
  }
}

function readDrill(folder: string): DrillResult | null {
  try {
    return JSON.parse(readFileSync(join(folder, DRILL_FILE), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the Spanish sentence about a problem of the backup folder: no room for another copy, or copies encrypted
 * with another key. Null if neither.
 */
async function standingProblem(
  { folder, key }: BackupTarget,
  copies: readonly Copy[],
): Promise<string | null> {
  const disk = await statfs(folder).catch(() => null);
  const newest = copies.at(-1);
  if (disk !== null && newest !== undefined && disk.bavail * disk.bsize < newest.bytes) {
    return `El disco de «${folder}» está lleno: no cabe otra copia. Haga espacio.`;
  }
  const foreign = countForeign(copies, key);
  return foreign === 0 ? null : foreignSentence(foreign);
}

/**
 * Start of the range in which the commit log restores any instant, as ISO text. Limited by the oldest log file.
 * Null without a log.
 */
function anyInstantSince(log: StoreLog | null, folder: string): string | null {
  const since = log?.since ?? null;
  if (since === null) return null;
  const oldest = readLogName(listLogs(folder)[0] ?? '') ?? since;
  return isoTime(Math.max(since, oldest));
}

const isoTime = (ms: Millis): string => new Date(ms).toISOString();

function sentenceOfProblem(error: unknown): string {
  if (error instanceof Problem) {
    const message: unknown = Reflect.get(Object(error.details), 'message');
    return typeof message === 'string' ? message : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}
