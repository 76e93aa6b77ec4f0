import { type RawBuilder, sql } from 'kysely';
import { type Day, dayInBogota } from '../../shared/days.ts';
import { maskedAddress } from '../assemblies/index.ts';
import { ERASED_TEXT } from '../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, billingChain, jointChain } from '../platform/audit/trail.ts';
import { type Db, readPrimaryKeys } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { ERASED_NAME, personColumns } from './columns.ts';
import { isDutyOver } from './kept-data.ts';
import type { NamedRow } from './named.repository.ts';
import { erasableUsers, isOfOtherOwner, type JointPeople, type PersonRecords, textsOf } from './person.ts';
import { keyText, patternOfPerson, scanStore } from './scan.repository.ts';

/** Acts with the name of the acting user as text, and without the number of the user in the facts. */
const FAILURES: ReadonlySet<string> = new Set(['signInFailed', 'passwordChangeFailed']);

/** Erasure under way, in a transaction. */
export interface ErasureUnderWay {
  trx: Db;
  key: string;
  at: Millis;
  people: JointPeople;
  person: PersonRecords;
}

/** Erased records of a kind. */
export interface ErasedData {
  what: string;
  records: number;
}

const rowCount = (result: { numAffectedRows?: bigint | undefined }): number =>
  Number(result.numAffectedRows ?? 0n);
/** @throws Error if the contacts of a record of the person were not erased */
function demandErased(result: { numAffectedRows?: bigint | undefined }): void {
  if (rowCount(result) !== 1) throw new Error('An erasure missed a record of the person.');
}
/** Returns a list of an SQL `in`, never empty. */
const list = (values: readonly (string | number)[], none: string | number) =>
  sql.join(values.length === 0 ? [none] : values);

/**
 * Erases the data of a person that no law requires. Repeating has no further effect.
 * @returns number of records by kind, only kinds with records
 */
export async function eraseRecords(act: ErasureUnderWay): Promise<ErasedData[]> {
  const own = await readOwnRows(act);
  const erased: ErasedData[] = [
    { what: 'Contactos del registro de propietarios', records: await eraseOwners(act) },
    { what: 'Textos del registro de auditoría', records: await eraseTexts(act, own) },
  ];
  // A reminder has the texts of the channel.
  const ofChannels = {
    keys: new Set<string>(),
    ...own.get('contact_channel'),
    names: ['joint_id', 'channel_id'],
  };
  for (const [table, rows] of [...own, ['reminder', ofChannels] as const])
    erased.push({
      what: personColumns[table]?.erasedAs ?? '',
      records: await eraseRows(act, table, rows),
    });
  erased.push(...(await eraseUsers(act)), ...(await eraseLooseRecords(act)));
  const kinds = new Map<string, number>();
  for (const { what, records } of erased) kinds.set(what, (kinds.get(what) ?? 0) + records);
  return [...kinds].flatMap(([what, records]) => (records > 0 ? [{ what, records }] : []));
}

/** Rows to erase of a table: columns of a key, and keys as texts. */
interface OwnRows {
  names: readonly string[];
  keys: Set<string>;
}

/**
 * Finds the rows to erase, by table: records of the person, also by an address of the person alone; in tables with `isByText` all rows
 * of the search.
 */
async function readOwnRows({ trx, people, person }: ErasureUnderWay): Promise<Map<string, OwnRows>> {
  const { addresses } = textsOf(people, person);
  const named = new Set(person.named);
  const tables = Object.entries(personColumns).filter(([, { erased }]) => erased !== null);
  const byText = tables.flatMap(([table, { isByText }]) => (isByText ? [table] : []));
  const traces = await scanStore(trx, people, person, 'erasure', byText);
  const primary = await readPrimaryKeys(trx);
  const own = new Map(
    tables.map(([table, { key: names, isByText, isPerhapsOther }]) => {
      const isOwn = (row: NamedRow) =>
        isPerhapsOther
          ? named.has(row) && !isOfOtherOwner(people, person, row)
          : named.has(row) || row.contacts.some((one) => addresses.includes(one.toLowerCase()));
      const rows = people.named.filter((row) => row.column.startsWith(`${table}.`) && isOwn(row));
      const found = traces.filter((trace) => trace.table === table);
      const whole = primary.get(table) ?? names;
      return [
        table,
        isByText
          ? { names: whole, keys: new Set(found.map(({ row }) => whole.map((name) => row[name]).join(' '))) }
          : { names, keys: new Set(rows.map(({ key }) => key.join(' '))) },
      ];
    }),
  );
  // Another joint keeps no mail of a user without a link there.
  const away = erasableUsers(person).map(({ userId }) => userId);
  const { rows } = await sql<{ id: number }>`select message_id as id from mail_message
    where user_id in (${list(away, 0)})`.execute(trx);
  for (const { id } of rows) own.get('mail_message')?.keys.add(String(id));
  return own;
}

