import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { resultOf } from '../server/assemblies/questions/result.ts';
import { readConcepts } from '../server/assemblies/store/questions/concepts.repository.ts';
import { openStore } from '../server/platform/db/connect.ts';
import { findKeys } from '../server/platform/http/idempotency.repository.ts';
import { hash53 } from '../server/platform/http/idempotency.ts';
import { freshPostgresDatabase } from '../server/testing/setup/postgres.ts';
import { nano } from '../shared/coefficient.ts';
import { migrations } from './index.ts';

/** SQL of an earlier version's database: a joint, a closed question, a question never opened, and a vote. */
const before = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values (1, 'A', 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 1, 'ordinary', 'mixed', 1, 1)`,
  ...[
    ['101', 'vivienda', 60_000_000_000],
    ['L1', 'local', 40_000_000_000],
  ].map(
    ([
      unit,
      kind,
      coefficient,
    ]) => `insert into roll_unit (assembly_id, joint_id, apartment_id, position, kind,
      owner_name, owner_key, coefficient) values (1, 1, '${unit}', 1, '${kind}', 'A', 'a', ${coefficient})`,
  ),
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at, base_coefficient)
    values (1, 1, 2, 'x', 0, 1, 5), (1, 1, 3, 'y', 0, 1, null)`,
  `insert into answer (assembly_id, joint_id, concept_id, answer_id, description) values (1, 1, 2, 1, 'Si')`,
  `insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt, holder,
    cast_by, remote) values (1, 1, 2, 'L1', 1, 40000000000, 1, 'r', 'h', 'c', 0)`,
];

