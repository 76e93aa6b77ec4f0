/** Viewers of a bench: processes of live clients that record the receive time of each live message. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { answerOf, cpuSeconds, partOf } from './children.ts';

const PATIENCE_MS = 20_000;
const CALM_MS = 1_000;

export interface Push {
  /** Text of the live message from the event name to the timestamp, used to tell messages apart. */
  name: string;
  /** Timestamp in the live message, epoch ms: time when the server read the state. */
  millis: number;
  text: string;
  /** Milliseconds from the timestamp to the receipt, for each client. */
  latencies: number[];
}

/**
 * Runs an action, and collects the live messages of the simulated clients until every client has all
 * messages and the last message is accepted by `last`.
 * @param clients processes with the clients; `count`: number of clients
 * @param server process of the server, for the used processor time
 * @param happen the action
 * @returns `heard`: messages; `cpu`: part of a processor used by the server during the action
 */
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
    // The last push has the last state, at most an interval and a read later.
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
    // Each push at each client; otherwise the figures are invalid.
    if (heard.some(last) && heard.every((push) => push.latencies.length === count)) return { heard, cpu };
  }
  throw new Error(`Clients missed events: ${missing}.`);
}

/**
 * Waits for a second without live messages, so late messages do not count in the next round of the bench.
 */
export async function calm(clients: readonly ChildProcess[]): Promise<void> {
  let before = -1;
  for (let waited = 0; waited < PATIENCE_MS; waited += CALM_MS) {
    const parts = await Promise.all(clients.map((child) => ask<{ heard: number }>(child, { heard: true })));
    const now = parts.reduce((all, { heard }) => all + heard, 0);
    if (now === before) return;
    before = now;
    await pause(CALM_MS);
  }
  throw new Error('The clients still received events at the time limit.');
}

function merged(parts: readonly Push[][]): Push[] {
  const all = new Map<string, Push>();
  for (const push of parts.flat()) {
    const ofName = all.get(push.name);
    if (ofName === undefined) all.set(push.name, { ...push, latencies: [...push.latencies] });
    else for (const latency of push.latencies) ofName.latencies.push(latency);
  }
  return [...all.values()].sort((a, b) => a.millis - b.millis);
}

export function ask<T = unknown>(child: ChildProcess, message: object): Promise<T> {
  const answer = answerOf<T>(child);
  child.send(message);
  return answer;
}

export const votedIn = (text: string): number => Number(/"voted":\{"apartments":(\d+)/.exec(text)?.[1]);

/**
 * Fails if the system allows too few open files for a bench with many connections. Node.js raises the limit
 * only up to the system's hard limit.
 */
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
