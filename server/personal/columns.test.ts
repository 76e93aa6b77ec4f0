import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { sql, type TableMetadata } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../../shared/accounts/users.api.ts';
import { erasePerson, exportPerson, findPersons } from '../../shared/personal/personal.api.ts';

import { isLong } from '../../shared/testing/rounds.ts';
import { verifyAudit } from '../audit/verify.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { openStore } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/engine.ts';
import { SQLITE_FILE } from '../platform/db/private-files.ts';
import { copySqlite } from '../platform/db/sqlite-copy.ts';
import { appForSuite, describeOnBothEngines } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { personColumns } from './columns.ts';
import { eraseAgain } from './erasure.ts';
import { readErasures } from './erasures.repository.ts';

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

/** Free texts, and values made from names: a person named there alone is found by the whole typed name. */
const FREE_TEXTS = words(`
  acta_publication.place acta_publication.reason agreement.document annulment.reason assembly.agenda assembly.notice
  assembly.place assembly.title assembly_file.file_name audit_entry.data audit_text.body bill_line.concept
  billing_draft.file_name billing_joint.settings billing_month.columns billing_month.letterhead charge_concept.former_names
  charge_concept.name charge_concept.name_key closing_ground.assembly closing_ground.represented concept.clause
  concept.deleted_reason concept.description contact_channel.proof data_authorisation.proof data_authorisation.withdrawal
  data_claim.answer data_claim.extension data_claim.text data_policy.contact data_policy.responsible data_policy.text
  document_annulment.reason election_note.how fee.terms gateway_transaction.problem head_stamp.problem
  idempotency_key.reply identity_answer.question interest_way.acta joint.help_phone joint.joint_name joint_rate.acta
  ledger_item.description ledger_item.reason mail_message.bounce mail_message.once_key mail_message.problem
  month_row.description notice_address.proof notice_version.content owner_ballots.owner payment.detail payment.reference
  payment_exit.concept payment_exit.reason payment_exit.reference payment_file.file_name power.instructions power.reason
  power_page.file_name power_proof.instructions power_unit.ended_reason presence.represented proposal.text
  question_interval.reason question_interval.result remembered_columns.columns roll_correction.reason
  roll_entry.person_key roll_unit.owner_documents roll_unit.owner_key roll_unit.person_key attendance.attendee_key`);
/** Free texts of records erased with the person alone: the erasure is repeated without a record of the person. */
const ERASED_TEXTS = words('audit_text.body idempotency_key.reply identity_answer.question');
/** Left out of a copy: keys made from other values, and texts in a record about another single person. */
const NOT_COPIED =
  /_key$|^data_(claim|authorisation)\.(proof|withdrawal|answer|extension|text)$|^notice_address\.proof$/;
/** Texts about no joint: searched by the answer of an erasure, or of another responsible. */
const OF_NO_JOINT = words(`
  event.name legal_rate.resolution legal_rate.source participant.name participant.participant_id
  participant.participant_key report_job.file_name report_job.path report_job.problem report_job.task session.device
  store_epoch.reason`);
/** Tables of the persons themselves: \`erasure.test.ts\`. */
const OF_PERSONS = new Set(['ownership', 'user_account']);
/** Names of columns with keys, codes, states, days, hashes and actors, in any table. */
const VALUE_COLUMNS = words(`
  accepted_by act actor annulled_by answer answered_by apartment_id apartment_ids apartments arrival_id as_of author
  authorised_on ballots bank base_mode by_law_majorities capacity cast_by chain changed_by channel checked_in_by choices
  closed_by code code_hash code_id colour columns convener corrected_by counts created_by currency decided_by deleted_by
  delivery_key discarded_by discount_until display_by due_date due_on edge ended_by ended_how entered_by environment epoch
  erased_by erasure_key extended_by file_ids fine_term first_month for_apartment_id forgiven_on gateway hash held_on
  holder identified_by instalments interest_through issue_date issued_by items job_id join_code key kind known_columns
  last_month late_day layout_key link_hash made_by made_on main_apartment_id matter means media_type method mode moment
  month nature note noted_by notice_sha256 once_key open_from opened_by origin outside_confirmed_by password_hash pay_page
  per_unit_kinds phone_powers posting_date power_checkers power_limits prepared_by previous_hash problem public_key
  published_by purpose rate_unit receipt received_on record recording_url reference registered_by removed_by requested_by
  requested_on resolved_on revoked_on right_name role room_code room_secret root rule salt sealed second_call_hour secret
  sent_by service session_id sha256 sheet sheet_check side signed_by since stamp_id started_by state step stretches
  subject taken_by threshold_base ticket_hash token_hash transaction_id units unnoted_address unsure_owners value
  value_date vote_per way withdrawn_by zoom_id zoom_password`);

