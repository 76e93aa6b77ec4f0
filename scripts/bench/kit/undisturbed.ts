/** Runs measured rounds without other load on the machine: a disturbed round is dropped and repeated. */
import { readdirSync, readFileSync } from 'node:fs';
import { say } from './results.ts';

/** Maximum number of processors that other processes may use during a round. */
const MOST_OTHERS = 0.3;
/** Maximum number of tries of a round. BENCH_TRIES=1 accepts every round, to try a bench on a busy machine. */
export const TRIES = Number(process.env.BENCH_TRIES ?? 4);
/** Number of clock ticks per second in /proc, 100 on every Linux that runs Node.js. */
const TICKS_PER_SECOND = 100;

let disturbed = 0;
/** Number of rounds so far that stand although other programs took processors. */
export const disturbedRounds = (): number => disturbed;

/**
 * Measures a round of a bench again until other processes use at most 0.3 processors meanwhile, up to
 * `TRIES` times. The last round counts, with a notice of the disturbance. Without /proc every round counts.
 * @param work measured work; started again from the beginning
 * @param also ids of processes of the bench started elsewhere, for example a database
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
      disturbed += 1;
      say(`(a round stands although others took ${others.toFixed(2)} cores during it)`);
      return result;
    }
  }
}

/**
 * Processor time so far, in ticks, of the whole machine, and of this process with the descendants. Null without
 * /proc.
 */
function ticks(also: readonly number[]): { all: number; own: number } | null {
  try {
    // user, nice, system, idle, iowait, irq, softirq, steal: all but idle and iowait is work; steal is work of
    // neighbours.
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
      // Fields after the name (may contain spaces): state, parent; from the twelfth on the process's time and the
      // time of its ended children.
      const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      const sum = fields.slice(11, 15).reduce((all, one) => all + Number(one), 0);
      parents.set(Number(name), { parent: Number(fields[1]), ticks: sum });
    } catch {
      // The process has just ended: its time is included in its parent's.
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
