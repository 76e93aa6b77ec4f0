/**
 * Bench: notifications between server processes on PostgreSQL, with fifty joints and ten changes per second by
 * three processes. Each change is a separate commit. The other two processes learn of a change by a notification
 * per change, by one notification per interval, or by polling the revisions, in turns. Measures the wait of a
 * commit, the delay of a change, and the database's processor time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../server/testing/setup/postgres-server.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures, median } from './kit/sorted.ts';
import { undisturbed } from './kit/undisturbed.ts';

const JOINTS = 50;
const CHANGES_EACH_PER_SECOND = 10;
const PROCESSES = 3;
/** Interval for gathered notifications and for polling, ms. */
const TICK_MS = 20;
const SECONDS = 4;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CHANNEL = 'words';

const WAYS = ['nobody is told', 'a word for each change', 'a word for a tick', 'looking each tick'] as const;
type Way = (typeof WAYS)[number];

interface Round {
  commits: Figures;
  heard: Figures;
  /** Processor time of the database, as a part of one processor. */
  database: number;
}

/** Simulated server process: database connections for writing, notifying and listening. */
class Member {
  readonly writers: pg.Pool;
  readonly #teller: pg.Pool;
  readonly #listener: pg.Client;
  readonly #seen = new Map<number, number>();
  #toTell = new Map<number, number>();
  #hear: (jointId: number, number: number) => void = () => undefined;
  #way: Way = 'nobody is told';
  #tick: NodeJS.Timeout | null = null;
  /** Pending polling query of the last interval. */
  #asking: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.writers = new pg.Pool({ connectionString: url, max: 10 });
    this.#teller = new pg.Pool({ connectionString: url, max: 3 });
    this.#listener = new pg.Client({ connectionString: url });
  }

  async start(): Promise<void> {
    await this.#listener.connect();
    await this.#listener.query(`listen ${CHANNEL}`);
    this.#listener.on('notification', ({ payload = '[]' }) => {
      const words: [number, number][] = JSON.parse(payload);
      for (const [jointId, number] of words) this.#hear(jointId, number);
    });
  }

  begin(way: Way, hear: (jointId: number, number: number) => void): void {
    this.#way = way;
    this.#hear = hear;
    const asks: Partial<Record<Way, () => Promise<void>>> = {
      'a word for a tick': () => this.#tellAll(),
      'looking each tick': () => this.#look(),
    };
    const ask = asks[way];
    if (ask === undefined) return;
    this.#tick = setInterval(() => {
      this.#asking = ask();
    }, TICK_MS);
  }

  async end(): Promise<void> {
    if (this.#tick !== null) clearInterval(this.#tick);
    await this.#asking;
  }

  /** Notifies the other processes of a committed change, at once or with the next interval. */
  changed(jointId: number, number: number): void {
    if (this.#way === 'a word for each change') void this.#tell([[jointId, number]]);
    else if (this.#way === 'a word for a tick') this.#toTell.set(jointId, number);
  }

  async leave(): Promise<void> {
    await Promise.all([this.writers.end(), this.#teller.end(), this.#listener.end()]);
  }

  async #tellAll(): Promise<void> {
    const words = [...this.#toTell];
    this.#toTell = new Map();
    if (words.length > 0) await this.#tell(words);
  }

  async #tell(words: readonly (readonly [number, number])[]): Promise<void> {
    await this.#teller.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(words)]);
  }

  async #look(): Promise<void> {
    const { rows } = await this.#teller.query<{ joint_id: number; number: number }>({
      name: 'look',
      text: 'select joint_id, number from revision',
    });
    for (const { joint_id: jointId, number } of rows) {
      if ((this.#seen.get(jointId) ?? 0) >= number) continue;
      this.#seen.set(jointId, number);
      this.#hear(jointId, number);
    }
  }
}

async function main(): Promise<void> {
  const postgres = await startPostgres();
  const members: Member[] = [];
  try {
    const { url } = await createDatabase(postgres.url);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query('create table revision (joint_id integer primary key, number integer not null)');
    await admin.query('insert into revision select n, 0 from generate_series(1, $1) as n', [JOINTS]);
    await admin.end();
    for (let i = 0; i < PROCESSES; i += 1) members.push(new Member(url));
    await Promise.all(members.map((member) => member.start()));

    const rounds = new Map<Way, Round[]>(WAYS.map((way) => [way, []]));
    for (const way of WAYS) await play(members, way);
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const way of WAYS) {
        rounds.get(way)?.push(await undisturbed(() => play(members, way), databasePids()));
      }
    }
    print(rounds);
  } finally {
    await Promise.all(members.map((member) => member.leave()));
    await postgres.stop();
  }
}

