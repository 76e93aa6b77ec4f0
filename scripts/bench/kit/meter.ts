/** Asks the meter that runs within a server (`hold-meter.mjs`) how long its main thread was held. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Milliseconds. */
export interface Hold {
  byClock: number;
  /** Processor time of the thread itself: what else runs on the machine adds nothing to it. */
  own: number;
}

export class Meter {
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8');
  }

  /** For how long the thread was held at most since the last asking. */
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

/** What Node.js is told for a server whose holds are measured; its meter listens on `BENCH_METER_PORT`. */
export const meterArgs = (): string => `--import ${new URL('hold-meter.mjs', import.meta.url).href}`;

/** The longest hold while a work is done. */
export async function holdOf(meter: Meter, work: () => Promise<unknown>): Promise<Hold> {
  await meter.read();
  await work();
  return meter.read();
}
