/** Rounds that nothing else on the machine has part in: one that others disturbed is dropped and taken again. */
import { readdirSync, readFileSync } from 'node:fs';
import { say } from './results.ts';

/** Cores that processes of others may take; more of them would be in the figures. */
const MOST_OTHERS = 0.3;
/** BENCH_TRIES=1 takes each round as it comes: to try a bench on a busy machine. */
const TRIES = Number(process.env.BENCH_TRIES ?? 4);
/** What the system counts in: hundredths of a second on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Takes a round until others took at most 0.3 cores during it, `TRIES` times at most; the last one stands, and says what
 * disturbed it. Where the system does not tell (no /proc), every round stands.
 *
 * @param work what is measured; it is taken again from its beginning
 * @param also pids of processes of this bench that are not its children, such as a database's
 */
export async function undisturbed<T>(work: () => Promise<T>, also: readonly number[] = []): Promise<T> {
  for (let i = 1; ; i += 1) {
    const before = ticks(also);
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    const after = ticks(also);
    if (before === null || after === null) return result;
    const others = (after.all - before.all - (after.own - before.own)) / TICKS_PER_SECOND / seconds;
    if (others <= MOST_OTHERS) return result;
    if (i === TRIES) {
      say(`(a round stands although others took ${others.toFixed(2)} cores during it)`);
      return result;
    }
  }
}

/** Processor time of the whole machine so far, and of this process with all that it started. */
function ticks(also: readonly number[]): { all: number; own: number } | null {
  try {
    // user, nice, system, idle, iowait, irq, softirq, steal: all but idle and iowait is work, steal that of neighbours.
    const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = (
      /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1] ?? ''
    )
      .split(' ')
      .map(Number);
    return { all: user + nice + system + irq + soft + steal, own: ownTicks(also) };
  } catch {
    return null;
  }
}

function ownTicks(also: readonly number[]): number {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name, which may hold spaces: the state, who started it; from the twelfth on its own time and that of
      // its children that have ended.
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      const sum = fields.slice(11, 15).reduce((all, one) => all + Number(one), 0);
      parents.set(Number(name), { parent: Number(fields[1]), ticks: sum });
    } catch {
      // It has just ended: its time is its parent's now.
    }
  }
  const roots = new Set([process.pid, ...also]);
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)?.parent) {
      if (roots.has(at)) return true;
    }
    return false;
  };
  return [...parents].reduce((all, [pid, { ticks: spent }]) => (isOurs(pid) ? all + spent : all), 0);
}
