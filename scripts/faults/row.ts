import { setTimeout as pause } from 'node:timers/promises';
import type { LiveJoint } from '../../client/lib/live/merge.ts';
import type { Random } from '../../server/testing/random.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import type { Snapshot } from '../../shared/assemblies/live.ts';
import { Caller } from './caller.ts';
import { checkStore, type Verdict } from './check.ts';
import type { Fault } from './fault.ts';
import { PlainFeed } from './ground/plain-feed.ts';
import { type Ground, type GroundKind, grounds, type Stage } from './ground.ts';
import { Load } from './load.ts';
import { differences } from './oracle.ts';
import { Screen, type Shown } from './screens.ts';
import { readSnapshots, showsAtLeast, showsExactly } from './state.ts';

/** Size of a fault run: repetitions, operations and simulated screens. */
export interface Extent {
  /** Number of times to run the fault; null for the default of the fault. */
  times: number | null;
  /** Number of acknowledged operations required before the first fault, and after each fault. */
  between: number;
  /** Number of screens connected by Socket.IO; `feeds`: by plain WebSocket. */
  screens: number;
  feeds: number;
  /** Factor for all pauses of people in the load. */
  leisure: number;
}

const USUAL_TIMES = 4;
/** Range in ms of the random pause before a fault. */
const CALM_MS = { least: 200, most: 1_000 };
/** Time limit in ms until all screens are right and all operations acknowledged. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 10;

export interface RowResult extends Verdict {
  fault: string;
  kind: GroundKind;
  injected: number;
  acknowledged: number;
  sentAgain: number;
  /** Duration of each fault in ms. */
  lastedMs: number[];
  /** Milliseconds from the end of each fault until a screen is right, by screen. */
  rightMs: number[];
  /** Milliseconds as in `rightMs`, measured after further operations, because a screen may be right by chance. */
  heardMs: number[];
  /** All other problems as sentences: refused calls, unexpected ends, wrong figures or screens. */
  problems: string[];
  remarks: string[];
}

export interface Row {
  /** Faults of the run, usually a single fault. Faults without a setup share a store and a final check. */
  faults: readonly Fault[];
  kind: GroundKind;
  extent: Extent;
  random: Random;
}

/**
 * Plays a fault run: starts servers on a new store, injects the faults during simulated traffic, and checks
 * screens and store at the end.
 */
export async function playRow(stage: Stage, { faults, kind, extent, random }: Row): Promise<RowResult> {
  const [first] = faults;
  if (first === undefined) throw new Error('The row has no fault.');
  const ground = await stage.open(kind, random.fork(), first.setup);
  try {
    const injections = faults.flatMap((fault) =>
      Array.from({ length: extent.times ?? fault.times ?? USUAL_TIMES }, () => fault),
    );
    const screens = first.screens ?? extent.screens;
    const { load, problems, ...times } = await playAll(ground, injections, { ...extent, screens }, random);
    const { book, traffic } = load;
    problems.push(...(await endAll(ground)));
    if (book.givenUp > 0) problems.push(`${book.givenUp} operations never acknowledged`);
    problems.push(...book.refused.map((refusal) => `refused: ${refusal}`));
    const failures = [...traffic.failures].map(([what, count]) => `${count} × ${what}`);
    // Every fault of the store has a specific answer: a 500 is a problem.
    problems.push(...failures.filter((failure) => failure.includes(' 500 ')));
    return {
      ...(await checkStore(ground.address, ground.prepared, book)),
      fault: faults.map(({ name }) => name).join(', '),
      kind,
      ...times,
      injected: injections.length,
      acknowledged: book.acknowledged,
      sentAgain: traffic.sentAgain,
      problems,
      remarks: [...ground.remarks, ...failures],
    };
  } finally {
    await ground.close();
  }
}

/** Runs the load, the screens, and the faults in sequence. Returns the final state of all screens. */
async function playAll(ground: Ground, injections: readonly Fault[], extent: Extent, random: Random) {
  const load = new Load(() => ground.balancer.url, ground.prepared, random.fork(), extent.leisure);
  const screens = openScreens(ground, extent, random);
  const problems: string[] = [];
  const [lastedMs, rightMs, heardMs]: [number[], number[], number[]] = [[], [], []];
  try {
    load.start();
    await acknowledgedMore(load, extent.between, problems);
    for (const fault of injections) {
      await pause(random.between(CALM_MS.least, CALM_MS.most));
      const from = performance.now();
      await fault.inject(ground, random);
      const end = performance.now();
      lastedMs.push(end - from);
      rightMs.push(...(await untilRight(ground, [...screens, ...ground.lookers], end, problems)));
      await acknowledgedMore(load, extent.between, problems);
      // A screen may be right by chance, without news. The next operations prove the connection.
      heardMs.push(...(await untilRight(ground, screens, performance.now(), problems)));
    }
    await load.stop(PATIENCE_MS);
    await checkTold(ground, load, [...screens, ...ground.lookers], { problems, random: random.fork() });
    return { load, problems, lastedMs, rightMs, heardMs };
  } finally {
    for (const screen of [...screens, ...ground.lookers]) screen.close();
    await load.stop(0);
  }
}

