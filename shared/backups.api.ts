import Type, { type Static } from 'typebox';
import { endpoint, Instant, Nullable, staff } from './api.ts';

/** State of the backups (docs/run/backup.md). */
export const BackupsState = Type.Object({
  /** False if no backup folder is configured: no copies are made. */
  configured: Type.Boolean(),
  folder: Nullable(Type.String()),
  /** True if the folder is on the disk of the data and would be lost together. */
  onDataDisk: Type.Boolean(),
  /** Newest first. */
  copies: Type.Array(
    Type.Object({
      name: Type.String(),
      at: Instant,
      bytes: Type.Integer(),
      /** Reason the current key does not open the copy. Null if the key opens the copy. */
      problem: Nullable(Type.String()),
    }),
  ),
  /** Start of the range in which any instant can be restored. Null: only the instants of the copies. */
  anyInstantSince: Nullable(Instant),
  /** Reason a due copy failed or the next copy will fail, or notice of copies of another key. Else null. */
  problem: Nullable(Type.String()),
  /** Last restore drill. `problem` null: the copy restores to a sound store. */
  drill: Nullable(
    Type.Object({
      at: Instant,
      copiedAt: Instant,
      seconds: Type.Integer(),
      problem: Nullable(Type.String()),
    }),
  ),
  /** Epoch of the store: starts at 1; each restore adds 1. */
  epoch: Type.Object({
    number: Type.Integer(),
    beganAt: Instant,
    copiedAt: Nullable(Instant),
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