it.each(['sqlite', 'postgres'] as const)('closed questions keep their base on %s', async (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
  const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
  const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  await migrator.migrateTo('20261121c-audit');
  for (const statement of before) await sql.raw(statement).execute(store.db);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const concepts = await store.db
    .selectFrom('concept')
    .select(['concept_id', 'base_total', 'base_mode'])
    .orderBy('concept_id')
    .execute();
  expect(concepts).toEqual([
    { concept_id: 2, base_total: 100_000_000_000, base_mode: 'mixed' },
    { concept_id: 3, base_total: null, base_mode: null },
  ]);
  expect(await store.db.selectFrom('vote').select('kind').execute()).toEqual([{ kind: 'local' }]);
  await store.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** SQL of an earlier version's elections: a closed election with the blank vote ahead, and an open election. */
const elections = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values (1, 'A', 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 1, 'ordinary', 'mixed', 1, 1)`,
  `insert into concept (assembly_id, joint_id, concept_id, description, active, rule, created_at, base_coefficient)
    values (1, 1, 2, 'x', 0, 'election', 1, 5), (1, 1, 3, 'y', 1, 'election', 1, null), (1, 1, 4, 'z', 0, 'simple', 1, null)`,
  `insert into answer (assembly_id, joint_id, concept_id, answer_id, description) values
    (1, 1, 2, 1, 'Ana'), (1, 1, 2, 2, 'VOTO EN BLÁNCO'), (1, 1, 2, 3, 'Blanco'),
    (1, 1, 3, 1, 'Ana'), (1, 1, 3, 2, 'Beto'), (1, 1, 4, 1, 'Si'), (1, 1, 4, 2, 'Blanco')`,
];

it.each(['sqlite', 'postgres'] as const)(
  'elections get a blank answer; closed elections keep their outcome on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261122c-billing');
    for (const statement of elections) await sql.raw(statement).execute(store.db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const concepts = await readConcepts(store.db, { assemblyId: 1, jointId: 1 });
    expect(
      concepts.map(({ conceptId, blankAnswerId, base }) => [conceptId, blankAnswerId, base?.isBlankApart]),
    ).toEqual([
      [2, 2, false],
      [3, null, undefined],
      [4, null, undefined],
    ]);
    // Earlier outcome: the most voted answers, including the blank vote, without the required half.
    const counted = [1, 2].map((answerId) => ({
      answerId,
      apartments: 1,
      coefficient: nano(answerId),
      dwellings: 0,
      inRoom: nano(0),
    }));
    const [closed] = concepts;
    if (closed === undefined) throw new Error('the closed election is not there');
    const units = { vivienda: 2, local: 0, parqueadero: 0, deposito: 0, otro: 0 };
    const present = { apartments: 2, coefficient: nano(5), owners: 2, byKinds: [{ owners: 2, units }] };
    expect(closed.base?.coefficient).toBe(5);
    expect(
      resultOf({ ...closed, closedAt: 1 }, counted, {
        assembly: { call: 1, mode: 'mixed' },
        total: { apartments: 2, coefficient: nano(5) },
        now: present,
      }).outcome,
    ).toMatchObject({ answerId: 2, passesHalf: null, blankAnswerId: null });
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

/**
 * SQL of an earlier version's assembly: after the first question unit 101 was sold from Ana to Beto; then a
 * correction lowered the coefficient by 1 and corrected Beto's name. A sector has the same unit; unit 102 has no
 * correction.
 */
const corrected = [
  `insert into joint (joint_id, joint_name, parent_joint_id, uses_assemblies, uses_billing, created_at) values
    (1, 'A', null, 1, 0, 1), (2, 'Torre', 1, 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 1, 'ordinary', 'mixed', 1, 1)`,
  `insert into roll_unit (assembly_id, joint_id, apartment_id, position, kind, owner_name, owner_document, owner_key,
    coefficient) values (1, 1, '101', 1, 'vivienda', 'BETO PEREZ', '2', 'b', 59), (1, 1, '102', 2, 'vivienda', 'EVA', null, 'e', 40),
    (1, 2, '101', 1, 'vivienda', 'BETO PEREZ', '2', 'b', 100)`,
  `insert into roll_correction (assembly_id, joint_id, apartment_id, before, after, reason, corrected_by, at, applied_at) values
    (1, 1, '101', '{"owner":"ANA","ownerDocument":"1"}', '{"owner":"BETO","ownerDocument":"2"}', 'venta', 'user:1', 15, 20),
    (1, 1, '101', '{"coefficient":60}', '{"coefficient":59}', 'error', 'user:1', 30, 30),
    (1, 1, '101', '{"owner":"BETO"}', '{"owner":"BETO PEREZ"}', 'error', 'user:1', 30, 30),
    (1, 1, '102', '{"owner":"EVA"}', '{"owner":"EVA RUIZ"}', 'espera', 'user:1', 60, null)`,
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at) values (1, 1, 2, 'x', 0, 1)`,
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at) values (1, 1, 3, 'y', 0, 1)`,
  ...[2, 3].map(
    (concept) =>
      `insert into answer (assembly_id, joint_id, concept_id, answer_id, description) values (1, 1, ${concept}, 1, 'Si')`,
  ),
  ...[
    [2, '101', 20],
    [2, '102', 20],
    [3, '101', 25],
  ].map(
    ([
      concept,
      unit,
      at,
    ]) => `insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at,
      receipt, holder, cast_by, remote, kind) values (1, 1, ${concept}, '${unit}', 1, 40, ${at}, 'r', 'h', 'c', 0, 'vivienda')`,
  ),
  // Scan made before the first correction and received after the second.
  `insert into attendance (assembly_id, joint_id, apartment_id, holder, holder_is_code, by_proxy, remote, at, registered_by,
    confirmed, received_at) values (1, 1, '101', 'h', 1, 0, 0, 10, 'user:1', 1, 40), (1, 2, '101', 'h', 1, 0, 0, 10, 'user:1', 1, null)`,
];

it.each(['sqlite', 'postgres'] as const)(
  'votes and registrations get the owner at their time from the corrections on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261124h-event-columns');
    for (const statement of corrected) await sql.raw(statement).execute(store.db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const entries = await store.db
      .selectFrom('roll_entry')
      .select(['joint_id', 'apartment_id', 'version', 'owner_name', 'owner_document', 'coefficient', 'since'])
      .orderBy('joint_id')
      .orderBy('apartment_id')
      .orderBy('version')
      .execute();
    expect(entries.map((entry) => Object.values(entry))).toEqual([
      [1, '101', 1, 'ANA', '1', 60, null],
      [1, '101', 2, 'BETO', '2', 60, 20],
      [1, '101', 3, 'BETO PEREZ', '2', 59, 30],
      [1, '102', 1, 'EVA', null, 40, null],
      // The sector has a separate roll: the owner before the sale is unknown.
      [2, '101', 1, null, null, 100, null],
      [2, '101', 2, 'BETO', '2', 100, 20],
      [2, '101', 3, 'BETO PEREZ', '2', 100, 30],
    ]);
    const units = store.db.selectFrom('roll_unit').select(['joint_id', 'apartment_id', 'version']);
    expect((await units.orderBy('joint_id').orderBy('apartment_id').execute()).map((u) => u.version)).toEqual(
      [3, 1, 3],
    );
    const votes = store.db.selectFrom('vote').select(['concept_id', 'apartment_id', 'roll_version']);
    expect((await votes.execute()).map((vote) => Object.values(vote))).toEqual([
      [2, '101', 1],
      [2, '102', 1],
      [3, '101', 2],
    ]);
    const there = store.db.selectFrom('attendance').select(['joint_id', 'roll_version']).orderBy('joint_id');
    expect((await there.execute()).map((one) => Object.values(one))).toEqual([
      [1, 3],
      [2, 1],
    ]);
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

/** SQL of an earlier version's billing: two joints with billing, a joint without, and a line of interest. */
const charged = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values
    (1, 'A', 1, 1, 1), (2, 'B', 1, 0, 1), (3, 'C', 1, 0, 1)`,
  'insert into billing_joint (joint_id) values (3)',
  `insert into ledger_item (joint_id, item, apartment_id, for_apartment_id, side, nature, description, amount, value_date,
    posting_date, entered_at, entered_by) values (1, 1, '1', '1', 'debit', 'interest', 'x', 1, 'd', 'd', 1, 'u')`,
  `insert into interest_line (joint_id, item, position, apartment_id, source_item, month, principal, annual_rate, monthly_rate,
    amount) values (1, 1, 1, '1', 1, '2026-01', 1, 256200, 1918940, 1)`,
];

