import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { headSignerOf } from '../../platform/audit/signing.ts';
import { makeVotingHall, type VotingHall } from '../../platform/db/hall.fixture.ts';
import { SqliteFile } from '../../platform/db/sqlite-file.ts';
import { runTransactions } from '../../platform/db/store-transactions.ts';
import type { VoteToStore } from './ballot-box.repository.ts';
import type { Batch, KeyedVotes, StoredBatch } from './batch.types.ts';
import { voteBatchTransaction } from './store-batch.ts';

const UNITS = 12;
const CARDS = 2;
/** Units of each card; the other units are not registered, and the last id is on no roll. */
const UNITS_OF_CARD = 5;
/** Tables changed by a batch of votes. */
const TABLES = ['vote', 'tally', 'owner_ballots', 'owner_tally', 'audit_entry', 'idempotency_key'].concat([
  'joint_revision',
  'quorum_check_unit',
]);
/** Changes of the hall between batches. Numbers of questions from 2: simple, nominal election, vote per owner. */
const CHANGES = {
  ...Object.fromEntries(
    [2, 3, 4].map((id) => [`ask ${id}`, `update concept set active = concept_id = ${id}`]),
  ),
  close: 'update concept set active = 0',
  reopen: `insert into question_interval (assembly_id, joint_id, concept_id, number, opened_at)
    select assembly_id, joint_id, concept_id, max(number) + 1, 10 from question_interval group by 1, 2, 3`,
  check:
    "insert or ignore into quorum_check (assembly_id, started_at, started_by) select assembly_id, 1, '' from assembly",
  askUnits: `insert or ignore into quorum_check_unit (check_id, joint_id, apartment_id, registered_at)
    select check_id, joint_id, apartment_id, at from quorum_check as c join attendance as a using (assembly_id)`,
  checked: 'update quorum_check set ended_at = 2 where ended_at is null',
  correct: `update roll_unit set version = version + 1, coefficient = coefficient + 7, kind = 'local'
    where apartment_id = 'U1001'`,
  weightless: "update roll_unit set coefficient = 0 where apartment_id in ('U1002', 'U1007', 'U1008')",
  leave: "delete from attendance where apartment_id = 'U1003'",
  remote: "update attendance set remote = 1 where apartment_id < 'U1006'",
  old: 'update idempotency_key set at = 1',
  untrusted: 'delete from audit_tree',
} as const;

/** Draws the usual value, and another value in a tenth of the cases: a batch has one unusual fact at most times. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: readonly T[]) =>
  fc.oneof({ weight: 9, arbitrary: usual }, fc.constantFrom(...others));
const request = fc.record({
  units: mostly(
    fc.nat(UNITS - 1).map((unit) => [unit]),
    [UNITS],
    [0, 1],
    [4, 7, 8],
  ),
  by: mostly(fc.constant('holder'), 'desk', 'user', 'other'),
  answer: mostly(fc.integer({ min: 1, max: 3 }), 4, 9),
  question: mostly(fc.constant(0), 2, 3, 4, 5),
  names: mostly(fc.constant<string | undefined>(undefined), '1,2', '1,2,3'),
  key: fc.option(fc.record({ keyHash: fc.nat(60), bodyHash: fc.nat(1) })),
  isSplit: mostly(fc.constant(false), true),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;
const batches = fc.array(request, { minLength: 1, maxLength: 3 });
const change = fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]));
const acts = fc.array(fc.oneof({ weight: 3, arbitrary: batches }, change), { minLength: 10, maxLength: 30 });

let hall: VotingHall;
let dataDir: string;
beforeAll(async () => {
  hall = await makeVotingHall(UNITS, async ({ register, ask }, ids) => {
    for (let card = 0; card < CARDS; card += 1)
      await register(ids.slice(card * UNITS_OF_CARD, (card + 1) * UNITS_OF_CARD));
    const first = await ask('¿Uno?');
    await ask({ conceptDescription: '¿Dos?', active: 0, rule: 'election', seats: 2, method: 'nominal' });
    await ask({ conceptDescription: '¿Tres?', active: 0, rule: 'perUnit' });
    return first;
  });
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-usual-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Opens a copy of the hall. `usual`: number of batches stored by the short way. */
function openHall(name: string, hasShortWay: boolean) {
  const folder = join(dataDir, name);
  hall.into(folder);
  const file = new SqliteFile(folder, false);
  const usual = { batches: 0 };
  const { runUsual, ...other } = voteBatchTransaction;
  const counted = (...call: Parameters<NonNullable<typeof runUsual>>) => {
    const stored = runUsual?.(...call) ?? null;
    if (stored !== null) usual.batches += 1;
    return stored;
  };
  const run = runTransactions(file, [hasShortWay ? { ...other, runUsual: counted } : other]);
  const change = (sql: string) => {
    const { found, error } = file.do([{ do: 'run', sql, parameters: [] }]);
    if (error !== undefined) throw error;
    return found[0]?.values ?? [];
  };
  change("update concept set vote_per = 'owner' where concept_id = 4");
  return {
    usual,
    change,
    store: async (batch: Batch): Promise<StoredBatch> => {
      const [answer] = await run([{ name: other.name, input: batch }]);
      if (answer?.error !== undefined) throw answer.error;
      return answer?.result as StoredBatch;
    },
    tables: () => TABLES.map((table) => change(`select * from ${table} order by 1, 2, 3, 4`)),
    close: () => {
      file.close();
      rmSync(folder, { recursive: true });
    },
  };
}

