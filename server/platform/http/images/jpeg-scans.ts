import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum scans of a JPEG image; drawing programs write up to 10. */
const MOST_SCANS = 64;
/** Number of image blocks decoded between two pauses for other work. */
const BLOCKS_A_TURN = 1_000;
const BLOCK = 64;

interface Component {
  id: number;
  across: number;
  down: number;
  /** Number of blocks in a row of the image, filled up to whole coding units of all components. */
  stride: number;
  columns: number;
  rows: number;
  quantizer: number;
  /** Marks of the coefficients already set by an earlier scan of a progressive image. */
  set: Uint8Array;
  isSeen: boolean;
}

interface Frame {
  isProgressive: boolean;
  unitsAcross: number;
  unitsDown: number;
  components: Component[];
}

/** Huffman codes grouped by length: the first code of each length, and the position of its symbol. */
interface Codes {
  counts: Uint8Array;
  symbols: Uint8Array;
}

/** Error for a JPEG file that a decoder cannot draw. */
class Undrawable extends Error {}

/**
 * Checks an uploaded JPEG logo by decoding the whole image (ITU-T T.81, baseline, extended and progressive,
 * with Huffman codes) without drawing, because a broken file would spoil every bill.
 * @returns position of the end of the image in the file, in bytes; null for a broken image
 */
export async function endOfJpeg(bytes: Uint8Array): Promise<number | null> {
  try {
    return await new JpegScans(bytes).read();
  } catch (error) {
    if (error instanceof Undrawable || error instanceof RangeError) return null;
    throw error;
  }
}

class JpegScans {
  readonly #bytes: Buffer;
  readonly #quantizers = new Set<number>();
  readonly #codes = new Map<number, Codes>();
  #frame: Frame | null = null;
  #restartUnits = 0;
  #scans = 0;
  #blocks = 0;
  /** Position of the next byte of the file. */
  #at = 2;
  #bits = 0;
  #held = 0;
  /** Number of further blocks without codes in the current scan. */
  #endRun = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async read(): Promise<number> {
    for (;;) {
      if (this.#bytes.readUInt8(this.#at) !== 0xff) throw new Undrawable();
      const marker = this.#bytes.readUInt8(this.#at + 1);
      if (marker === 0xff) {
        this.#at += 1;
        continue;
      }
      this.#at += 2;
      if (marker === 0xd9) {
        if (this.#frame?.components.every(({ isSeen }) => isSeen) !== true) throw new Undrawable();
        return this.#at;
      }
      const end = this.#at + this.#bytes.readUInt16BE(this.#at);
      const body = this.#bytes.subarray(this.#at + 2, end);
      if (end > this.#bytes.length) throw new Undrawable();
      this.#at = end;
      if (marker === 0xda) await this.#scan(body);
      else this.#segment(marker, body);
    }
  }

  #segment(marker: number, body: Buffer): void {
    if (marker === 0xdb) this.#readQuantizers(body);
    else if (marker === 0xc4) this.#readCodes(body);
    else if (marker === 0xdd) this.#restartUnits = body.readUInt16BE(0);
    else if (marker >= 0xc0 && marker <= 0xc2) this.#readFrame(body, marker === 0xc2);
    else if (marker >= 0xc3 && marker <= 0xcf) throw new Undrawable();
  }

  #readQuantizers(body: Buffer): void {
    for (let at = 0; at < body.length; ) {
      const head = body.readUInt8(at);
      at += 1 + (head >> 4 === 0 ? BLOCK : 2 * BLOCK);
      if (at > body.length) throw new Undrawable();
      this.#quantizers.add(head & 15);
    }
  }

