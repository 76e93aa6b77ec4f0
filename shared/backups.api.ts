import Type, { type Static } from 'typebox';
import { endpoint, Instant, Nullable, staff } from './api.ts';

/** Days until the last older copy of the store goes by retention (docs/run/backup.md). */
export const COPIES_KEPT_DAYS = 400;

/** State of the store's backup copies (docs/run/backup.md). */
export const BackupsState = Type.Object({
  /** False if no backup folder is configured: no copies are made. */
  configured: Type.Boolean(),
  /** Path of the backup folder on the server. Null if not configured. */
  folder: Nullable(Type.String()),
  /** True if the backup folder is on the disk of the data: a broken disk would destroy both. */
  onDataDisk: Type.Boolean(),
  /** Backup copies, newest first. */
  copies: Type.Array(
    Type.Object({
      name: Type.String(),
      at: Instant,
      bytes: Type.Integer(),
      /** Fault that keeps the current key from opening the copy. Null if the key opens the copy. */
      problem: Nullable(Type.String()),
    }),
  ),
  /**
   * Start of the range of instants that a restore can return to. Null if only the instants of the copies are
   * possible.
   */
  anyInstantSince: Nullable(Instant),
  /**
   * Reason for a failed copy or an expected failure of the next copy, or a notice of copies made with another key.
   * Null without a problem.
   */
  problem: Nullable(Type.String()),
  /** Last test restore of a copy. `problem` is null if the restored store is sound. */
  drill: Nullable(
    Type.Object({
      /** Time of the test restore. */
      at: Instant,
      /** Time of the tested copy. */
      copiedAt: Instant,
      /** Duration of the test restore. */
      seconds: Type.Integer(),
      problem: Nullable(Type.String()),
    }),
  ),
  /** Epoch of the store: starts at 1; each restore adds 1. */
  epoch: Type.Object({
    number: Type.Integer(),
    beganAt: Instant,
    /** Time of the restored copy. Null for the first epoch. */
    copiedAt: Nullable(Instant),
    /** Reason of the restore, as typed. Null for the first epoch. */
    reason: Nullable(Type.String()),
  }),
});
export type BackupsState = Static<typeof BackupsState>;

const access = { profiles: staff, scope: 'session' } as const;

export const getBackups = endpoint('getBackups', 'GET /backups', {
  access,
  summary: 'Copies of the store, the last drill, and the epoch',
  answer: BackupsState,
});

export const makeBackup = endpoint('makeBackup', 'POST /backups', {
  access,
  summary: 'Make a copy now; 422 if copies are not configured, 503 if the copy fails',
  status: 201,
  answer: BackupsState,
});

export const tryBackup = endpoint('tryBackup', 'POST /backups/drills', {
  access,
  summary: 'Restore the newest copy into a fresh place, verify and remove the result; 422 without a copy',
  status: 201,
  answer: BackupsState,
});
