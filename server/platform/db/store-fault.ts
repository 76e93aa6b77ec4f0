/** What is wrong with a store that failed. */
export type FaultKind =
  /** No connection, no answer in time, or the server is starting or ending. */
  | 'away'
  /** Somebody else has the lock, or the statement took too long. */
  | 'busy'
  /** Too many wait for their turn: nothing was asked of the store. */
  | 'crowded'
  | 'full'
  | 'readOnly'
  /** The disk or the file system refuses. */
  | 'failing'
  | 'damaged';

/**
 * The store failed, whatever it was asked: nothing is wrong with the request, and the same one may work in a while.
 * Its `cause` is what the engine said first. Other errors of an engine (a key that is there already, a statement
 * that is wrong) stay what they are.
 */
export class StoreFault extends Error {
  override name = 'StoreFault';
  readonly kind: FaultKind;
  /** The engine's code, or its words where it has none. */
  readonly code: string;

  constructor(kind: FaultKind, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message;
    super(`The store is ${kind} (${code}): ${cause.message}`, { cause });
    this.kind = kind;
    this.code = code;
  }

  /** Seconds after which trying again makes sense: the last three wait for a person, and soon after for a hall. */
  get retryAfter(): number {
    return { busy: 1, crowded: 2, away: 2, full: 10, readOnly: 10, failing: 10, damaged: 10 }[this.kind];
  }
}

/** By the beginning of better-sqlite3's codes, which are those of https://sqlite.org/rescode.html. */
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
  // The thread that had the connection has ended.
  ['SCAF_STORE_GONE', 'away'],
];

/** By the beginning of an SQLSTATE (PostgreSQL's documentation, appendix A); the first that fits. */
const ofPostgres: readonly (readonly [start: string, FaultKind])[] = [
  ['08', 'away'],
  ['25006', 'readOnly'],
  // A transaction that stood idle too long: its connection is gone.
  ['25P03', 'away'],
  ['25P04', 'away'],
  // A password or a database that was changed under the server.
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

/** What a statement on SQLite failed with: as a StoreFault where the store is to blame, else as it is. */
export function faultOfSqlite(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  return faultBy(ofSqlite, error, 'code' in error ? String(error.code) : '');
}

/**
 * Whether PostgreSQL itself answered with an error. Told by what every such answer has, and not by pg's class: this
 * file is part of every start, and loading pg takes a tenth of one.
 */
const isAnswerOfPostgres = (error: unknown): error is Error & { code?: string } =>
  error instanceof Error && 'severity' in error && 'routine' in error;

/**
 * The same on PostgreSQL. What is not the server's own answer happened to the connection, but for a value that could
 * not be written or read (TypeError, RangeError).
 */
export function faultOfPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error;
  if (isAnswerOfPostgres(error)) return faultBy(ofPostgres, error, error.code ?? '');
  return error instanceof TypeError || error instanceof RangeError ? error : new StoreFault('away', error);
}

/** What a disk that is full or fails says by itself, and SQLite through itself. */
const passing = ['ENOSPC', 'EDQUOT', 'EIO', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY'];

/** Whether what kept a store from being opened may be gone at the next try, though nobody mended the configuration. */
export function mayPass(error: unknown): boolean {
  if (error instanceof StoreFault && error.kind === 'away') return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return passing.some((start) => code.startsWith(start));
}

function faultBy(kinds: typeof ofSqlite, error: Error, code: string): Error {
  const known = kinds.find(([start]) => code.startsWith(start));
  return known === undefined ? error : new StoreFault(known[1], error);
}