/** Further changes of erased rows: an ended channel, a cancelled mail. The once key may contain the address. */
const FURTHER: Readonly<Record<string, (at: Millis) => RawBuilder<unknown>>> = {
  contact_channel: (at) => sql`, revoked_on = coalesce(revoked_on, ${dayInBogota(at)})`,
  mail_message: () => sql`, once_key = ${`${ERASED_TEXT}:`} || cast(message_id as text),
    state = case when state in ('queued', 'sending', 'failed') then 'cancelled' else state end`,
};

/** Deletes the rows, or empties the columns described in `personColumns`. @returns number of changed rows */
async function eraseRows(
  { trx, at }: ErasureUnderWay,
  table: string,
  { names, keys }: OwnRows,
): Promise<number> {
  const { erased = null } = personColumns[table] ?? {};
  if (erased === null || keys.size === 0) return 0;
  const where = sql`${keyText(names)} in (${sql.join([...keys])})`;
  if (erased === 'row')
    return rowCount(await sql`delete from ${sql.table(table)} where ${where}`.execute(trx));
  const texts = Object.entries(erased);
  const set = sql.join(texts.map(([name, text]) => sql`${sql.ref(name)} = ${text}`));
  const isLeft = sql.join(
    texts.map(([name, text]) => sql`${sql.ref(name)} is distinct from ${text}`),
    sql` or `,
  );
  return rowCount(
    await sql`update ${sql.table(table)} set ${set}${FURTHER[table]?.(at) ?? sql``}
      where ${where} and (${isLeft})`.execute(trx),
  );
}

/** Erases the contacts of the rows of the person, and the names of rows after the duty to keep the register. */
async function eraseOwners({ trx, at, person }: ErasureUnderWay): Promise<number> {
  let records = 0;
  const today: Day = dayInBogota(at);
  for (const { jointId, apartmentId, since, until, contacts } of person.owners) {
    const isOver = until !== null && isDutyOver(dayInBogota(until), today);
    const { numUpdatedRows } = await trx
      .updateTable('ownership')
      .set({ owner_emails: null, owner_phones: null })
      .$if(isOver, (query) => query.set({ owner_name: ERASED_NAME, owner_document: null }))
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', apartmentId)
      .where('since', '=', since)
      .executeTakeFirst();
    demandErased({ numAffectedRows: numUpdatedRows });
    if (isOver || contacts.length > 0) records += 1;
  }
  return records;
}

/** Empties the erasable texts of audit entries about the person: by user, channel of reminders or mail. */
async function eraseTexts(
  { trx, key, people, person }: ErasureUnderWay,
  own: ReadonlyMap<string, OwnRows>,
): Promise<number> {
  const { rootId, jointIds } = people;
  const { names, documents, addresses } = textsOf(people, person);
  const users = new Set(erasableUsers(person).map(({ userId }) => userId));
  const actors = new Set(person.users.map(({ userId }) => `user:${userId}`));
  const isRow = (table: string, ...key: unknown[]) => own.get(table)?.keys.has(key.join(' ')) === true;
  const powers = new Set(person.named.flatMap(({ column, key }) => (column.startsWith('power.') ? key : [])));
  const masked = new Set(
    [...addresses, ...person.named.flatMap(({ contacts }) => contacts)].map((one) => maskedAddress(one)),
  );
  const whole = new Set([...names, ...documents, ...addresses].map((text) => text.toLowerCase()));
  const chains = [ACCOUNTS_CHAIN, jointChain(rootId), ...jointIds.map(billingChain)];
  const rows = await trx
    .selectFrom('audit_text as t')
    .innerJoin('audit_entry as e', (join) =>
      join.onRef('e.chain', '=', 't.chain').onRef('e.seq', '=', 't.seq'),
    )
    .select(['t.chain', 't.seq', 't.hash', 't.body', 'e.actor', 'e.act', 'e.data'])
    .where('t.chain', 'in', chains)
    .where('t.body', 'is not', null)
    .execute();
  const erased = rows.filter(({ chain, hash, body, actor, act, data }) => {
    const facts: Record<string, unknown> = JSON.parse(data);
    const { userId } = holderOf(facts, hash) ?? facts;
    return (
      (FAILURES.has(act) && users.has(Number(/^user:(\d+)$/.exec(actor)?.[1]))) ||
      users.has(Number(userId)) ||
      (chain !== ACCOUNTS_CHAIN && whole.has(body?.toLowerCase() ?? '')) ||
      (masked.has(body ?? '') && (actors.has(actor) || powers.has(String(facts.powerId)))) ||
      isRow('mail_message', facts.messageId) ||
      (chain === jointChain(rootId) && isRow('notice_address', rootId, facts.addressId)) ||
      jointIds.some((id) => chain === billingChain(id) && isRow('contact_channel', id, facts.channelId))
    );
  });
  for (const { chain, seq, hash } of erased) {
    await trx
      .updateTable('audit_text')
      .set({ body: null, salt: null, erasure_key: key })
      .where('chain', '=', chain)
      .where('seq', '=', seq)
      .where('hash', '=', hash)
      .execute();
  }
  return erased.length;
}

