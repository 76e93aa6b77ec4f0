/**
 * `npm run tour`: plays a scan, a vote and a bill of a month in a small store, and prints the called functions with
 * file and line, the written rows, the audit entries and the live events. With `--page` writes docs/start/tour.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { printTour, tourPage } from './print.ts';
import { playTour } from './tour.ts';

const PAGE = new URL('../../docs/start/tour.md', import.meta.url);

const acts = await playTour();
if (process.argv.includes('--page')) writeFileSync(PAGE, tourPage(readFileSync(PAGE, 'utf8'), acts));
else console.log(printTour(acts));
