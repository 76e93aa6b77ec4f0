/** What a disk holds after the power is gone, reckoned from the log of shim.c. */

const PAGE = 4096;
const HEAD_BYTES = 40;
const kinds = ['', 'write', 'truncate', 'sync'] as const;

/** A call as the shim noted it. */
interface Call {
  kind: (typeof kinds)[number];
  path: string;
  /** Where a write begins; how long a truncation leaves the file. */
  at: number;
  failed: boolean;
  bytes: Uint8Array;
  /** Of the log: where this call's note ends. */
  end: number;
}

/** The calls of a log, in their order; a last one that is not whole is left out. */
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

/** A file as programs see it, and as the disk has it. */
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
      // After a sync that failed Linux takes its pages for written: later syncs leave them out, and succeed.
      if (!failed) this.#disk = this.after(() => true);
      this.#dirty.clear();
    }
  }

  /** The disk when the power goes, `reaches` telling of each page that nobody synced whether it came there by itself. */
  after(reaches: (page: number) => boolean): Buffer {
    const disk = resized(this.#disk, this.#cache.length);
    for (const page of this.#dirty) {
      if (reaches(page)) this.#cache.copy(disk, page * PAGE, page * PAGE, (page + 1) * PAGE);
    }
    return disk;
  }
}

/** Plays a log from what a folder's files held before it, and tells what is left of them after each call. */
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

  /** What the disk has of a file. @param reaches of each page that was not synced, whether it was written even so */
  left(path: string, reaches: (page: number) => boolean): Uint8Array {
    return this.#files.get(path)?.after(reaches) ?? new Uint8Array();
  }
}

function resized(bytes: Buffer, length: number): Buffer {
  const other = Buffer.alloc(length);
  bytes.copy(other);
  return other;
}
