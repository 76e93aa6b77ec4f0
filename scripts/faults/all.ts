import type { Fault } from './fault.ts';
import { clocks } from './kinds/clocks.ts';
import { databases } from './kinds/databases.ts';
import { disks } from './kinds/disks.ts';
import { kills } from './kinds/kills.ts';
import { mails } from './kinds/mails.ts';
import { networks } from './kinds/networks.ts';
import { readers } from './kinds/readers.ts';
import { workers } from './kinds/workers.ts';

/** Every fault, by the group's name, in the order in which they are played. */
export const groups: Readonly<Record<string, readonly Fault[]>> = {
  ...{ kills, databases, networks },
  ...{ disks, clocks, readers, workers, mails },
};
