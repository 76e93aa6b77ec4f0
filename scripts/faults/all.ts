import { clocks } from './clocks.ts';
import { databases } from './databases.ts';
import { disks } from './disks.ts';
import type { Fault } from './fault.ts';
import { kills } from './kills.ts';
import { mails } from './mails.ts';
import { networks } from './networks.ts';
import { readers } from './readers.ts';
import { workers } from './workers.ts';

/** Every fault, by the group's name, in the order in which they are played. */
export const groups: Readonly<Record<string, readonly Fault[]>> = {
  ...{ kills, databases, networks },
  ...{ disks, clocks, readers, workers, mails },
};
