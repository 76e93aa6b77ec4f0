/** Client of the meter inside a measured server (`hold-meter.mjs`). Reads the longest block of the main thread. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Longest block of the main thread, ms. */
export interface Hold {
  byClock: number;
  /** Processor time of the thread in the same time, ms, independent of other load. */
  own: number;
}

export class Meter {
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8');
  }

  /** Returns the longest block of the thread since the last call. */
  async read(): Promise<Hold> {
    const answer = once(this.#socket, 'data');
    this.#socket.write('?');
    const [byClock = Number.NaN, own = Number.NaN] = String((await answer)[0])
      .split(' ')
      .map(Number);
    return { byClock, own };
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Returns the Node.js arguments to start a server with the meter, listening on `BENCH_METER_PORT`. */
export const meterArgs = (): string => `--import ${new URL('hold-meter.mjs', import.meta.url).href}`;

/** Returns the longest block of the main thread during `work`. */
export async function holdOf(meter: Meter, work: () => Promise<unknown>): Promise<Hold> {
  await meter.read();
  await work();
  return meter.read();
}
