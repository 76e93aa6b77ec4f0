/**
 * Bench: cost of a vote and of a live message by the number of stored votes on the open question; both must stay
 * constant. Runs in one process and measures processor time, hardly affected by other programs.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readJointState } from '../../server/assemblies/live/joint-state.ts';
import { readConcepts } from '../../server/assemblies/store/questions/concepts.repository.ts';
import { keepTallies } from '../../server/assemblies/store/tally/kept-tally.repository.ts';
import { countVotes } from '../../server/assemblies/store/tally/tally.repository.ts';
import { BallotBox } from '../../server/assemblies/voting/ballot-box.ts';
import { voteToStore } from '../../server/assemblies/voting/cast-votes.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { hash53 } from '../../server/platform/http/idempotency.ts';
import { type BenchStore, makeBenchStore } from './kit/bench-store.ts';
import { judge, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { median } from './kit/sorted.ts';

const LEVELS = [1_000, 10_000, 100_000];
const VOTERS = 200;
const UNITS_EACH = 40;
/** Number of votes that arrive together. */
const BATCH = 50;
const BATCHES = 40;
/** Goal: maximum ratio of the cost of a live message at a hundred thousand votes to the cost at a thousand. */
const MARK = 1.5;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const secret = randomBytes(48).toString('base64url');
  const made = await makeBenchStore(folder, secret, { voters: VOTERS, unitsEach: UNITS_EACH, questions: 1 });
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  const { db } = store;
  try {
    const { jointId } = made;
    const place = { jointId, rootId: jointId, jointName: '', sectorIds: [] };
    const [conceptId = 0] = made.questions;
    const { assembly_id: assemblyId } = await db
      .selectFrom('concept')
      .select('assembly_id')
      .where('concept_id', '=', conceptId)
      .executeTakeFirstOrThrow();
    const votesToCast = randomVotes(made, conceptId);
    const box = new BallotBox(store, () => undefined);
    const castBatch = () =>
      Promise.all(
        Array.from({ length: BATCH }, () => {
          const { value } = votesToCast.next();
          if (value === undefined) throw new Error('There are not enough units.');
          return box.cast(jointId, value);
        }),
      );
    let state = await readJointState(store, place, undefined);
    for (let i = 0; i < 20; i += 1) {
      await castBatch();
      state = await readJointState(store, place, state);
    }

    sayHead('A vote with its key and a push, by the votes that stand on the open question');
    const rows: [string, number, number, number][] = [];
    for (const level of LEVELS) {
      const { standing } = await db
        .selectFrom('vote')
        .select((eb) => eb.fn.countAll<number>().as('standing'))
        .executeTakeFirstOrThrow();
      if (level > standing) await fill(level - standing, { assemblyId, jointId, conceptId, level });
      await keepTallies(db);
      state = await readJointState(store, place, undefined);
      const [votes, pushes, counts]: number[][] = [[], [], []];
      const [concept] = await readConcepts(db, { assemblyId, jointId, conceptId });
      if (concept === undefined) throw new Error('There is no question.');
      for (let i = 0; i < BATCHES; i += 1) {
        votes?.push((await spent(castBatch)) / BATCH);
        pushes?.push(
          await spent(async () => {
            state = await readJointState(store, place, state);
          }),
        );
        if (i % 8 === 0) counts?.push(await spent(() => countVotes(db, assemblyId, jointId, [concept])));
      }
      const stand = state.snapshot.concepts.find((one) => one.conceptId === conceptId)?.voted.apartments;
      if (stand !== level + BATCH * BATCHES)
        throw new Error(`${stand} of ${level + BATCH * BATCHES} are told.`);
      const [vote = 0, push = 0, count = 0] = [votes, pushes, counts].map((all) =>
        Math.round(median(all ?? [])),
      );
      rows.push([String(level), vote, push, count]);
    }
    sayTable(['µs a vote', 'µs a push', 'µs to count all'], rows);
    const [first, last] = [rows[0], rows.at(-1)];
    for (const [i, what] of [
      [1, 'a vote'],
      [2, 'a push'],
    ] as const) {
      const ratio = Number(last?.[i]) / Number(first?.[i]);
      judge(`${what} at ${LEVELS.at(-1)} against at ${LEVELS[0]}`, ratio, { atMost: MARK });
    }
    sayLoad();
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Stores units with votes directly, because a table of units may not have so many. */
  async function fill(
    count: number,
    at: { assemblyId: number; jointId: number; conceptId: number; level: number },
  ): Promise<void> {
    const key = sql`${at.assemblyId} as a, ${at.jointId} as j, 'L' || ${at.level} || '-' || n as u`;
    const units = sql`(with recursive l(n) as (select 1 union all select n + 1 from l where n < ${count}) select n, ${key} from l)`;
    await db.transaction().execute(async (trx) => {
      await sql`insert into roll_unit (assembly_id, joint_id, apartment_id, position, kind, owner_name, owner_key, coefficient)
        select a, j, u, n, 'vivienda', u, 'name:' || u, 1000 from ${units}`.execute(trx);
      await sql`insert into roll_entry (assembly_id, joint_id, apartment_id, version, kind, owner_name, coefficient)
        select a, j, u, 1, 'vivienda', u, 1000 from ${units}`.execute(trx);
      await sql`insert into attendance (assembly_id, joint_id, apartment_id, holder, holder_is_code, by_proxy, remote, at,
          registered_by, confirmed, roll_version)
        select a, j, u, 'h' || n, 0, 0, 0, 1, 'user:1', 1, 1 from ${units}`.execute(trx);
      await sql`insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt, holder,
          cast_by, remote, kind, roll_version)
        select a, j, ${at.conceptId}, u, 1 + n % 3, 1000, 1, 'R' || u, 'h' || n, 'user:1', 0, 'vivienda', 1
        from ${units}`.execute(trx);
    });
  }
}

/** Generates a vote for each unit, with an idempotency key; consecutive votes have different owners. */
function* randomVotes({ jointId, voters }: BenchStore, conceptId: number) {
  for (let unit = 0; unit < UNITS_EACH; unit += 1) {
    for (const [i, { units, userId }] of voters.entries()) {
      const actor = `user:${userId}`;
      const row = voteToStore({
        jointId,
        conceptId,
        actor,
        apartmentId: units[unit] ?? '',
        answerId: 1 + (i % 3),
        device: { holder: userId, userId: Number(userId) },
      });
      yield {
        row,
        key: { keyHash: hash53(randomBytes(12).toString('hex')), bodyHash: hash53(actor) },
      };
    }
  }
}

/**
 * Returns the microseconds of processor time that `work` takes in this process, with the thread of the database.
 */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

await main();