it.each(['sqlite', 'postgres'] as const)(
  'billed joints and charged lines keep interest by whole months on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261123s-countdown');
    for (const statement of charged) await sql.raw(statement).execute(store.db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const ways = store.db.selectFrom('interest_way').select(['joint_id', 'month', 'way', 'acta']);
    const wayRow = { month: '1900-01', way: 'fullMonths', acta: null };
    expect(await ways.orderBy('joint_id').execute()).toEqual([
      { joint_id: 1, ...wayRow },
      { joint_id: 3, ...wayRow },
    ]);
    const [line] = await store.db.selectFrom('interest_line').selectAll().execute();
    expect(line).toMatchObject({ way: 'fullMonths', rate_unit: 'annual', stretches: null, to_peso: 0 });
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

/** SQL of questions: opened twice, still open, and older than the stored openings. */
const openings = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values (7, 'A', 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 7, 'ordinary', 'mixed', 1, 1)`,
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at, opened_at, closed_at)
    values (1, 7, 1, 'r', 1, 1, null, null), (1, 7, 2, 'x', 0, 1, 10, 40), (1, 7, 3, 'y', 1, 1, 50, null),
    (1, 7, 4, 'z', 0, 1, 5, 8), (1, 7, 5, 'w', 0, 1, null, null)`,
  ...[
    [2, 'opened', 10],
    [2, 'closed', 20],
    [2, 'opened', 30],
    [2, 'closed', 40],
    [3, 'opened', 50],
  ].map(
    ([concept, moment, at]) =>
      `insert into presence (assembly_id, joint_id, concept_id, moment, at, apartments)
        values (1, 7, ${concept}, '${moment}', ${at}, '[]')`,
  ),
  `insert into audit_entry (chain, seq, at, actor, act, data, previous_hash, hash)
    values ('joint:7', 1, 30, 'user:9', 'conceptActivated', '{}', '', 'h')`,
];

it.each(['sqlite', 'postgres'] as const)(
  'questions get intervals from the stored openings and closings on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261124h-event-columns');
    for (const statement of openings) await sql.raw(statement).execute(store.db);
    expect((await migrator.migrateTo('20261125c-intervals-and-capacity')).error).toBeUndefined();
    const rows = await store.db
      .selectFrom('question_interval')
      .select(['concept_id', 'number', 'opened_at', 'opened_by', 'closed_at'])
      .orderBy('concept_id')
      .orderBy('number')
      .execute();
    expect(rows.map((row) => Object.values(row))).toEqual([
      [2, 1, 10, null, 20],
      [2, 2, 30, 'user:9', 40],
      [3, 1, 50, null, null],
      [4, 1, 5, null, 8],
    ]);
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

