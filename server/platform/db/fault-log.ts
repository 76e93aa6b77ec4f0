/** Milliseconds of silence after a logged fault: a full disk fails a thousand times a second. */
const SILENT_MS = 10_000;

/** A fault of the store for the log. */
export interface SaidFault {
  /** First error of the kind in the period, with the stack of the caller. */
  err: unknown;
  /** Number of faults since the last entry. */
  times: number;
}

/** Logs faults of the store once per kind and period. */
export class FaultLog {
  readonly #silent = new Map<string, { err: unknown; times: number }>();
  #write: (fault: SaidFault) => void = () => undefined;

  /** Sets the output of faults. Faults before are dropped. */
  writeTo(write: (fault: SaidFault) => void): void {
    this.#write = write;
  }

  /** Records a failed statement, connection or commit. */
  note(err: unknown): void {
    const kind = kindOf(err);
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

function kindOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return 'code' in err ? String(err.code) : err.message;
}