it('a usual batch leaves the same rows and answers as the ordinary way, after any acts', async () => {
  const signer = headSignerOf('a secret of the tests, long enough to sign with').plainSigner;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(acts, fc.boolean(), async (drawn, signs) => {
      runs += 1;
      const [short, ordinary] = [openHall(`short-${runs}`, true), openHall(`ordinary-${runs}`, false)];
      const cards = short.change('select distinct holder from attendance order by apartment_id') as string[];
      let question = 2;
      let receipts = 0;
      const newReceipt = () => `R${++receipts}`;
      const votesOf = ({ units, by, names, isSplit, key, ...of }: Request): KeyedVotes => {
        const rows = units.slice(0, isSplit ? 3 : 1).map((unit): VoteToStore => {
          const own = Math.floor(unit / UNITS_OF_CARD);
          const card = cards[by === 'other' ? 1 - own : own] ?? 'NOBODY';
          return {
            joint_id: hall.jointId,
            concept_id: of.question === 0 ? question : of.question,
            apartment_id: hall.ids[unit] ?? 'U9999',
            answer_id: of.answer,
            holder: by === 'desk' ? null : by === 'user' ? '1' : card,
            user_id: by === 'user' ? 1 : null,
            actor: by === 'desk' || by === 'user' ? 'user:1' : `code:${card}`,
            receipt: newReceipt(),
            ...defined({ choices: names }),
          };
        });
        return { rows, key, isSplit };
      };
      const usual: Request[] = [0, 6].map((unit) => ({
        ...{ units: [unit], by: 'holder', answer: 1, question: 0, names: undefined, isSplit: false },
        key: { keyHash: 100 + unit, bodyHash: 1 },
      }));
      try {
        for (const [i, act] of [usual, ...drawn].entries()) {
          if (typeof act === 'string') {
            const asks = act.startsWith('ask ');
            if (asks) question = Number(act.slice(4));
            // The only open question of a joint.
            const answers = [short, ordinary].map((one) => {
              if (asks) one.change(CHANGES.close);
              return [...one.change(CHANGES[act]), ...(act === 'check' ? one.change(CHANGES.askUnits) : [])];
            });
            expect(answers[0]).toEqual(answers[1]);
            continue;
          }
          const requests = act.map(votesOf);
          const batch = { rootId: hall.jointId, requests, at: 2e12 + i, signer: signs ? signer : null };
          expect(await short.store(batch)).toEqual(await ordinary.store(batch));
          expect(short.tables()).toEqual(ordinary.tables());
        }
        expect(short.usual.batches).toBeGreaterThan(0);
      } finally {
        short.close();
        ordinary.close();
      }
    }),
    { numRuns: rounds(40) },
  );
});