it.each(['sqlite', 'postgres'] as const)(
  'existing keys keep answering, and votes get a tally, on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261121c-audit');
    for (const statement of before) await sql.raw(statement).execute(store.db);
    await migrator.migrateTo('20261126mk-head-stamps');
    const at = Date.now();
    const body = createHash('sha256').update('castVote\n{}').digest('base64url');
    for (const [key, record] of [
      ['of-a-vote', 'null, null, null, null'],
      ['of-a-record', `1, 1, 2, 'L1'`],
    ]) {
      await sql
        .raw(
          `insert into idempotency_key values ('user:7', '${key}', '${body}', 'R-${key}', ${at}, ${record})`,
        )
        .execute(store.db);
    }
    await sql.raw(`update vote set choices = '1,2', answer_id = 1`).execute(store.db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const keys = ['of-a-vote', 'of-a-record', 'of-none'].map((key) => ({
      keyHash: hash53(`user:7\n${key}`),
      bodyHash: hash53('castVote\n{}'),
    }));
    const replies = await findKeys(store.db, keys, at);
    expect(keys.map((key) => replies.get(key.keyHash))).toEqual([
      { bodyHash: keys[0]?.bodyHash, reply: 'R-of-a-vote', at },
      { bodyHash: keys[0]?.bodyHash, reply: 'R-of-a-record', at },
      undefined,
    ]);
    const tally = { assembly_id: 1, joint_id: 1, concept_id: 2, kind: 'local', apartments: 1, late: 0 };
    const sum = { coefficient: 40_000_000_000, in_room: 40_000_000_000 };
    expect(await store.db.selectFrom('tally').selectAll().orderBy('answer_id').execute()).toEqual([
      { ...tally, ...sum, answer_id: 1, ballots: 1, ballot_coefficient: 40_000_000_000 },
      { ...tally, ...sum, answer_id: 2, ballots: 0, ballot_coefficient: 0 },
    ]);
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

/** SQL of an earlier version's deleted questions. The audit trail has author and reason of a deletion. */
const deletions = [
  `insert into joint (joint_id, joint_name, uses_assemblies, uses_billing, created_at) values (1, 'A', 1, 0, 1)`,
  `insert into assembly (assembly_id, joint_id, kind, mode, call, created_at) values (1, 1, 'ordinary', 'mixed', 1, 1)`,
  `insert into concept (assembly_id, joint_id, concept_id, description, active, created_at, deleted_at)
    values (1, 1, 2, 'x', 0, 1, 9), (1, 1, 3, 'y', 0, 1, null)`,
  `insert into audit_entry (chain, seq, at, actor, act, data, previous_hash, hash) values ('joint:1', 1, 9, 'user:7',
    'conceptDeleted', '{"assemblyId":1,"jointId":1,"conceptId":2,"reason":"Mal redactada","votes":0}', '', 'h')`,
  `insert into paper_order (assembly_id, ordered_at, state, attempts) values (1, 20, 'made', 1)`,
];

it.each(['sqlite', 'postgres'] as const)(
  'deleted questions get author and reason, and papers are ordered anew, on %s',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-migrations-'));
    const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
    const store = await openStore({ dataDir, databaseUrl: database?.url ?? null });
    const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('20261128o-papers');
    for (const statement of deletions) await sql.raw(statement).execute(store.db);
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const concepts = store.db.selectFrom('concept').select(['concept_id', 'deleted_by', 'deleted_reason']);
    expect(await concepts.orderBy('concept_id').execute()).toEqual([
      { concept_id: 2, deleted_by: 'user:7', deleted_reason: 'Mal redactada' },
      { concept_id: 3, deleted_by: null, deleted_reason: null },
    ]);
    const orders = store.db.selectFrom('paper_order').select(['state', 'next_at', 'attempts']);
    expect(await orders.execute()).toEqual([{ state: 'queued', next_at: 20, attempts: 0 }]);
    await store.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
