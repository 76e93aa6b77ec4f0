import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Ground } from './ground.ts';
import { makeShim, type Shim, whyNoShim } from './shim.ts';

/** Shims (faulty disk and clock) by folder of the fault run. */
const shims = new Map<string, Shim>();

/**
 * Makes faults for servers with a shim (library for simulated faults of disk and clock). If the machine
 * cannot build the shim, prints a message and returns no faults.
 */
export function shimmed(name: string, faults: readonly Omit<Fault, 'setup'>[]): readonly Fault[] {
  const why = whyNoShim();
  if (why === null) return faults.map((fault) => ({ ...fault, setup }));
  console.log(`Left out: ${name}; ${why}.`);
  return [];
}

/** Makes a shared shim for all processes of a fault run, so all have the same disk and clock. */
function setup(folder: string): { env: Record<string, string> } {
  const shim = makeShim(join(folder, 'data'), undefined, folder);
  shims.set(folder, shim);
  return { env: shim.env };
}

/** Returns the shim (faulty disk and clock) of a fault run. */
export function shimOf({ folder }: Ground): Shim {
  const shim = shims.get(folder);
  if (shim === undefined) throw new Error(`No shim was made for ${folder}.`);
  return shim;
}
