import { Turns } from '../../platform/lib/semaphore.ts';

/** The turns of workers that reckon a month or a file's payments while somebody waits for the outcome. */
export const reckoning = new Turns(1, 8);