function openScreens(ground: Ground, { screens, feeds }: Extent, random: Random): Shown[] {
  const { url } = ground.balancer;
  const never = new AbortController().signal;
  const caller = new Caller(() => ground.balancer.url, random.fork(), never);
  const { halls } = ground.prepared;
  return Array.from({ length: screens + feeds }, (_, i) => {
    const hall = halls[i % halls.length];
    if (hall === undefined) throw new Error('There is no hall.');
    const { jointId } = hall;
    // Wall displays, phones of owners, desks.
    const owner = hall.owners[Math.floor(i / halls.length) % hall.owners.length];
    const [who, token] = (
      [
        ['wall', hall.display],
        ['phone', owner?.token ?? ''],
        ['desk', hall.operator],
      ] as const
    )[Math.floor(i / halls.length) % 3] ?? ['wall', hall.display];
    const name = `${i < screens ? who : 'plain feed'} ${i} of ${jointId}`;
    if (i >= screens) return new PlainFeed(name, url, { jointId, token: hall.display });
    return new Screen(name, { url, jointId, token, caller, isDisplay: who === 'wall' });
  });
}

/** Waits until `count` further operations are acknowledged. */
async function acknowledgedMore(load: Load, count: number, problems: string[]): Promise<void> {
  const goal = load.book.acknowledged + count;
  const deadline = performance.now() + PATIENCE_MS;
  while (load.book.acknowledged < goal) {
    if (performance.now() > deadline) {
      problems.push('nothing is acknowledged any more');
      return;
    }
    await pause(LOOK_MS);
  }
}

/**
 * Waits until every screen shows at least the present state of the store. @returns milliseconds since `from`, by
 * screen
 */
async function untilRight(
  ground: Ground,
  screens: readonly Shown[],
  from: number,
  problems: string[],
): Promise<number[]> {
  const jointIds = ground.prepared.halls.map(({ jointId }) => jointId);
  const states = await readSnapshots(ground.address, jointIds);
  return untilAll(screens, from, problems, ({ joint }) => {
    const state = states.get(joint?.jointId ?? 0);
    return state !== undefined && showsAtLeast(joint, state);
  });
}

async function untilAll(
  screens: readonly Shown[],
  from: number,
  problems: string[],
  isRight: (screen: Shown) => boolean,
): Promise<number[]> {
  const waiting = new Set(screens);
  // Last wrong state of a screen: compared again only after a change.
  const wrong = new Map<Shown, LiveJoint | null>();
  const times: number[] = [];
  for (;;) {
    for (const screen of [...waiting]) {
      const { joint } = screen;
      if (wrong.get(screen) === joint) continue;
      wrong.set(screen, joint);
      if (!isRight(screen)) continue;
      waiting.delete(screen);
      times.push(performance.now() - from);
    }
    if (waiting.size === 0) return times;
    if (performance.now() - from > PATIENCE_MS) {
      problems.push(`wrong for ${PATIENCE_MS / 1000} s: ${[...waiting].map(({ name }) => name).join(', ')}`);
      return [...times, ...[...waiting].map(() => performance.now() - from)];
    }
    await pause(LOOK_MS);
  }
}

/**
 * Checks after the last acknowledgement that every server and every screen shows exactly the acknowledged state.
 */
async function checkTold(
  ground: Ground,
  { book }: Load,
  screens: readonly Shown[],
  { problems, random }: { problems: string[]; random: Random },
): Promise<void> {
  const { halls } = ground.prepared;
  // A slow server on a busy machine answers with a time to retry, as for any client.
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const callers = ground.servers.map(({ url }) => ({
    who: url,
    caller: new Caller(() => url, random.fork(), patience),
  }));
  const jointIds = halls.map(({ jointId }) => jointId);
  const states = await readSnapshots(ground.address, jointIds);
  const stateOf = (jointId: number): Snapshot => {
    const state = states.get(jointId);
    if (state === undefined) throw new Error(`There is no joint ${jointId}.`);
    return state;
  };
  for (const hall of halls) {
    const { jointId } = hall;
    const snapshots = await Promise.all(
      callers.map(async ({ who, caller }) => ({
        who,
        snapshot: await caller.ask(getSnapshot, { params: { jointId } }, { token: hall.operator }),
      })),
    );
    for (const { who, snapshot } of [...snapshots, { who: 'the store', snapshot: stateOf(jointId) }]) {
      // Reads have no `doneIf`: each is answered, or `ask` throws.
      if (snapshot === null) throw new Error(`${who} does not answer.`);
      problems.push(...differences(hall, book, snapshot).map((what) => `${who}, joint ${jointId}: ${what}`));
    }
  }
  const now = performance.now();
  await untilAll(
    screens,
    now,
    problems,
    ({ joint }) => joint !== null && showsExactly(joint, stateOf(joint.jointId)),
  );
}

/** Stops every server in an orderly way. @returns all unexpected ends */
async function endAll({ servers, kind }: Ground): Promise<string[]> {
  const found: string[] = [];
  for (const [i, server] of servers.entries()) {
    const code = await server.stop();
    const name = `server ${i + 1} of ${grounds[kind].processes}`;
    if (code !== 0) found.push(`${name} ended with ${code} when it was asked to`);
    found.push(...server.unexpected.map((how) => `${name} ${how}`));
  }
  return found;
}
