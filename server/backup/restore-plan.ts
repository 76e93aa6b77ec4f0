import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { count, counted, date, exactTime } from '../../shared/format.ts';
import type { Millis } from '../platform/db/tables.ts';
import { type Copy, type CopyKind, countForeign, foreignSentence, listCopies } from './copies.ts';
import { BackupError, backupSentence } from './error.ts';
import { listLogs, readLog, readLogName } from './log-file.ts';
import { type LoggedCopy, type LogWalk, loggedCopies, reachOf } from './log-replay.ts';
import type { SealedCopy } from './restore.ts';
import { faultOfCopy, keyIdOf } from './seal.ts';
import type { BackupTarget } from './take-copy.ts';

/** Request for a restore, as typed by the operator of the server. */
export interface RestoreWish {
  /** Instant to restore, epoch ms. Null: as late as possible. */
  at: Millis | null;
  /** Name of the only copy to use. Null: the best copy. */
  copy: string | null;
  /** True to apply the commit log after the copy. */
  isLogFollowed: boolean;
}

/** Plan of a restore, shown before the restore: copy and log to use, and the expected loss. */
export interface RestorePlan {
  /** File of the encrypted copy, key, and part of the log to apply. */
  sealed: SealedCopy;
  /** Copy to restore. */
  copy: Copy;
  /** Instant reached, epoch ms: everything acknowledged before is restored. */
  reaches: Millis;
  /** Changes lost by the restore; null without loss. */
  loss: RestoreLoss | null;
  /** Spanish sentences about copies that cannot be used, with the reasons. */
  remarks: string[];
}

/** Changes lost by a restore. */
export interface RestoreLoss {
  /** End of the time with lost changes, epoch ms. Null if unknown. */
  until: Millis | null;
  /** Approximate number of lost commits. Null if unknown. */
  changes: number | null;
}

/** Time (ms) before a gap, to estimate the rate of commits in the gap. */
const RATE_MS = 60_000;

/** Formats date and time to the second in Colombian time, in Spanish. */
export function secondOf(ms: Millis): string {
  const instant = new Date(ms).toISOString();
  return `${date(instant)} a las ${exactTime(instant)}`;
}

/** Copies and commit log in a backup folder, to choose from for a restore. Checks each copy only once. */
export class CopyShelf {
  readonly #place: BackupTarget;
  readonly #faults = new Map<string, string | null>();
  /** Copies in the folder, oldest first. */
  readonly copies: readonly Copy[];

  private constructor(place: BackupTarget, copies: readonly Copy[]) {
    this.#place = place;
    this.copies = copies;
  }

  /**
   * Lists the copies of a backup folder.
   * @throws BackupError if the folder cannot be read
   */
  static async of(place: BackupTarget, kind: CopyKind): Promise<CopyShelf> {
    try {
      await readdir(place.folder);
    } catch (error) {
      throw new BackupError(backupSentence(error, 'No se puede leer la carpeta de las copias'));
    }
    const copies = await listCopies(place.folder);
    return new CopyShelf(
      place,
      copies.filter((copy) => copy.kind === kind),
    );
  }

