/** Bench: effect of a long report on an assembly. A job makes the attendance report of another joint, 500 pages. */
import { assistanceReport } from '../../shared/assemblies/reports.api.ts';
import { measureBeside } from './kit/beside.ts';
import { say } from './kit/results.ts';

const PAGES = 500;

await measureBeside({
  title: `An assembly's pace beside a report of ${PAGES} pages, made by a job`,
  // Number of units for an attendance of 500 pages.
  size: { voters: 200, unitsEach: Number(process.env.BENCH_REPORT_UNITS ?? 66), questions: 1 },
  path: assistanceReport.path,
  tell: (jobs) => {
    const pages = jobs.map((job) => job.pages);
    const size = (Math.max(...jobs.map((job) => job.bytes)) / 1e6).toFixed(1);
    const seconds = jobs.map((job) => job.seconds.toFixed(1)).join(', ');
    say(`Each job made ${[...new Set(pages)].join(', ')} pages (${size} MB) in ${seconds} s.`);
    if (Math.min(...pages) < PAGES) throw new Error(`The report has fewer than ${PAGES} pages.`);
  },
});
