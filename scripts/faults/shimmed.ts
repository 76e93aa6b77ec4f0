import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Ground } from './ground.ts';
import { makeShim, type Shim, whyNoShim } from './shim.ts';

/** Shims by folder of the row. */
const shims = new Map<string, Shim>();

/** Faults of servers with a shim. Empty with a message if the machine cannot build the shim. */
export function shimmed(name: string, faults: readonly Omit<Fault, 'setup'>[]): readonly Fault[] {
  const why = whyNoShim();
  if (why === null) return faults.map((fault) => ({ ...fault, setup }));
  console.log(`Left out: ${name}; ${why}.`);
  return [];
}

/** Shim shared by all processes of the row: same disk, same clock. */
function setup(folder: string): { env: Record<string, string> } {
  const shim = makeShim(join(folder, 'data'), undefined, folder);
  shims.set(folder, shim);
  return { env: shim.env };
}

/** Returns the shim of a row. */
export function shimOf({ folder }: Ground): Shim {
  const shim = shims.get(folder);
  if (shim === undefined) throw new Error(`No shim was made for ${folder}.`);
  return shim;
}
