/** Kind of failure of the database itself, used in the answer to the client and in the log. */
export type FaultKind =
  /** No connection to the database, no answer in time, or the database server is starting or ending. */
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
 * Failure of the database itself, not caused by the request: the same request may succeed later. `cause` is
 * the error of SQLite or PostgreSQL. Other errors (duplicate key, wrong statement) are not of the class.
 */
export class StoreFault extends Error {
  override name = 'StoreFault';
  readonly kind: FaultKind;
  /** Error code of SQLite or PostgreSQL, or the error's message if there is no code. */
  readonly code: string;

  constructor(kind: FaultKind, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message;
    super(`The store is ${kind} (${code}): ${cause.message}`, { cause });
    this.kind = kind;
    this.code = code;
  }

  /**
   * Seconds before the client should try again. A full, read-only, failing or damaged disk needs a person, but
   * clients should continue soon after the repair.
   */
  get retryAfter(): number {
    return { busy: 1, crowded: 2, away: 2, full: 10, readOnly: 10, failing: 10, damaged: 10 }[this.kind];
  }
}

/** Kind of failure for each beginning of a better-sqlite3 error code, from https://sqlite.org/rescode.html. */
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

/**
 * Kind of failure for each beginning of a PostgreSQL error code (SQLSTATE, appendix A of the manual). The first
 * match counts.
 */
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

/** Converts an error of SQLite to a StoreFault if the database itself failed; returns other errors unchanged. */
export function faultOfSqlite(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  return faultBy(ofSqlite, error, 'code' in error ? String(error.code) : '');
}

/**
 * True if the PostgreSQL server sent the error. Tests the fields instead of the class of the library pg: loading pg
 * takes a tenth of a start.
 */
const isAnswerOfPostgres = (error: unknown): error is Error & { code?: string } =>
  error instanceof Error && 'severity' in error && 'routine' in error;

/**
 * Converts an error of PostgreSQL or of the connection to a StoreFault if the database itself failed;
 * returns other errors unchanged. Errors without a PostgreSQL code count as a lost connection, except for a
 * value impossible to write or read (TypeError, RangeError).
 */
export function faultOfPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  if (isAnswerOfPostgres(error)) return faultBy(ofPostgres, error, error.code ?? '');
  return error instanceof TypeError || error instanceof RangeError ? error : new StoreFault('away', error);
}

/** Error codes of a full or failing disk or a locked file, from the system or SQLite: the trouble may pass. */
const passing = ['ENOSPC', 'EDQUOT', 'EIO', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY'];

/**
 * True if an error at opening the database may pass by itself, so a retry with the same configuration makes
 * sense.
 */
export function mayPass(error: unknown): boolean {
  if (error instanceof StoreFault && error.kind === 'away') return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return passing.some((start) => code.startsWith(start));
}

function faultBy(kinds: typeof ofSqlite, error: Error, code: string): Error {
  const kindOfCode = kinds.find(([start]) => code.startsWith(start));
  return kindOfCode === undefined ? error : new StoreFault(kindOfCode[1], error);
}
