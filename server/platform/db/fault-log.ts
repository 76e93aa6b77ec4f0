/** Milliseconds without further log entries after a logged fault: a full disk fails a thousand times a second. */
const SILENT_MS = 10_000;

/**
 * Failed database calls of the same kind, as a line for the server's log. Repeats are counted instead of
 * logged.
 */
export interface SaidFault {
  /** First error of the kind since the last log entry, with the stack of the caller. */
  err: unknown;
  /** Number of failures since the last log line of the kind. */
  times: number;
}

/** Logs database faults, at most once per kind and period. */
export class FaultLog {
  readonly #silent = new Map<string, { err: unknown; times: number }>();
  #write: (fault: SaidFault) => void = () => undefined;

  /** Sets the function that writes faults to the log. Earlier faults are lost. */
  writeTo(write: (fault: SaidFault) => void): void {
    this.#write = write;
  }

  /** Records a failed statement, connection or commit. */
  note(err: unknown): void {
    const kind = faultKind(err);
    const counted = this.#silent.get(kind);
    if (counted !== undefined) {
      counted.times += 1;
      return;
    }
    this.#write({ err, times: 1 });
    const fresh = { err, times: 0 };
    this.#silent.set(kind, fresh);
    setTimeout(() => {
      this.#silent.delete(kind);
      if (fresh.times > 0) this.#write(fresh);
    }, SILENT_MS).unref();
  }
}

function faultKind(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return 'code' in err ? String(err.code) : err.message;
}
