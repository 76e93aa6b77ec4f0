import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/testing/random.ts';
import { RawSocket } from '../../../server/testing/raw-socket.ts';
import { LIVE_PATH } from '../../../shared/api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { Caller } from '../caller.ts';
import type { Fault } from '../fault.ts';
import { hasProc, processesOf } from '../ground/processes.ts';
import type { Ground } from '../ground.ts';
import { Screen } from '../screens.ts';

/** Number of screens opened with each link for wall displays (the server allows fifty). */
const PER_LINK = 40;
/** Number of clients that connect at the same time. */
const AT_ONCE = 25;
/** Milliseconds of votes and registrations while some clients do not read. */
const GOING_ON_MS = 6_000;
/** Pause of a slow reader between two frames, in ms. */
const SLOW_MS = 400;
const PATIENCE_MS = 300_000;
const MB = 1024 * 1024;

/** Gives out links for wall displays, and makes a new link after every `PER_LINK` screens. */
class Links {
  readonly #ground: Ground;
  readonly #caller: Caller;
  #given = 0;
  #link: Promise<{ jointId: number; token: string }> | null = null;

  constructor(ground: Ground, caller: Caller) {
    this.#ground = ground;
    this.#caller = caller;
  }

  next(): Promise<{ jointId: number; token: string }> {
    // Stored before the answer, because a joint has at most 100 displays and many clients ask at once.
    if (this.#link === null || this.#given % PER_LINK === 0) this.#link = this.#make(this.#given / PER_LINK);
    this.#given += 1;
    return this.#link;
  }

  async #make(number: number): Promise<{ jointId: number; token: string }> {
    const { halls } = this.#ground.prepared;
    const hall = halls[number % halls.length];
    if (hall === undefined) throw new Error('There is no hall.');
    const { jointId, operator } = hall;
    // A server busy with a thousand clients answers with a time to retry.
    const link = await this.#caller.ask(createDisplayLink, { params: { jointId } }, { token: operator });
    if (link === null) throw new Error(`No link of joint ${jointId}.`);
    return { jointId, token: link.token };
  }
}

/** Connects to the live updates of a joint, and then reads no more, or with `isSlow` a frame now and then. */
async function readBadly(ground: Ground, links: Links, isSlow: boolean): Promise<void> {
  const { jointId, token } = await links.next();
  const socket = new RawSocket(`${ground.balancer.url}${LIVE_PATH}/?EIO=4&transport=websocket`);
  ground.leave.push(() => socket.wire.terminate());
  await socket.hear((frame) => frame.startsWith('0'));
  socket.send(`40${JSON.stringify({ token })}`);
  await socket.hear((frame) => frame.startsWith('40'));
  socket.send(`420${JSON.stringify(['join', { jointId }])}`);
  const joined = await socket.hear((frame) => frame.startsWith('430'));
  if (joined === undefined)
    throw new Error(`The server refused the client that stops reading: ${socket.heard.at(-1)}`);
  socket.wire.pause();
  if (!isSlow) return;
  socket.wire.on('message', () => socket.wire.pause());
  const reading = setInterval(() => socket.wire.resume(), SLOW_MS);
  ground.leave.push(() => clearInterval(reading));
}

async function inTurns(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
}

/** Connects good and bad readers: the bad readers must not disturb the good readers. */
const among = (good: number, bad: number) => async (ground: Ground, random: Random) => {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const links = new Links(ground, new Caller(() => ground.balancer.url, random.fork(), patience));
  const caller = new Caller(() => ground.balancer.url, random.fork(), new AbortController().signal);
  const { url } = ground.balancer;
  await inTurns(good, async () => {
    const { jointId, token } = await links.next();
    const name = `one of ${good + 2 * bad} clients, joint ${jointId}`;
    const screen = new Screen(name, { url, jointId, token, caller, isDisplay: true });
    ground.lookers.push(screen);
    const deadline = performance.now() + PATIENCE_MS;
    while (screen.joint === null) {
      if (performance.now() > deadline) throw new Error(`A client got nothing for ${PATIENCE_MS / 1000} s.`);
      await pause(10);
    }
  });
  const before = memoryOf(ground);
  await inTurns(bad, () => readBadly(ground, links, false));
  await inTurns(bad, () => readBadly(ground, links, true));
  await pause(GOING_ON_MS);
  ground.remarks.push(
    `${good} read, ${bad} never, ${bad} slowly; servers ${before} → ${memoryOf(ground)} MB`,
  );
};

/** Memory of all processes of a run in MB; NaN if the machine cannot tell. */
const memoryOf = (ground: Ground): number =>
  hasProc ? Math.round(processesOf(ground).reduce((sum, { rss }) => sum + rss, 0) / MB) : Number.NaN;

/**
 * Having a setup, even an empty one, gives the fault a separate store: bad readers stay connected until the end of
 * the run.
 */
const setup = () => ({});

/** Fault runs with live clients that read slowly or not at all. All other screens must be right. */
export const readers: readonly Fault[] = [
  {
    name: '1,000 clients, 200 read badly',
    on: ['sqlite', 'postgres3'],
    inTests: [],
    times: 1,
    setup,
    inject: among(800, 100),
  },
  {
    name: '60 clients, 20 read badly',
    on: ['sqlite', 'postgres3'],
    inTests: [],
    inLong: ['sqlite'],
    times: 1,
    setup,
    inject: among(40, 10),
  },
];
