/**
 * Bench: cost of issuing a month with invoices, by API calls on the built server. Measures the time per invoice
 * against a bare pdfkit page of the same content, the memory, and the effect on an assembly of another joint.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../kit/audience.ts';
import { makeBenchStore } from '../kit/bench-store.ts';
import { inFolder, spentWithChildren, startHelper, startServer } from '../kit/children.ts';
import { eveningOf, Hall } from '../kit/hall.ts';
import type { Made } from '../kit/office.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { cells, FIGURES, type Figures, median } from '../kit/sorted.ts';
import { BilledJoints, type Issued } from './billed-joints.ts';

/** Number of bills. The variable BENCH_BILLS sets another number. */
const BILLS = Number(process.env.BENCH_BILLS ?? 1500);
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 40;
/** Number of rounds. The variable BENCH_ROUNDS sets another; a single round shows most, in a third of the time. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = 10;
/** Seconds until all units have voted on a question; on a busy machine the job continues longer. */
const MOST_SECONDS = (VOTERS * UNITS_EACH) / VOTES_PER_SECOND - 1;
const WARM_UP_SECONDS = 4;
const INVOICE_MARK = { atMost: 1.5, stretch: 1.25 };
const PACE_MARK = { atMost: 1.5, stretch: 1.2 };
/** Goal: seconds from 'Emitir' until 1,500 bills are numbered and stored. */
const ISSUE_MARK = { atMost: 5 };
/** Goal: maximum ratio of the time for a page of the relación to the time for a page of the invoices. */
const RELATION_MARK = { atMost: 3 };

interface Round {
  bare: Made;
  /** Measurement from 'Emitir' until the invoices are complete. */
  issue: Issued;
  /** Measurement of making the invoices alone. */
  ours: Made;
  /** Measurement of making the relación (table of all bills) as PDF. */
  relation: Made;
  /** Measurement of an issue during an assembly of another joint. */
  beside: Made;
  quiet: Figures;
  busy: Figures;
}

async function main(folder: string, secret: string): Promise<void> {
  const size = { voters: VOTERS, unitsEach: UNITS_EACH, questions: 2 * ROUNDS + 1 };
  const assembly = await makeBenchStore(folder, secret, size);
  const callsFile = join(folder, 'calls.json');
  const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });

  const origin = `http://127.0.0.1:${server.port}`;
  const joints = new BilledJoints(origin, assembly.staff, BILLS, () => spentWithChildren(server.child));
  // A month is issued once, so each issue needs another joint.
  const prepared: number[] = [];
  for (let i = 0; i <= 2 * ROUNDS; i += 1) prepared.push(await joints.prepare());
  const next = () => prepared.pop() ?? 0;
  const hall = new Hall(server.port, assembly, VOTES_PER_SECOND);
  const votes = eveningOf(origin, assembly, hall);
  const bare = async (): Promise<Made> => {
    const child = startHelper('invoices/bare.mjs', [callsFile]);
    return ask<Made>(child, { go: true });
  };
  const memory = watchMemory(server.child);

  await votes(WARM_UP_SECONDS);
  const first = next();
  await joints.issue(first);
  await joints.writeCalls(folder, first, callsFile);
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const drawn = await bare();
    const jointId = next();
    const issue = await joints.issue(jointId);
    const ours = await joints.invoices(jointId);
    const relation = await joints.relation(jointId);
    tell(i + 1, { issue, ours, relation });
    const quiet = await votes(SECONDS);
    let isOver = false;
    const job = joints.issue(next()).finally(() => {
      isOver = true;
    });
    const busy = await votes(MOST_SECONDS, () => isOver);
    rounds.push({ bare: drawn, issue, ours, relation, beside: await job, quiet, busy });
  }
  hall.leave();
  print(rounds, memory.stop());
}

/** Prints the result of a round at once, because the whole bench takes long. */
function tell(round: number, { issue, ours, relation }: Pick<Round, 'issue' | 'ours' | 'relation'>): void {
  const timeText = ({ seconds, work }: Made) => `${seconds.toFixed(1)} s (${work.toFixed(1)} s of processor)`;
  say(
    `Round ${round}: bills stand after ${issue.standing.toFixed(1)} s, with their invoices ${timeText(issue)}; invoices alone ${timeText(ours)}; relación ${timeText(relation)}, ${relation.pages} pages`,
  );
}

