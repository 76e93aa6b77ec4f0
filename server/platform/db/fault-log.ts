/** How long a kind of fault is counted in silence after it was said: a full disk fails a thousand times a second. */
const SILENT_MS = 10_000;

/** A fault of the store as the log gets it. */
export interface SaidFault {
  /** The first of its kind in this while, with the stack of where it was met. */
  err: unknown;
  /** How often it was met since it was last said. */
  times: number;
}

/** Says faults of the store once for each kind and while, however often they are met. */
export class FaultLog {
  readonly #silent = new Map<string, { err: unknown; times: number }>();
  #write: (fault: SaidFault) => void = () => undefined;

  /** From now on faults are written there; before, they were nobody's. */
  writeTo(write: (fault: SaidFault) => void): void {
    this.#write = write;
  }

  /** A statement, a connection or a commit failed for this. */
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
