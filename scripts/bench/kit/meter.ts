/** Client of the meter inside a server (`hold-meter.mjs`): longest block of the main thread. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Milliseconds. */
export interface Hold {
  byClock: number;
  /** Processor time of the thread, independent of other load. */
  own: number;
}

export class Meter {
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8');
  }

  /** Longest block of the thread since the last call. */
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

/** Node.js arguments for a server with a meter; the meter listens on `BENCH_METER_PORT`. */
export const meterArgs = (): string => `--import ${new URL('hold-meter.mjs', import.meta.url).href}`;

/** Longest block during `work`. */
export async function holdOf(meter: Meter, work: () => Promise<unknown>): Promise<Hold> {
  await meter.read();
  await work();
  return meter.read();
}
