/** Clock of a story over several days: server and pages show a chosen instant, at a chosen speed. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Person } from './person.ts';

const PRELOADED = fileURLToPath(new URL('./test-clock.mjs', import.meta.url));
/** Milliseconds until every thread of the server has the new instant. */
const SEEN_MS = 150;

/** Instant `at` of the clock at the machine's instant `since`, in epoch ms; `rate`: speed, 1 for the machine's. */
interface Setting {
  at: number;
  since: number;
  rate: number;
}

export class TestClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'scaf-clock-'));
  readonly #file = join(this.#folder, 'clock.json');
  readonly #scripts = new Map<Person, { dispose: () => Promise<void> }>();
  #setting: Setting = { at: 0, since: 0, rate: 1 };

  /** Options of a server with the clock, for `ServerProcess.start`. Set the clock before the start. */
  get ofServer(): { nodeOptions: string; more: Record<string, string> } {
    return { nodeOptions: `--import ${PRELOADED}`, more: { TEST_CLOCK: this.#file } };
  }

  /** Sets the clock. A slow clock (`rate` below 1) keeps a minute during many steps. */
  async set(instant: string, rate = 1): Promise<void> {
    this.#setting = { at: Date.parse(instant), since: Date.now(), rate };
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#setting));
    renameSync(`${this.#file}.new`, this.#file);
    await pause(SEEN_MS);
  }

  now(): number {
    const { at, since, rate } = this.#setting;
    return at + (Date.now() - since) * rate;
  }

  /** Gives the pages opened by a person from now on the present setting of the clock. */
  async isOn(person: Person): Promise<void> {
    // The order of several scripts is not defined.
    await this.#scripts.get(person)?.dispose();
    this.#scripts.set(person, await person.context.addInitScript({ content: pageScript(this.#setting) }));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Script of a page, run before the page's own scripts: sets the clock. */
const pageScript = ({ at, since, rate }: Setting): string => `{
  const RealDate = Date;
  const now = () => Math.round(${at} + (RealDate.now() - ${since}) * ${rate});
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now() {
      return now();
    }
  };
}`;
