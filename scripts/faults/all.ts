import type { Fault } from './fault.ts';
import { clocks } from './kinds/clocks.ts';
import { databases } from './kinds/databases.ts';
import { disks } from './kinds/disks.ts';
import { kills } from './kinds/kills.ts';
import { mails } from './kinds/mails.ts';
import { networks } from './kinds/networks.ts';
import { readers } from './kinds/readers.ts';
import { workers } from './kinds/workers.ts';

/**
 * All faults of `npm run faults` (servers, databases, networks … made to fail during an assembly) by group
 * name, in the order of the results table.
 */
export const groups: Readonly<Record<string, readonly Fault[]>> = {
  kills,
  databases,
  networks,
  disks,
  clocks,
  readers,
  workers,
  mails,
};