/** Returns the innermost object of the facts with a hash as a value. */
function holderOf(value: unknown, hash: string): Record<string, unknown> | null {
  if (value === null || typeof value !== 'object') return null;
  for (const inner of Object.values(value)) {
    if (inner === hash) return value as Record<string, unknown>;
    const found = holderOf(inner, hash);
    if (found !== null) return found;
  }
  return null;
}

/** Erases the users without another joint; a user of another joint loses the links to this joint. */
async function eraseUsers({ trx, at, people: { jointIds }, person }: ErasureUnderWay): Promise<ErasedData[]> {
  const joints = sql.join(jointIds);
  const all = list(
    person.users.map(({ userId }) => userId),
    0,
  );
  const own = erasableUsers(person).map(({ userId }) => userId);
  const run = async (statement: ReturnType<typeof sql>) => rowCount(await statement.execute(trx));
  let links = 0;
  for (const table of ['user_apartment', 'user_joint', 'user_right']) {
    links += await run(
      sql`delete from ${sql.table(table)} where user_id in (${all}) and joint_id in (${joints})`,
    );
  }
  links += await run(sql`update access_link set revoked_at = coalesce(revoked_at, ${at})
    where user_id in (${list(own, 0)}) or (user_id in (${all}) and joint_id in (${joints}))`);
  let sessions = 0;
  for (const table of ['session', 'known_device', 'user_former_name', 'user_event']) {
    const rows = await run(sql`delete from ${sql.table(table)} where user_id in (${list(own, 0)})`);
    if (table === 'session') sessions = rows;
  }
  for (const userId of own) {
    const erased = await sql`update user_account set username = ${`${ERASED_TEXT}-${userId}`},
      username_key = ${`${ERASED_TEXT}-${userId}`}, name = ${ERASED_NAME}, email = null, document = null,
      password_hash = null, disabled_at = coalesce(disabled_at, ${at}) where user_id = ${userId}`.execute(
      trx,
    );
    demandErased(erased);
  }
  return [
    { what: 'Usuarios', records: own.length },
    { what: 'Sesiones', records: sessions },
    { what: 'Vínculos y enlaces de acceso', records: links },
  ];
}

/** Erases records without a person in a column: prepared reports, discarded sheets, stored replies. */
async function eraseLooseRecords(act: ErasureUnderWay): Promise<ErasedData[]> {
  const { jointIds } = act.people;
  const reports = await eraseReports(act);
  const replies = await eraseReplies(act);
  const sheets = rowCount(
    await sql`update billing_draft set bytes = ${Buffer.alloc(0)}, file_name = ${ERASED_TEXT}
    where joint_id in (${sql.join(jointIds)}) and discarded_at is not null and length(bytes) > 0`.execute(
      act.trx,
    ),
  );
  return [
    { what: 'Informes preparados y respuestas guardadas', records: reports + replies },
    { what: 'Planillas descartadas', records: sheets },
  ];
}

/** Deletes all ended reports of the joints: the files are bytes, and are not searched. */
async function eraseReports({ trx, people: { jointIds } }: ErasureUnderWay): Promise<number> {
  const ended = await trx
    .selectFrom('report_job')
    .select(['job_id as jobId', 'task'])
    .where('ended_at', 'is not', null)
    .execute();
  const own = ended.filter(({ task }) =>
    [...task.matchAll(/"jointId":(\d+)/g)].some(([, id]) => jointIds.includes(Number(id))),
  );
  for (const { jobId } of own) {
    await trx.deleteFrom('report_chunk').where('job_id', '=', jobId).execute();
    await trx.deleteFrom('report_job').where('job_id', '=', jobId).execute();
  }
  return own.length;
}

/** Blanks the texts in stored replies. The keys stay: a repeated request must not act twice. */
async function eraseReplies({ trx, people, person }: ErasureUnderWay): Promise<number> {
  const traces = await scanStore(trx, people, person, 'erasure', ['idempotency_key']);
  const all = patternOfPerson(textsOf(people, person), 'giu');
  // A reply to a vote is a receipt, and no JSON.
  const own = traces.filter(({ row }) => row.joint_id !== null && /^[[{"]/.test(String(row.reply)));
  for (const { row } of own) {
    const blank = JSON.parse(String(row.reply), (_, value) =>
      typeof value === 'string' ? value.replace(all, ERASED_TEXT) : value,
    );
    await trx
      .updateTable('idempotency_key')
      .set({ reply: JSON.stringify(blank) })
      .where('key_hash', '=', Number(row.key_hash))
      .execute();
  }
  return own.length;
}

/** Returns the documents and names of the current roles (council, administrator, revisor fiscal) of joints. */
export async function readStandingRoles(
  db: Db,
  jointIds: readonly number[],
): Promise<{ name: string; document: string | null }[]> {
  const barred = await db
    .selectFrom('barred_person')
    .select(['name', 'document'])
    .where('joint_id', 'in', [...jointIds])
    .where('removed_at', 'is', null)
    .execute();
  const joints = await db
    .selectFrom('joint')
    .select('fiscal_auditor as name')
    .where('joint_id', 'in', [...jointIds])
    .execute();
  return [...barred, ...joints.flatMap(({ name }) => (name ? [{ name, document: null }] : []))];
}
