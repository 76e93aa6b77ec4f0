import Type, { type Static } from 'typebox';
import { endpoint, Instant, Nullable, staff } from './api.ts';

/** How copies of the store stand (docs/backup.md). */
export const BackupsState = Type.Object({
  /** False where the configuration names no folder: then no copy is ever made. */
  configured: Type.Boolean(),
  folder: Nullable(Type.String()),
  /** True where the folder is on the disk that holds the data, and is lost with it. */
  onDataDisk: Type.Boolean(),
  /** Newest first. */
  copies: Type.Array(
    Type.Object({
      name: Type.String(),
      at: Instant,
      bytes: Type.Integer(),
      /** Why today's key does not open the copy; null for a copy of today's key. */
      problem: Nullable(Type.String()),
    }),
  ),
  /** A restore leads to any instant from this one on; null where only the copies' own instants can be had. */
  anyInstantSince: Nullable(Instant),
  /** Why the last copy that was due was not made, or the next will not be, or copies that another key opens; else null. */
  problem: Nullable(Type.String()),
  /** The last try of a restore; `problem` null: the copy restores to a whole store. */
  drill: Nullable(
    Type.Object({
      at: Instant,
      copiedAt: Instant,
      seconds: Type.Integer(),
      problem: Nullable(Type.String()),
    }),
  ),
  /** The store's epoch: 1, and one more with every restore. */
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
  summary: 'Takes a copy now; 422 where none are configured, 503 where it fails',
  status: 201,
  answer: BackupsState,
});

export const tryBackup = endpoint('tryBackup', 'POST /backups/drills', {
  access,
  summary: 'Restores the newest copy into a fresh place, verifies it and removes it; 422 where there is none',
  status: 201,
  answer: BackupsState,
});
