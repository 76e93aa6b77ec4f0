import { setTimeout as pause } from 'node:timers/promises';
import type { LiveJoint } from '../../client/lib/live/live-merge.ts';
import { getSnapshot } from '../../shared/assemblies/assemblies.api.ts';
import type { Snapshot } from '../../shared/assemblies/live.ts';
import { Caller } from './caller.ts';
import { checkStore, type Verdict } from './check.ts';
import type { Fault } from './fault.ts';
import { PlainFeed } from './ground/plain-feed.ts';
import { type Ground, type GroundKind, grounds, type Stage } from './ground.ts';
import { Load } from './load.ts';
import { differences } from './oracle.ts';
import type { Random } from './random.ts';
import { Screen, type Shown } from './screens.ts';
import { readSnapshots, showsAtLeast, showsExactly } from './state.ts';

/** How much a row does. */
export interface Extent {
  /** Injections; null: what the fault says. */
  times: number | null;
  /** Operations to be acknowledged before the first injection, and after each one. */
  between: number;
  screens: number;
  feeds: number;
  /** How many times as long as usual people pause. */
  leisure: number;
}

const USUAL_TIMES = 4;
/** A fault comes at a random moment of this time. */
const CALM_MS = { least: 200, most: 1_000 };
/** What is not right, or not acknowledged, after this long is not waited for. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 10;

export interface RowResult extends Verdict {
  fault: string;
  kind: GroundKind;
  injected: number;
  acknowledged: number;
  sentAgain: number;
  /** How long each injection lasted, ms. */
  lastedMs: number[];
  /** From each fault's end until each screen was right, ms. */
  rightMs: number[];
  /** The same from when operations had gone on: what was right by chance has to hear of them. */
  heardMs: number[];
  /** Everything else that must not be: refusals, unexpected ends, figures or screens that are wrong. */
  problems: string[];
  remarks: string[];
}

export interface Row {
  /** Usually one; several that need no setup of their own share a store and its check. */
  faults: readonly Fault[];
  kind: GroundKind;
  extent: Extent;
  random: Random;
}

/** Plays faults on one ground, from a fresh store to the check of what it holds in the end. */
export async function playRow(stage: Stage, { faults, kind, extent, random }: Row): Promise<RowResult> {
  const [first] = faults;
  if (first === undefined) throw new Error('There is no fault to play.');
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
    // Every fault of the store has an answer of its own: nothing else is foreseen.
    problems.push(...failures.filter((failure) => failure.includes(' 500 ')));
    return {
      ...(await checkStore(ground.address, ground.prepared, book)),
      ...{ fault: faults.map(({ name }) => name).join(', '), kind, ...times },
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

/** Load and screens, one injection after another, and what everybody is told in the end. */
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
      // What was right because nothing happened meanwhile has to hear of what happens now.
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
    // Walls, phones of owners, and desks.
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

/** Waits until so many more operations are acknowledged. */
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

/** Waits until every screen shows at least what the store holds now. @returns ms since `from`, of each screen */
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
  // What a screen showed when it was wrong: it is compared again when it shows something else.
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

/** Everything is acknowledged: every server and every screen tells exactly what was. */
async function checkTold(
  ground: Ground,
  { book }: Load,
  screens: readonly Shown[],
  { problems, random }: { problems: string[]; random: Random },
): Promise<void> {
  const { halls } = ground.prepared;
  // A server that is behind on a busy machine says so and when to come again, like to anybody.
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const asked = ground.servers.map(({ url }) => ({
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
    const told = await Promise.all(
      asked.map(async ({ who, caller }) => ({
        who,
        snapshot: await caller.ask(getSnapshot, { params: { jointId } }, { token: hall.operator }),
      })),
    );
    for (const { who, snapshot } of [...told, { who: 'the store', snapshot: stateOf(jointId) }]) {
      // Nothing that is read was done before: each is answered, or `ask` throws.
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

/** Ends every server in order. @returns what was unexpected about its ends, this one and those before */
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