/**
 * Makes changes at a steady rate and measures a round; consecutive changes of a joint come from different
 * processes.
 */
async function play(members: readonly Member[], way: Way): Promise<Round> {
  const committed = new Map<string, number>();
  const heard: number[] = [];
  const commits: number[] = [];
  for (const member of members) {
    member.begin(way, (jointId, number) => {
      const at = committed.get(`${jointId}/${number}`);
      if (at !== undefined) heard.push(performance.now() - at);
    });
  }
  const sent: Promise<void>[] = [];
  const [before, began] = [databaseTicks(), performance.now()];
  const changes = SECONDS * JOINTS * CHANGES_EACH_PER_SECOND;
  for (let n = 0; n < changes; n += 1) {
    const wait = began + (n * 1000) / (JOINTS * CHANGES_EACH_PER_SECOND) - performance.now();
    if (wait > 0) await pause(wait);
    const member = members[n % members.length];
    if (member !== undefined) sent.push(change(member, 1 + (n % JOINTS)));
  }
  await Promise.all(sent);
  await pause(5 * TICK_MS);
  const spent = [...databaseTicks()].reduce((sum, [pid, ticks]) => sum + ticks - (before.get(pid) ?? 0), 0);
  // Converts from hundredths of a second.
  const database = (10 * spent) / (performance.now() - began);
  await Promise.all(members.map((member) => member.end()));
  return { commits: figures(commits), heard: figures(heard), database };

  async function change(member: Member, jointId: number): Promise<void> {
    const from = performance.now();
    const { rows } = await member.writers.query<{ number: number }>({
      name: 'change',
      text: 'update revision set number = number + 1 where joint_id = $1 returning number',
      values: [jointId],
    });
    const to = performance.now();
    commits.push(to - from);
    const number = rows[0]?.number ?? 0;
    committed.set(`${jointId}/${number}`, to);
    member.changed(jointId, number);
  }
}

/** Returns the ids of the database's processes on the machine, found by name. */
function databasePids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => statOf(pid)?.includes('(postgres)'))
    .map(Number);
}

/** Returns the processor time of each database process so far, in clock ticks. */
function databaseTicks(): Map<number, number> {
  return new Map(
    databasePids().map((pid) => {
      const fields = statOf(String(pid))?.split(') ').at(-1)?.split(' ') ?? [];
      return [pid, Number(fields[11] ?? 0) + Number(fields[12] ?? 0)];
    }),
  );
}

function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return null;
  }
}

function print(all: ReadonlyMap<Way, readonly Round[]>): void {
  sayHead(
    `Words between ${PROCESSES} processes on PostgreSQL`,
    `${JOINTS} joints, ${CHANGES_EACH_PER_SECOND} changes a second each, ${ROUNDS} rounds of ${SECONDS} s, a tick of ${TICK_MS} ms`,
  );
  for (const [title, of] of [
    ['a commit', 'commits'],
    ['until a change is heard of', 'heard'],
  ] as const) {
    sayTable(
      [...FIGURES, 'database cpu %'],
      [...all]
        .filter(([way]) => of === 'commits' || way !== 'nobody is told')
        .map(([way, rounds]) => [
          `${title}: ${way}`,
          ...cells(rounds.map((round) => round[of])),
          (100 * median(rounds.map(({ database }) => database))).toFixed(0),
        ]),
    );
  }
  say();
  const quiet = all.get('nobody is told') ?? [];
  for (const way of WAYS.slice(1)) {
    const ratios = (all.get(way) ?? []).map(
      ({ commits }, i) => commits.p99 / (quiet[i]?.commits.p99 ?? Number.NaN),
    );
    judge(`a commit's p99, ${way} / nobody is told`, ratios, { atMost: 1.5 });
  }
  sayLoad();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await main();
