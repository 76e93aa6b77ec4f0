/** Kind of a failure of the store. */
export type FaultKind =
  /** No connection, no answer in time, or the server is starting or ending. */
  | 'away'
  /** Locked by another process, or the statement took too long. */
  | 'busy'
  /** Too many waiting turns: the store has not received the request. */
  | 'crowded'
  | 'full'
  | 'readOnly'
  /** The disk or the file system refuses. */
  | 'failing'
  | 'damaged';

/**
 * Failure of the store, independent of the request: the same request may succeed later. `cause` is the engine's first
 * error. Other errors of an engine (a duplicate key, a wrong statement) are unchanged.
 */
export class StoreFault extends Error {
  override name = 'StoreFault';
  readonly kind: FaultKind;
  /** Code of the engine, or its message without a code. */
  readonly code: string;

  constructor(kind: FaultKind, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message;
    super(`The store is ${kind} (${code}): ${cause.message}`, { cause });
    this.kind = kind;
    this.code = code;
  }

  /** Seconds before the next try. The last three kinds need a person, but a hall should recover soon afterwards. */
  get retryAfter(): number {
    return { busy: 1, crowded: 2, away: 2, full: 10, readOnly: 10, failing: 10, damaged: 10 }[this.kind];
  }
}

/** Kinds by prefix of better-sqlite3's codes, from https://sqlite.org/rescode.html. */
const ofSqlite: readonly (readonly [start: string, FaultKind])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'readOnly'],
  ['SQLITE_IOERR', 'failing'],
  ['SQLITE_CANTOPEN', 'failing'],
  ['SQLITE_PERM', 'failing'],
  ['SQLITE_PROTOCOL', 'failing'],
  ['SQLITE_NOMEM', 'failing'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  // The thread with the connection has ended.
  ['SCAF_STORE_GONE', 'away'],
];

/** Kinds by prefix of an SQLSTATE (PostgreSQL's documentation, appendix A); first match. */
const ofPostgres: readonly (readonly [start: string, FaultKind])[] = [
  ['08', 'away'],
  ['25006', 'readOnly'],
  // A transaction idle for too long: the connection is gone.
  ['25P03', 'away'],
  ['25P04', 'away'],
  // A password or database changed under the server.
  ['28', 'away'],
  ['3D000', 'away'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['53100', 'full'],
  ['53', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['57P', 'away'],
  ['58', 'failing'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
];

/** Converts an error of SQLite to a StoreFault if the store is at fault; others stay unchanged. */
export function faultOfSqlite(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  return faultBy(ofSqlite, error, 'code' in error ? String(error.code) : '');
}

/**
 * True if PostgreSQL answered with an error. Tests the fields instead of pg's class: this file is loaded at every
 * start, and loading pg takes a tenth of a start.
 */
const isAnswerOfPostgres = (error: unknown): error is Error & { code?: string } =>
  error instanceof Error && 'severity' in error && 'routine' in error;

/**
 * Converts an error of PostgreSQL to a StoreFault. Errors that are not answers come from the connection, except
 * values that could not be written or read (TypeError, RangeError).
 */
export function faultOfPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  if (isAnswerOfPostgres(error)) return faultBy(ofPostgres, error, error.code ?? '');
  return error instanceof TypeError || error instanceof RangeError ? error : new StoreFault('away', error);
}

/** Codes of a full or failing disk, from the system or SQLite. */
const passing = ['ENOSPC', 'EDQUOT', 'EIO', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY'];

/** True if the next try to open a store may succeed without a changed configuration. */
export function mayPass(error: unknown): boolean {
  if (error instanceof StoreFault && error.kind === 'away') return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return passing.some((start) => code.startsWith(start));
}

function faultBy(kinds: typeof ofSqlite, error: Error, code: string): Error {
  const kindOfCode = kinds.find(([start]) => code.startsWith(start));
  return kindOfCode === undefined ? error : new StoreFault(kindOfCode[1], error);
}