  #readCodes(body: Buffer): void {
    for (let at = 0; at < body.length; ) {
      const counts = body.subarray(at + 1, at + 17);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const symbols = body.subarray(at + 17, at + 17 + total);
      if (counts.length < 16 || symbols.length < total) throw new Undrawable();
      // More codes of a length than there are leaves.
      let room = 1;
      for (const count of counts) {
        room = 2 * room - count;
        if (room < 0) throw new Undrawable();
      }
      this.#codes.set(body.readUInt8(at), { counts, symbols });
      at += 17 + total;
    }
  }

  #readFrame(body: Buffer, isProgressive: boolean): void {
    if (this.#frame !== null) throw new Undrawable();
    const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
    const parts = Array.from({ length: body.readUInt8(5) }, (_, i) => ({
      id: body.readUInt8(6 + 3 * i),
      across: body.readUInt8(7 + 3 * i) >> 4,
      down: body.readUInt8(7 + 3 * i) & 15,
      quantizer: body.readUInt8(8 + 3 * i),
    }));
    if (parts.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
      throw new Undrawable();
    const [across, down] = [
      Math.max(...parts.map((one) => one.across)),
      Math.max(...parts.map((one) => one.down)),
    ];
    const unitsAcross = Math.ceil(width / (8 * across));
    const unitsDown = Math.ceil(height / (8 * down));
    const components = parts.map((part) => {
      const stride = unitsAcross * part.across;
      const set = new Uint8Array(isProgressive ? stride * unitsDown * part.down * BLOCK : 0);
      const columns = Math.ceil(Math.ceil((width * part.across) / across) / 8);
      const rows = Math.ceil(Math.ceil((height * part.down) / down) / 8);
      return { ...part, stride, columns, rows, set, isSeen: false };
    });
    this.#frame = { isProgressive, unitsAcross, unitsDown, components };
  }

  async #scan(body: Buffer): Promise<void> {
    const frame = this.#frame;
    this.#scans += 1;
    const count = body.readUInt8(0);
    if (frame === null || this.#scans > MOST_SCANS || count < 1 || count > 4) throw new Undrawable();
    const [from, to, steps] = [1, 2, 3].map((i) => body.readUInt8(2 * count + i)) as [number, number, number];
    const band = frame.isProgressive
      ? { from, to, isFirst: steps >> 4 === 0 }
      : { from: 0, to: BLOCK - 1, isFirst: true };
    if (band.from > band.to || band.to >= BLOCK || (band.from > 0 && count > 1)) throw new Undrawable();
    const parts = Array.from({ length: count }, (_, i) => {
      const component = frame.components.find(({ id }) => id === body.readUInt8(1 + 2 * i));
      const tables = body.readUInt8(2 + 2 * i);
      if (component === undefined || !this.#quantizers.has(component.quantizer)) throw new Undrawable();
      if (band.from === 0) component.isSeen = true;
      return { component, dc: this.#codes.get(tables >> 4), ac: this.#codes.get(16 + (tables & 15)) };
    });
    const block = (part: (typeof parts)[number], place: number): void => {
      this.#blocks += 1;
      if (frame.isProgressive) this.#progressive(part, band, place * BLOCK);
      else this.#sequential(part);
    };
    this.#restart();
    const [only] = parts;
    const isAlone = only !== undefined && parts.length === 1;
    const across = isAlone ? only.component.columns : frame.unitsAcross;
    const units = across * (isAlone ? only.component.rows : frame.unitsDown);
    for (let unit = 0; unit < units; unit += 1) {
      if (this.#restartUnits > 0 && unit > 0 && unit % this.#restartUnits === 0) this.#passRestart();
      const [row, column] = [Math.floor(unit / across), unit % across];
      if (isAlone) block(only, row * only.component.stride + column);
      else {
        for (const part of parts) {
          const { component } = part;
          for (let i = 0; i < component.across * component.down; i += 1) {
            const y = row * component.down + Math.floor(i / component.across);
            block(part, y * component.stride + column * component.across + (i % component.across));
          }
        }
      }
      if (this.#blocks >= BLOCKS_A_TURN) {
        this.#blocks = 0;
        await nextTurn();
      }
    }
    // Fill bits of the last byte.
    this.#held = 0;
  }

  #restart(): void {
    this.#held = 0;
    this.#endRun = 0;
  }

  #passRestart(): void {
    this.#restart();
    const marker = this.#bytes.readUInt16BE(this.#at);
    if (marker < 0xffd0 || marker > 0xffd7) throw new Undrawable();
    this.#at += 2;
  }

  #bit(): number {
    if (this.#held === 0) {
      this.#bits = this.#bytes.readUInt8(this.#at);
      if (this.#bits === 0xff) {
        // A marker instead of bits: the image was cut.
        if (this.#bytes.readUInt8(this.#at + 1) !== 0) throw new Undrawable();
        this.#at += 1;
      }
      this.#at += 1;
      this.#held = 8;
    }
    this.#held -= 1;
    return (this.#bits >> this.#held) & 1;
  }

  #number(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i += 1) value = 2 * value + this.#bit();
    return value;
  }

  #symbol(codes: Codes | undefined): number {
    if (codes === undefined) throw new Undrawable();
    let [code, first, place] = [0, 0, 0];
    for (const count of codes.counts) {
      code = 2 * code + this.#bit();
      first *= 2;
      if (code - first < count) return codes.symbols[place + code - first] ?? 0;
      place += count;
      first += count;
    }
    throw new Undrawable();
  }

  #first(codes: Codes | undefined): void {
    const bits = this.#symbol(codes);
    if (bits > 15) throw new Undrawable();
    this.#number(bits);
  }

  #sequential({ dc, ac }: { dc: Codes | undefined; ac: Codes | undefined }): void {
    this.#first(dc);
    for (let at = 1; at < BLOCK; at += 1) {
      const symbol = this.#symbol(ac);
      if ((symbol & 15) === 0 && symbol !== 0xf0) return;
      at += symbol >> 4;
      if (at >= BLOCK) throw new Undrawable();
      this.#number(symbol & 15);
    }
  }

  #progressive(
    { component: { set }, dc, ac }: { component: Component; dc: Codes | undefined; ac: Codes | undefined },
    { from, to, isFirst }: { from: number; to: number; isFirst: boolean },
    base: number,
  ): void {
    if (from === 0) {
      if (isFirst) this.#first(dc);
      else this.#bit();
      return;
    }
    let at = from;
    for (; at <= to && this.#endRun === 0; at += 1) {
      const symbol = this.#symbol(ac);
      const [zeros, bits] = [symbol >> 4, symbol & 15];
      if (bits === 0 && zeros < 15) {
        this.#endRun = 2 ** zeros + this.#number(zeros);
        break;
      }
      if (isFirst) {
        at += zeros;
        if (at > to) throw new Undrawable();
        this.#number(bits);
      } else {
        if (bits > 1) throw new Undrawable();
        this.#number(bits);
        at = this.#refinedTo(set, base, at, to, zeros);
      }
      if (bits > 0 && at <= to) set[base + at] = 1;
    }
    if (this.#endRun === 0) return;
    if (!isFirst) this.#refinedTo(set, base, at, to, BLOCK);
    this.#endRun -= 1;
  }

  /**
   * Reads a correction bit for each coefficient already set, up to the coefficient after `zeros` unset
   * coefficients. @returns position of the next unset coefficient
   */
  #refinedTo(set: Uint8Array, base: number, from: number, to: number, zeros: number): number {
    let left = zeros;
    for (let at = from; at <= to; at += 1) {
      if (set[base + at] === 1) this.#bit();
      else if (left === 0) return at;
      else left -= 1;
    }
    return to + 1;
  }
}