const decided = new Set(
  Object.entries(personColumns).flatMap(([table, { persons, json, erased }]) =>
    [
      ...persons.flatMap((person) => person.split(' ')),
      ...json,
      ...(erased === 'row' ? [] : Object.keys(erased ?? {})),
    ].map((name) => `${table}.${name}`),
  ),
);
const isText = ({ dataType }: { dataType: string }) => /text|char/i.test(dataType);

/** Person in one column alone: the table, the planted values by column, and the text for the search. */
interface Planted {
  column: string;
  table: string;
  values: Record<string, string>;
  text: string;
  isFree: boolean;
}

/** Name of a number, in letters of one length: no name is a part of another. */
const nameOf = (at: number): string => {
  const letters = (from: number) =>
    String.fromCharCode(...[0, 1, 2].map((i) => 97 + ((at * 7 + from + i * at) % 26)));
  const tail = String(at)
    .padStart(3, '0')
    .replace(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '');
  return `Zulma${tail} Ñ${letters(3)} Planta${tail}`;
};
const documentOf = (at: number): string => String(71_000_000 + at * 7919);

/** Makes a person for each column of persons, each JSON column and each free text of a joint. */
function allPlanted(): Planted[] {
  const planted: Planted[] = [];
  const add = (column: string, values: Record<string, string>, text: string, isFree = false) =>
    planted.push({ column, table: column.split('.')[0] ?? '', values, text, isFree });
  for (const [table, { persons, json }] of Object.entries(personColumns)) {
    for (const person of persons) {
      const [name = '-', document = '-', address = '-'] = person.split(' ');
      const at = planted.length + 100;
      const values: Record<string, string> = {};
      if (address !== '-') values[address] = `planta${at}@correo.co`;
      if (document !== '-') values[document] = documentOf(at);
      if (name !== '-') values[name] = nameOf(at);
      const text = values[name] ?? values[document] ?? values[address] ?? '';
      add(`${table}.${person}`, values, text);
      // Each further value alone finds the person too.
      for (const value of Object.values(values))
        if (value !== text)
          planted.push({ column: `${table}.${person}`, table, values: {}, text: value, isFree: false });
    }
    for (const name of json) {
      const at = planted.length + 100;
      const inner = [{ attendee_name: nameOf(at), attendee_document: documentOf(at) }, ['101']];
      add(`${table}.${name}`, { [name]: JSON.stringify(inner) }, nameOf(at));
    }
  }
  for (const column of FREE_TEXTS) {
    // A planted entry of the trail would break the chain.
    if (column === 'audit_entry.data') continue;
    const at = planted.length + 100;
    const [, name = ''] = column.split('.');
    const text = nameOf(at);
    add(
      column,
      { [name]: /reply|task|content/.test(name) ? JSON.stringify({ text }) : `x ${text}, y` },
      text,
      true,
    );
  }
  return planted;
}

/** Returns the tables with each text in any column, by introspection. */
async function tablesWith(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map(texts.map((text): [string, string[]] => [text, []]));
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    const content = rows.map((row) => JSON.stringify(row).toLowerCase()).join('\n');
    for (const [text, tables] of found) if (content.includes(text.toLowerCase())) tables.push(name);
  }
  return found;
}

