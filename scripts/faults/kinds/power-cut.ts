/** Computes the content of a disk after a power cut, from the log of writes of shim.c. */

const PAGE = 4096;
const HEAD_BYTES = 40;
const kinds = ['', 'write', 'truncate', 'sync'] as const;

/** System call in the log of the shim (the C library between the server and the disk). */
interface Call {
  kind: (typeof kinds)[number];
  path: string;
  /** Offset of a write, or the new length after a truncation. */
  at: number;
  failed: boolean;
  bytes: Uint8Array;
  /** Offset of the end of the entry in the log. */
  end: number;
}

/**
 * Parses the log of a server's writes and syncs to disk, written by shim.c. Returns the calls in order,
 * without an incomplete last entry.
 */
export function callsOf(log: Buffer): Call[] {
  const calls: Call[] = [];
  for (let start = 0; start + HEAD_BYTES <= log.length; ) {
    const [kind, pathLength, at, result, length] = [0, 8, 16, 24, 32].map((i) =>
      Number(log.readBigInt64LE(start + i)),
    ) as [number, number, number, number, number];
    const path = start + HEAD_BYTES;
    const end = path + pathLength + length;
    if (end > log.length) break;
    calls.push({
      kind: kinds[kind] ?? '',
      path: log.toString('utf8', path, path + pathLength),
      at,
      failed: result < 0,
      bytes: log.subarray(path + pathLength, end),
      end,
    });
    start = end;
  }
  return calls;
}

/** File in two versions: as programs see the file, and as stored on the disk. */
class HalfWritten {
  #cache: Buffer;
  #disk: Buffer;
  readonly #dirty = new Set<number>();

  constructor(bytes: Uint8Array) {
    this.#cache = Buffer.from(bytes);
    this.#disk = Buffer.from(bytes);
  }

  apply({ kind, at, failed, bytes }: Call): void {
    if (kind === 'write') {
      if (this.#cache.length < at + bytes.length) this.#cache = resized(this.#cache, at + bytes.length);
      this.#cache.set(bytes, at);
      for (let page = Math.floor(at / PAGE); page * PAGE < at + bytes.length; page += 1)
        this.#dirty.add(page);
    } else if (kind === 'truncate') {
      this.#cache = resized(this.#cache, at);
    } else if (kind === 'sync') {
      // After a failed sync Linux marks the pages as written: later syncs skip them and succeed.
      if (!failed) this.#disk = this.after(() => true);
      this.#dirty.clear();
    }
  }

  /**
   * Returns the content of the file after a power cut. @param reaches true for a page that was written to the disk
   * without a sync
   */
  after(reaches: (page: number) => boolean): Buffer {
    const disk = resized(this.#disk, this.#cache.length);
    for (const page of this.#dirty) {
      if (reaches(page)) this.#cache.copy(disk, page * PAGE, page * PAGE, (page + 1) * PAGE);
    }
    return disk;
  }
}

/**
 * Simulates a power cut: applies the logged writes and syncs to the initial files of a folder, call by
 * call. After each call the content left by a power cut can be read.
 */
export class PowerCut {
  readonly #files: Map<string, HalfWritten>;

  constructor(before: Record<string, Uint8Array>) {
    this.#files = new Map(Object.entries(before).map(([path, bytes]) => [path, new HalfWritten(bytes)]));
  }

  apply(call: Call): void {
    const file = this.#files.get(call.path) ?? new HalfWritten(new Uint8Array());
    this.#files.set(call.path, file);
    file.apply(call);
  }

  /**
   * Returns the content of a file after a power cut. @param reaches true for a page that was written to the disk
   * without a sync
   */
  left(path: string, reaches: (page: number) => boolean): Uint8Array {
    return this.#files.get(path)?.after(reaches) ?? new Uint8Array();
  }
}

function resized(bytes: Buffer, length: number): Buffer {
  const other = Buffer.alloc(length);
  bytes.copy(other);
  return other;
}
