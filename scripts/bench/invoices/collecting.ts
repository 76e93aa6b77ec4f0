/**
 * Bench: a month of fees of 1,500 units, from the fees to the issued bills and to the vouchers, by API calls on the built
 * server, alone and beside an assembly of another joint.
 */
import { makeBenchStore } from '../kit/bench-store.ts';
import { inFolder, spentWithChildren, startServer } from '../kit/children.ts';
import { eveningOf, Hall } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { cells, FIGURES, type Figures } from '../kit/sorted.ts';
import { BilledJoints } from './billed-joints.ts';

/** Number of units. The variable BENCH_BILLS sets another number. */
const UNITS = Number(process.env.BENCH_BILLS ?? 1500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 40;
const SECONDS = 10;
/** Seconds until all units have voted on a question; on a busy machine the jobs continue longer. */
const MOST_SECONDS = (VOTERS * UNITS_EACH) / VOTES_PER_SECOND - 1;
const MARK = { atMost: 5 };
const PACE_MARK = { atMost: 1.5 };

/** Times of a month, in seconds: by the clock, and of processor with the workers. */
interface Month {
  /** Preparing the month from the fees, and from 'Emitir' until the bills stand. */
  issue: number;
  issueWork: number;
  vouchers: number;
  vouchersWork: number;
}

async function main(folder: string, secret: string): Promise<void> {
  const size = { voters: VOTERS, unitsEach: UNITS_EACH, questions: 2 * ROUNDS + 1 };
  const assembly = await makeBenchStore(folder, secret, size);
  const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
  const origin = `http://127.0.0.1:${server.port}`;
  const spent = () => spentWithChildren(server.child);
  const joints = new BilledJoints(origin, assembly.staff, UNITS, spent);
  const waiting: number[] = [];
  for (let i = 0; i <= 2 * ROUNDS; i += 1) waiting.push(await joints.withFees());
  const hall = new Hall(server.port, assembly, VOTES_PER_SECOND);
  const votes = eveningOf(origin, assembly, hall);
  /** Bills a month by fees and makes the vouchers, in a joint of its own. */
  const month = async (): Promise<Month> => {
    const jointId = waiting.pop() ?? 0;
    const before = spent();
    const prepared = await joints.prepareFees(jointId);
    const work = spent() - before;
    const issued = await joints.issue(jointId);
    const vouchers = await joints.vouchers(jointId);
    return {
      issue: prepared + issued.standing,
      issueWork: work + issued.standingWork,
      vouchers: vouchers.seconds,
      vouchersWork: vouchers.work,
    };
  };
  await votes(SECONDS / 2);
  await month();
  const alone: Month[] = [];
  const [quiet, busy]: [Figures[], Figures[]] = [[], []];
  for (let i = 0; i < ROUNDS; i += 1) {
    alone.push(await month());
    quiet.push(await votes(SECONDS));
    let isOver = false;
    const beside = month().finally(() => {
      isOver = true;
    });
    busy.push(await votes(MOST_SECONDS, () => isOver));
    await beside;
  }
  hall.leave();
  print(alone, quiet, busy);
}

function print(alone: readonly Month[], quiet: readonly Figures[], busy: readonly Figures[]): void {
  sayHead(
    `A month of fees of ${UNITS} units: bills by the fees, then the vouchers for Siigo Nube`,
    `${VOTES_PER_SECOND} votes a second in another joint, SQLite synced (FULL)`,
  );
  const of = (part: (month: Month) => number) => alone.map(part);
  say();
  judge(
    'from the fees until the bills stand',
    of(({ issue }) => issue),
    MARK,
    ' s',
  );
  judge(
    'processor time from the fees until the bills stand',
    of(({ issueWork }) => issueWork),
    MARK,
    ' s',
  );
  judge(
    'vouchers',
    of(({ vouchers }) => vouchers),
    MARK,
    ' s',
  );
  judge(
    'processor time of the vouchers',
    of(({ vouchersWork }) => vouchersWork),
    MARK,
    ' s',
  );
  sayTable(FIGURES, [
    ['votes, quiet', ...cells(quiet)],
    ['votes while a month of fees is billed', ...cells(busy)],
  ]);
  judge(
    'votes, p99, while / quiet',
    busy.map(({ p99 }, at) => p99 / (quiet[at]?.p99 ?? Number.NaN)),
    PACE_MARK,
  );
  sayLoad();
}

await inFolder(main);