describeOnBothEngines('a person named in a single column', (make, engine) => {
  const app = appForSuite(make);
  const root = mkdtempSync(join(tmpdir(), 'scaf-columns-'));
  let world: IssueWorld;
  let jointId: number;
  const planted = allPlanted();
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Values of a new row: scope of the joint, planted texts, and small values for the other columns. */
  function rowOf(
    { columns, name: table }: TableMetadata,
    of: Planted,
    at: number,
    scope: Record<string, unknown>,
  ) {
    const keys = personColumns[table]?.key ?? [];
    const row: Record<string, unknown> = {};
    for (const { name, dataType, isNullable, isAutoIncrementing, hasDefaultValue } of columns) {
      const planted = of.values[name];
      if (planted !== undefined) row[name] = planted;
      else if (name in scope && !isAutoIncrementing && (!isNullable || name === 'joint_id'))
        row[name] = scope[name];
      else if ((isNullable && !keys.includes(name)) || isAutoIncrementing) continue;
      else if (isText({ dataType })) row[name] = `x${at}`;
      else if (/blob|bytea/i.test(dataType)) row[name] = Buffer.from('x');
      else if (!hasDefaultValue || keys.includes(name)) row[name] = 1000 + at;
    }
    if (table === 'barred_person') row.removed_at = 1;
    if (table === 'annulment' && of.column !== 'annulment.record') row.record = '{}';
    if (table === 'arrival') row.state = 'waiting';
    if (table === 'payment_exit') Object.assign(row, { kind: 'refund', amount: 1 });
    if (table === 'idempotency_key') row.joint_id = jointId;
    return row;
  }

  async function plant(db: Db): Promise<void> {
    const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
    const { assembly_id } = await db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    for (const [at, of] of planted.entries()) {
      const table = tables.get(of.table);
      if (Object.keys(of.values).length === 0) continue;
      if (table === undefined) throw new Error(`No table ${of.table}`);
      if (of.table === 'joint' || of.table === 'assembly' || of.table === 'billing_joint') {
        const [name = ''] = Object.keys(of.values);
        const value = of.values[name];
        const set = /settings|units/.test(name) && of.isFree ? JSON.stringify({ text: of.text }) : value;
        await sql`update ${sql.table(of.table)} set ${sql.ref(name)} = ${set} where joint_id = ${jointId}`.execute(
          db,
        );
        continue;
      }
      const needsUser = table.columns.some(({ name, isNullable }) => name === 'user_id' && !isNullable);
      const scope = {
        ...{
          joint_id: jointId,
          assembly_id,
          power_id: 1000 + at,
          month_id: await monthOf(db),
          chain: `joint:${jointId}`,
        },
        user_id: needsUser ? await makeUser(at) : null,
      };
      const row = rowOf(table, of, at, scope);
      if (of.table === 'power_page' || of.table === 'power_proof' || of.table === 'power_unit')
        row.power_id = await powerOf(db, assembly_id);
      if (of.table === 'power') delete row.power_id;
      const names = Object.keys(row);
      await db.transaction().execute(async (trx) => {
        if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(trx);
        await sql`insert into ${sql.table(of.table)} (${sql.join(names.map((name) => sql.ref(name)))})
          values (${sql.join(names.map((name) => row[name]))})`.execute(trx);
      });
    }
  }

  async function makeUser(at: number): Promise<number> {
    const body = {
      username: `usuario.${at}`,
      name: `Usuaria ${nameOf(at)}`,
      password: 'agua clara del páramo',
    };
    const units = { profileId: 3 as const, assemblyApartments: [{ jointId, apartmentId: '101' }] };
    expect((await app.call(createUser, { body: { ...body, ...units } }, world.as)).status).toBe(201);
    const row = await app.store.db
      .selectFrom('user_account')
      .select('user_id')
      .where('username', '=', `usuario.${at}`)
      .executeTakeFirstOrThrow();
    return row.user_id;
  }
  async function powerOf(db: Db, assembly_id: number): Promise<number> {
    const power = {
      assembly_id,
      granter_name: '',
      holder_name: '',
      origin: 'typed' as const,
      entered_by: 'user:1',
    };
    const { power_id } = await db
      .insertInto('power')
      .values({
        ...power,
        entered_at: 1,
        state: 'pending',
        granter_document: null,
        holder_document: null,
        substitute_name: null,
        substitute_document: null,
        instructions: null,
        decided_at: null,
        decided_by: null,
        reason: null,
        used_at: null,
      })
      .returning('power_id')
      .executeTakeFirstOrThrow();
    return power_id;
  }
  const monthOf = async (db: Db) =>
    (
      await db
        .selectFrom('billing_month')
        .select('month_id')
        .where('joint_id', '=', jointId)
        .executeTakeFirstOrThrow()
    ).month_id;

  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-03', [
      ['Apto', 'Administración'],
      ['101', 100_000],
      ['102', 100_000],
    ]);
    if (engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(app.store.db);
    await plant(app.store.db);
    if (engine === 'sqlite') await copySqlite(app.store.address.dataDir, join(root, SQLITE_FILE));
  });

  it('every column with texts has a decision about persons', async () => {
    const open = (await app.store.db.introspection.getTables()).flatMap(({ name: table, columns }) =>
      columns.filter(isText).flatMap(({ name }) => {
        const column = `${table}.${name}`;
        const isPlain = VALUE_COLUMNS.has(name) || OF_PERSONS.has(table);
        return decided.has(column) || FREE_TEXTS.has(column) || OF_NO_JOINT.has(column) || isPlain
          ? []
          : [column];
      }),
    );
    expect(open.filter((column) => !/^(kysely|attempt_count|socket_io)/.test(column))).toEqual([]);
  });

  it('the person is found, exported and erased, apart from the answered records', {
    tags: 'slow',
    timeout: 300_000,
  }, async () => {
    const { db } = app.store;
    const before = (await verifyAudit(db)).findings;
    const faults: string[] = [];
    const find = async (text: string) =>
      (await app.call(findPersons, { params: { jointId }, body: { text } }, world.as)).body;
    const people = new Map<string, string>();
    /** Tables with an answered record of the person, by erased text. */
    const answered = new Map<string, ReadonlySet<string>>();
    for (const { column, text } of planted) {
      const found = await find(text);
      if (found.length !== 1) faults.push(`${column}: ${found.length} found by ${text}`);
      people.set(text, found[0]?.person ?? '');
    }
    for (const { column, table, values, text, isFree } of planted) {
      if (Object.keys(values).length === 0) continue;
      const input = { params: { jointId }, body: { person: people.get(text) ?? '' } };
      const { status, body } = await app.call(exportPerson, input, world.as);
      const book = new ExcelJS.Workbook();
      if (status === 200) await book.xlsx.load(Uint8Array.from(body.bytes).buffer);
      const copied = JSON.stringify(book.worksheets[1]?.getSheetValues() ?? '').toLowerCase();
      if (!NOT_COPIED.test(column) && !copied.includes(text.toLowerCase()))
        faults.push(`${column}: not exported`);
      if (isFree && !isLong && !ERASED_TEXTS.has(column)) continue;
      const erased = await app.call(erasePerson, input, world.as);
      if (column === 'joint.fiscal_auditor') {
        expectRefused(erased, 'personHasDuty');
        continue;
      }
      if (erased.status !== 200) {
        faults.push(`${column}: ${JSON.stringify(erased.error)}`);
        continue;
      }
      const stays = erased.body.kept.filter(({ what }) => isFree || !what.startsWith('Otros registros'));
      const listed = new Set(stays.flatMap(({ tables }) => tables));
      const texts = [text, ...(Object.keys(values).length > 1 ? Object.values(values) : [])];
      for (const one of texts) answered.set(one, listed);
      if (stays.some(({ law }) => law === '')) faults.push(`${column}: no article for ${table}`);
    }
    for (const [text, tables] of await tablesWith(db, [...answered.keys()])) {
      const left = tables.filter((name) => !answered.get(text)?.has(name));
      if (left.length > 0) faults.push(`${text} stays in ${left.join(', ')}`);
    }
    expect(faults).toEqual([]);
    expect((await verifyAudit(db)).findings).toEqual(before);
  });

  it('the person is erased again in an older copy, without a text in the list', {
    timeout: 120_000,
  }, async () => {
    if (engine !== 'sqlite') return;
    const store = await openStore({ dataDir: root, databaseUrl: null });
    try {
      const erasures = await readErasures(app.store.db);
      expect(JSON.stringify(erasures.map(({ record }) => record))).not.toMatch(/Zulma|@|Usuaria/);
      expect((await eraseAgain(store.db, erasures)).pending).toEqual([]);
      const texts = planted
        .filter(({ column, isFree }) => !isFree || isLong || ERASED_TEXTS.has(column))
        .map(({ text }) => text);
      expect(await tablesWith(store.db, texts)).toEqual(await tablesWith(app.store.db, texts));
    } finally {
      await store.close();
    }
  });
});
