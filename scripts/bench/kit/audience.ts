/** Who watches in a bench: processes of live clients, what they heard of each push and when. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { answerOf, cpuSeconds, partOf } from './children.ts';

const PATIENCE_MS = 20_000;
const CALM_MS = 1_000;

export interface Push {
  /** Its beginning, from the event's name to its instant. */
  name: string;
  /** The instant that the frame says: when the server read what it tells. */
  millis: number;
  text: string;
  /** Of each client, milliseconds since that instant. */
  latencies: number[];
}

/** Lets something happen, and gathers what every client heard of it, once all have heard all, a push like `last` with it. */
export async function hears(
  clients: readonly ChildProcess[],
  count: number,
  server: ChildProcess,
  happen: () => Promise<unknown>,
  last: (push: Push) => boolean = () => true,
): Promise<{ heard: Push[]; cpu: number }> {
  await Promise.all(clients.map((child) => ask(child, { begin: true })));
  const cpu = await partOf(cpuSeconds, server, happen);
  let missing = '';
  for (let waited = 0; waited < PATIENCE_MS; waited += 250) {
    // The last push is the last state: at most an interval and a reading later.
    await pause(250);
    const before = await Promise.all(
      clients.map((child) => ask<{ heard: number; closed: number }>(child, { heard: true })),
    );
    const sum = before.reduce((all, { heard }) => all + heard, 0);
    const closed = before.reduce((all, part) => all + part.closed, 0);
    missing = `${sum} frames at ${count} clients, of which ${closed} were closed`;
    if (sum === 0 || sum % count !== 0) continue;
    const parts = await Promise.all(clients.map((child) => ask<{ pushes: Push[] }>(child, { gather: true })));
    const heard = merged(parts.map((part) => part.pushes));
    // Each push at each client, or the figures are of something else.
    if (heard.some(last) && heard.every((push) => push.latencies.length === count)) return { heard, cpu };
  }
  throw new Error(`Some clients did not hear everything: ${missing}.`);
}

/** Resolves when no client has heard anything for a second: what was on its way before a round is none of its pushes. */
export async function calm(clients: readonly ChildProcess[]): Promise<void> {
  let before = -1;
  for (let waited = 0; waited < PATIENCE_MS; waited += CALM_MS) {
    const parts = await Promise.all(clients.map((child) => ask<{ heard: number }>(child, { heard: true })));
    const now = parts.reduce((all, { heard }) => all + heard, 0);
    if (now === before) return;
    before = now;
    await pause(CALM_MS);
  }
  throw new Error('The clients went on hearing of something.');
}

function merged(parts: readonly Push[][]): Push[] {
  const all = new Map<string, Push>();
  for (const push of parts.flat()) {
    const known = all.get(push.name);
    if (known === undefined) all.set(push.name, { ...push, latencies: [...push.latencies] });
    else for (const latency of push.latencies) known.latencies.push(latency);
  }
  return [...all.values()].sort((a, b) => a.millis - b.millis);
}

export function ask<T = unknown>(child: ChildProcess, message: object): Promise<T> {
  const answer = answerOf<T>(child);
  child.send(message);
  return answer;
}

export const votedIn = (text: string): number => Number(/"voted":\{"apartments":(\d+)/.exec(text)?.[1]);

/** Node.js takes as many descriptors as it is allowed by itself; more than that only the system can give. */
export function demandDescriptors(needed: number): void {
  const file = '/proc/self/limits';
  if (!existsSync(file)) return;
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unlimited';
  if (limit === 'unlimited' || Number(limit) >= needed) return;
  throw new Error(
    `A process may open ${limit} files here and needs ${needed}: raise it with 'ulimit -Hn ${needed}'.`,
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