/** Peak memory of the server and of the largest child process, in megabytes; NaN if the system does not report. */
interface Memory {
  server: number;
  worker: number;
}

function watchMemory(server: ChildProcess): { stop: () => Memory } {
  let worker = Number.NaN;
  const look = () => {
    // Workers are children of their host.
    for (const pid of childrenOf(server.pid).flatMap((host) => [host, ...childrenOf(Number(host))])) {
      const peak = peakOf(pid);
      if (peak > worker || Number.isNaN(worker)) worker = peak;
    }
  };
  const timer = setInterval(look, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return { server: peakOf(String(server.pid)), worker };
    },
  };
}

function peakOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // A process that has just ended has no entry.
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    // The process has just ended, or the system has no /proc.
    return Number.NaN;
  }
}

/** Returns the ids of the child processes of a process, from /proc. */
function childrenOf(parent: number | undefined): string[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      // Fields after the name (may contain spaces): state, parent.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[1]) === parent;
    } catch {
      return false;
    }
  });
}

function print(rounds: readonly Round[], memory: Memory): void {
  sayHead(
    `A month of ${BILLS} units issued by its job, invoices as one PDF included`,
    `${VOTES_PER_SECOND} votes a second in another joint, SQLite synced (FULL)`,
  );
  for (const { ours, issue, bare, beside } of rounds) {
    if ([ours, issue, bare, beside].some(({ pages }) => pages !== BILLS))
      throw new Error('A page is missing.');
  }
  const row = (what: string, of: (round: Round) => Made) =>
    [
      what,
      median(rounds.map((round) => each(of(round)))).toFixed(2),
      rounds.map((round) => each(of(round)).toFixed(2)).join(', '),
    ] as const;
  sayTable(
    ['ms a page', 'rounds'],
    [
      row("from 'Emitir' until the PDF can be fetched", ({ issue }) => issue),
      row('the same while votes are cast', ({ beside }) => beside),
      row('the invoices alone, from asking for the job to its stored file', ({ ours }) => ours),
      row('bare pdfkit pages with the same content', ({ bare }) => bare),
      row('a page of the relación', ({ relation }) => relation),
    ],
  );
  say();
  judgeTimes(rounds);
  const size = Math.max(...rounds.map(({ ours }) => ours.bytes));
  const shown = Math.min(...rounds.map(({ issue }) => issue.shown));
  say(`Progress shown while it was issued: ${shown} different figures or more`);
  say(
    `Most memory: server ${memory.server.toFixed(0)} MB, a worker ${memory.worker.toFixed(0)} MB; file: ${(size / 1e6).toFixed(1)} MB`,
  );
  sayTable(FIGURES, [
    ['votes, quiet', ...cells(rounds.map(({ quiet }) => quiet))],
    ['votes while a month is issued', ...cells(rounds.map(({ busy }) => busy))],
  ]);
  judge(
    'votes, p99, while / quiet',
    rounds.map(({ busy, quiet }) => busy.p99 / quiet.p99),
    PACE_MARK,
  );
  sayLoad();
}

/** Returns the time of a page, ms. */
const each = ({ seconds, pages }: Made): number => (seconds * 1000) / pages;

/** Compares the times of invoices and relación with the goals. */
function judgeTimes(rounds: readonly Round[]): void {
  const against = (of: (round: Round) => Made) =>
    rounds.map((round) => of(round).seconds / round.bare.seconds);
  judge(
    'invoice alone / bare page',
    against(({ ours }) => ours),
    INVOICE_MARK,
  );
  judge(
    "invoice from 'Emitir' / bare page",
    against(({ issue }) => issue),
    INVOICE_MARK,
  );
  judge(
    "from 'Emitir' until the bills stand",
    rounds.map(({ issue }) => issue.standing),
    ISSUE_MARK,
    ' s',
  );
  judge(
    'page of the relación / invoice',
    rounds.map(({ relation, ours }) => each(relation) / each(ours)),
    RELATION_MARK,
  );
  judge(
    'processor time of the relación / invoice',
    rounds.map(({ relation, ours }) => relation.work / relation.pages / (ours.work / ours.pages)),
    RELATION_MARK,
  );
}

await inFolder(main);