  isForeign({ keyId }: Copy): boolean {
    return keyId !== null && keyId !== keyIdOf(this.#place.key);
  }

  get foreign(): number {
    return countForeign(this.copies, this.#place.key);
  }

  /**
   * Returns the Spanish words for the fault of a copy. Null if sound.
   * @throws the system's error if the disk fails
   */
  async faultOf(copy: Copy): Promise<string | null> {
    if (this.isForeign(copy)) return 'es de otra clave';
    const { folder, key } = this.#place;
    const file = join(folder, copy.name);
    const fault = this.#faults.get(copy.name) ?? (await faultOfCopy(file, key));
    this.#faults.set(copy.name, fault);
    return fault;
  }

  async #isWhole(copy: Copy): Promise<boolean> {
    return (await this.faultOf(copy)) === null;
  }

  /** Finds the newest sound copy followed by a commit log, and the last instant of the log. */
  async #logged(
    request: RestoreWish,
    at: Millis,
  ): Promise<{ copy: Copy; from: string; walk: LogWalk } | null> {
    for (const logged of loggedCopies(this.#place, at)) {
      const copy = this.#copyOf(logged, request.copy);
      if (copy === undefined || !(await this.#isWhole(copy))) continue;
      const walk = reachOf(this.#place, logged.from, at);
      // The log must reach the end of the copy: pages of the copy may be newer than the copy's start.
      if (walk.copies.has(logged.name)) return { copy, from: logged.from, walk };
    }
    return null;
  }

  #copyOf({ name }: LoggedCopy, only: string | null): Copy | undefined {
    return only === null || only === name ? this.copies.find((copy) => copy.name === name) : undefined;
  }

  /**
   * Chooses the copy and the part of the commit log with the smallest loss. Replaces a damaged copy by an older
   * copy and a longer part of the log.
   * @throws BackupError if no copy is usable
   */
  async plan(request: RestoreWish): Promise<RestorePlan> {
    const { folder, key } = this.#place;
    const at = request.at ?? Number.POSITIVE_INFINITY;
    const fitting = this.copies.filter(({ name }) => request.copy === null || name === request.copy);
    const logged = await this.#logged(request, at);
    const followed = request.isLogFollowed ? logged : null;
    const bare = await this.#newestWhole(fitting, followed?.walk.upTo ?? 0, at);
    const copy = bare ?? followed?.copy;
    if (copy === undefined) throw new BackupError(this.#nothing(fitting, at));
    const reaches = bare?.at ?? followed?.walk.upTo ?? 0;
    const replay =
      bare === undefined && followed !== null
        ? { replay: { copy: copy.name, from: followed.from, upTo: reaches } }
        : {};
    return {
      sealed: { file: join(folder, copy.name), key, ...replay },
      copy,
      reaches,
      loss: this.#loss(request.at, reaches, logged?.walk ?? null),
      remarks: this.#remarks(fitting, at),
    };
  }

  async #newestWhole(copies: readonly Copy[], after: Millis, at: Millis): Promise<Copy | undefined> {
    for (const copy of copies.toReversed()) {
      if (copy.at > after && copy.at <= at && (await this.#isWhole(copy))) return copy;
    }
    return undefined;
  }

  #nothing(fitting: readonly Copy[], at: Millis): string {
    const remarks = this.#remarks(fitting, at);
    const first = fitting.find((copy) => !this.isForeign(copy));
    const main =
      first === undefined
        ? `No hay copias que se puedan usar en «${this.#place.folder}».`
        : first.at > at
          ? `No hay copias tan antiguas: la primera es del ${secondOf(first.at)}.`
          : 'Ninguna copia se puede usar.';
    return [main, ...remarks].join('\n');
  }

  /** Spanish sentences about the damaged copies read so far and about copies encrypted with another key. */
  #remarks(fitting: readonly Copy[], at: Millis): string[] {
    const torn = fitting.filter((copy) => copy.at <= at && this.#faults.get(copy.name) != null);
    const { foreign } = this;
    return [
      ...torn.map((copy) => `La copia del ${secondOf(copy.at)}: ${this.#faults.get(copy.name)}`),
      ...(foreign > 0 ? [foreignSentence(foreign)] : []),
    ];
  }

  #loss(requestedAt: Millis | null, reaches: Millis, walk: LogWalk | null): RestoreLoss | null {
    const at = requestedAt ?? Number.POSITIVE_INFINITY;
    if (reaches >= at) return null;
    const later = this.copies.filter((copy) => copy.at > reaches && copy.at <= at);
    const isLogWhole = walk === null ? !this.#isLogExpected() : walk.end !== 'broken';
    const rest = this.#commitsAfter(reaches, at, walk);
    const isComplete = later.length === 0 && isLogWhole && rest.read === 0;
    if (isComplete && (requestedAt === null || walk?.end === 'closed')) return null;
    const until = requestedAt ?? Math.max(0, ...later.map((copy) => copy.at), rest.until ?? 0);
    return { until: until === 0 ? null : until, changes: isComplete ? 0 : rest.changes };
  }

  /** True if a copy was made with a commit log or a log file exists: a missing log is then a loss. */
  #isLogExpected(): boolean {
    return this.copies.some(({ isLogged }) => isLogged) || listLogs(this.#place.folder).length > 0;
  }

  /** Counts the readable commits after an instant and estimates the commits of times without a log. */
  #commitsAfter(
    reaches: Millis,
    at: Millis,
    walk: LogWalk | null,
  ): { until: Millis | null; changes: number | null; read: number } {
    const { folder, key } = this.#place;
    const found: Millis[] = [];
    let begun: Millis | null = null;
    for (const name of listLogs(folder)) {
      const began = readLogName(name) ?? 0;
      if (began > reaches && began <= at) begun = Math.max(begun ?? 0, began);
      for (const record of readLog(folder, name, key)) {
        if (record.kind !== 'commit' || record.commit.at <= reaches || record.commit.at > at) continue;
        found.push(record.commit.at);
      }
    }
    const last = found.reduce((most, ms) => Math.max(most, ms), begun ?? 0);
    const until = last > 0 ? last : null;
    const read = found.length;
    const recent = walk?.commits.filter((ms) => ms <= reaches && ms > reaches - RATE_MS).length ?? 0;
    const end = until ?? (Number.isFinite(at) ? at : null);
    if (recent === 0 || end === null) return { until, read, changes: read > 0 ? read : null };
    const silent = found.reduce((least, ms) => Math.min(least, ms), end) - reaches;
    return { until, read, changes: Math.max(1, read + Math.round((recent * silent) / RATE_MS)) };
  }

  /**
   * Reports for each copy, and for each gap, the restorable instants.
   * @returns Spanish lines, oldest first, and true if no saved change is lost
   */
  async rehearse(): Promise<{ lines: string[]; isWhole: boolean }> {
    const lines: string[] = [];
    const logged = [...loggedCopies(this.#place, Number.POSITIVE_INFINITY)].reverse();
    let walk: LogWalk | null = null;
    let isWhole = true;
    /** Last restorable instant among the copies seen so far. */
    let reached: Millis | null = null;
    for (const copy of this.copies) {
      const fault = await this.faultOf(copy).catch((error) => backupSentence(error, 'No se puede leer'));
      const begin = logged.find(({ name }) => name === copy.name);
      // A copy by hand begins no file of the log, and the log goes on over the copy.
      const isOver =
        !copy.isLogged && !begin && walk !== null && (walk.end !== 'broken' || copy.at <= walk.upTo);
      const isOnLog = isOver || walk?.copies.has(copy.name) === true;
      if (fault === null && !isOnLog && reached !== null && copy.at > reached) {
        lines.push(
          `  hueco: ${gapSentence(reached, copy.at, this.#commitsAfter(reached, copy.at, walk).changes)}`,
        );
      }
      if (fault !== null) {
        isWhole = false;
        lines.push(`${secondOf(copy.at)}  NO SE PUEDE USAR: ${fault} (${copy.name})`);
        continue;
      }
      lines.push(`${secondOf(copy.at)}  completa (${copy.name})`);
      if (isOnLog) continue;
      reached = copy.at;
      walk = begin === undefined ? null : reachOf(this.#place, begin.from, Number.POSITIVE_INFINITY);
      if (begin === undefined || walk?.copies.has(copy.name) !== true) continue;
      // Without a change since the copy there is no instant beside the copy.
      if (walk.upTo <= begin.at) continue;
      reached = walk.upTo;
      lines.push(`  cualquier instante desde el ${secondOf(begin.at)} hasta el ${secondOf(walk.upTo)}`);
    }
    if (this.foreign > 0) lines.push(foreignSentence(this.foreign));
    const last = await this.plan({ at: null, copy: null, isLogFollowed: true }).catch((error: unknown) => {
      if (error instanceof BackupError) return error.message;
      throw error;
    });
    if (typeof last === 'string') return { lines: [...lines, last], isWhole: false };
    lines.push(`Lo último: se puede hasta el ${secondOf(last.reaches)}.`);
    if (last.loss !== null) lines.push(lossSentence(last, null));
    return { lines, isWhole: isWhole && last.loss === null && this.foreign === 0 };
  }
}

/**
 * Returns the Spanish sentence about the changes lost by a restore. Empty without a loss.
 * @param requestedAt wanted instant, epoch ms; null for as late as possible
 */
export function lossSentence(
  { reaches, loss }: Pick<RestorePlan, 'reaches' | 'loss'>,
  requestedAt: Millis | null,
): string {
  if (loss === null) return '';
  const until = requestedAt ?? loss.until;
  if (until === null) {
    return `Se puede hasta el ${secondOf(reaches)}; falta el registro de los cambios posteriores, ${changesOf(loss.changes)}.`;
  }
  const begin = requestedAt === null ? 'Hay cambios hasta' : 'Pidió';
  const isSameDay = secondOf(until).split(' a las ')[0] === secondOf(reaches).split(' a las ')[0];
  const words = (ms: Millis) => (isSameDay ? exactTime(new Date(ms).toISOString()) : `el ${secondOf(ms)}`);
  return `${begin} ${words(until)}; se puede hasta ${words(reaches)}; faltan ${duration(until - reaches)}, ${changesOf(loss.changes)}.`;
}

const gapSentence = (from: Millis, to: Millis, changes: number | null): string =>
  `del ${secondOf(from)} al ${secondOf(to)} faltan ${duration(to - from)}, ${changesOf(changes)}`;

function changesOf(changes: number | null): string {
  if (changes === null) return 'no se sabe cuántos cambios';
  if (changes === 0) return 'sin cambios guardados después';
  const rounded = changes >= 100 ? Math.round(changes / 10) * 10 : changes;
  return `unos ${counted(rounded, 'cambio')}`;
}

const HOUR_S = 3600;

function duration(ms: Millis): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 2 * HOUR_S) return `${count(seconds)} s`;
  if (seconds < 48 * HOUR_S) return counted(Math.round(seconds / HOUR_S), 'hora');
  return counted(Math.round(seconds / HOUR_S / 24), 'día');
}
