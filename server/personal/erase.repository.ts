import { sql } from 'kysely';
import { bareText } from '../../shared/bare-text.ts';
import { type Day, dayInBogota } from '../../shared/days.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import { maskedAddress } from '../assemblies/index.ts';
import { ERASED_TEXT } from '../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, billingChain, jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { ERASED_NAME, personColumns } from './columns.ts';
import { isDutyOver } from './kept-data.ts';
import {
  erasableUsers,
  isOfOtherOwner,
  isRoleOf,
  isUnitRecordOf,
  type JointPeople,
  type PersonRecords,
  type PersonTexts,
  personRows,
  unitText,
} from './person.ts';
import { patternOfPerson } from './scan.repository.ts';

/** Acts with the name of the acting user as text, and without the number of the user in the facts. */
const FAILURES: ReadonlySet<string> = new Set(['signInFailed', 'passwordChangeFailed']);

/** Erasure under way, in a transaction. */
export interface ErasureUnderWay {
  trx: Db;
  key: string;
  at: Millis;
  rootId: number;
  jointIds: readonly number[];
  people: JointPeople;
  person: PersonRecords;
  texts: PersonTexts;
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
  const channels = await ownChannels(act);
  const messages = await ownMessages(act);
  const addresses = await ownAddresses(act);
  const erased: ErasedData[] = [
    { what: 'Contactos del registro de propietarios', records: await eraseOwners(act) },
    {
      what: 'Textos del registro de auditoría',
      records: await eraseTexts(act, { channels, messages, addresses }),
    },
    { what: 'Mensajes de correo', records: await eraseMessages(act, messages) },
    { what: 'Canales y recordatorios de cobro', records: await eraseChannels(act, channels) },
    { what: 'Direcciones de notificaciones', records: await eraseAddresses(act, addresses) },
    { what: 'Contactos y documentos anotados en otros registros', records: await eraseColumns(act) },
    ...(await eraseUsers(act)),
    ...(await eraseLooseRecords(act)),
  ];
  return erased.filter(({ records }) => records > 0);
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

interface ChannelKey {
  jointId: number;
  channelId: number;
}

async function ownChannels({ trx, jointIds, person, texts }: ErasureUnderWay): Promise<ChannelKey[]> {
  const noted = new Set(keysIn(person, 'contact_channel').map((key) => key.join(' ')));
  const keys = new Set(
    personRows(person).flatMap(({ document, name }) => {
      const documents = documentKeys(document);
      return documents.length > 0 ? documents : [bareText(name).trim()];
    }),
  );
  const rows = await trx
    .selectFrom('contact_channel')
    .select(['joint_id as jointId', 'channel_id as channelId', 'person', 'address'])
    .where('joint_id', 'in', [...jointIds])
    .execute();
  return rows.filter(
    (row) =>
      row.person !== ERASED_TEXT &&
      (keys.has(row.person) ||
        noted.has(`${row.jointId} ${row.channelId}`) ||
        texts.addresses.includes(row.address.toLowerCase())),
  );
}

async function eraseChannels({ trx, at }: ErasureUnderWay, channels: readonly ChannelKey[]): Promise<number> {
  for (const { jointId, channelId } of channels) {
    await sql`update contact_channel set person = ${ERASED_TEXT}, address = ${ERASED_TEXT}, proof = ${ERASED_TEXT},
      revoked_on = coalesce(revoked_on, ${dayInBogota(at)})
      where joint_id = ${jointId} and channel_id = ${channelId}`.execute(trx);
    await sql`update reminder set person = ${ERASED_TEXT}, name = ${ERASED_NAME}, body = ${ERASED_TEXT}
      where joint_id = ${jointId} and channel_id = ${channelId}`.execute(trx);
  }
  return channels.length;
}

/** Returns the numbers of the addresses for notices of the person, without addresses perhaps of another current owner. */
async function ownAddresses({ trx, rootId, jointIds, people, person }: ErasureUnderWay): Promise<number[]> {
  const rows = await trx
    .selectFrom('notice_address')
    .select(['address_id as addressId', 'owner_name as name', 'owner_document as document'])
    .select('apartment_id as apartmentId')
    .where('joint_id', '=', rootId)
    .where('value', '<>', ERASED_TEXT)
    .execute();
  return rows
    .filter((row) => {
      const units = jointIds.map((jointId) => unitText({ jointId, apartmentId: row.apartmentId }));
      return isUnitRecordOf(person, { ...row, units }) && !isOfOtherOwner(people, person, row);
    })
    .map(({ addressId }) => addressId);
}

async function eraseAddresses(
  { trx, rootId }: ErasureUnderWay,
  addresses: readonly number[],
): Promise<number> {
  return rowCount(
    await sql`update notice_address set value = ${ERASED_TEXT}, proof = ${ERASED_TEXT}
      where joint_id = ${rootId} and address_id in (${list(addresses, 0)})`.execute(trx),
  );
}

async function ownMessages({ trx, jointIds, person, texts }: ErasureUnderWay): Promise<number[]> {
  const users = person.users.map(({ userId }) => userId);
  const away = erasableUsers(person).map(({ userId }) => userId);
  const { rows } = await sql<{ id: number }>`select message_id as id from mail_message
    where (joint_id in (${sql.join(jointIds)})
      and (user_id in (${list(users, 0)}) or lower(to_address) in (${list(texts.addresses, '')})))
    or (joint_id is null and user_id in (${list(users, 0)}))
    or user_id in (${list(away, 0)})`.execute(trx);
  return [
    ...new Set([...rows.map(({ id }) => id), ...keysIn(person, 'mail_message').map(([id]) => Number(id))]),
  ];
}

/** Returns the keys of the records of the person in a table. */
const keysIn = ({ named }: PersonRecords, table: string): (readonly string[])[] =>
  named.filter(({ column }) => column.startsWith(`${table}.`)).map(({ key }) => key);

/** Empties the columns of records about the person alone, besides the records with functions of their own. */
async function eraseColumns({ trx, person }: ErasureUnderWay): Promise<number> {
  let records = 0;
  for (const [table, { key: names, erased }] of Object.entries(personColumns)) {
    const columns = Object.entries(erased);
    if (columns.length === 0) continue;
    for (const key of keysIn(person, table)) {
      const set = sql.join(columns.map(([name, text]) => sql`${sql.ref(name)} = ${text}`));
      const where = names.map((name, at) => sql`cast(${sql.ref(name)} as text) = ${key[at]}`);
      records += rowCount(
        await sql`update ${sql.table(table)} set ${set} where ${sql.join(where, sql` and `)}`.execute(trx),
      );
    }
  }
  return records;
}

/** Empties addresses of mails, and cancels waiting mails. The once key may contain the address. */
async function eraseMessages({ trx }: ErasureUnderWay, ids: readonly number[]): Promise<number> {
  const own = sql`message_id in (${list(ids, 0)})`;
  await sql`update mail_message set state = 'cancelled', next_at = null, leased_until = null
    where ${own} and state in ('queued', 'sending', 'failed')`.execute(trx);
  return rowCount(
    await sql`update mail_message set to_address = ${ERASED_TEXT}, problem = null, bounce = null,
      once_key = ${`${ERASED_TEXT}:`} || cast(message_id as text) where ${own}`.execute(trx),
  );
}

/** Empties the erasable texts of audit entries about the person: by user, channel of reminders or mail. */
async function eraseTexts(
  { trx, key, rootId, jointIds, person, texts }: ErasureUnderWay,
  {
    channels,
    messages,
    addresses,
  }: { channels: readonly ChannelKey[]; messages: readonly number[]; addresses: readonly number[] },
): Promise<number> {
  const users = new Set(erasableUsers(person).map(({ userId }) => userId));
  const actors = new Set(person.users.map(({ userId }) => `user:${userId}`));
  const mails = new Set(messages);
  const powers = new Set(keysIn(person, 'power').map(([id]) => id));
  const masked = new Set(
    [...texts.addresses, ...person.named.flatMap(({ contacts }) => contacts)].map((one) =>
      maskedAddress(one),
    ),
  );
  const whole = new Set(
    [...texts.names, ...texts.documents, ...texts.addresses].map((text) => text.toLowerCase()),
  );
  const ofBilling = new Set(
    channels.map(({ jointId, channelId }) => `${billingChain(jointId)} ${channelId}`),
  );
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
  const own = rows.filter(({ chain, hash, body, actor, act, data }) => {
    const facts: Record<string, unknown> = JSON.parse(data);
    const { userId } = holderOf(facts, hash) ?? facts;
    return (
      (FAILURES.has(act) && users.has(Number(/^user:(\d+)$/.exec(actor)?.[1]))) ||
      users.has(Number(userId)) ||
      (chain !== ACCOUNTS_CHAIN && whole.has(body?.toLowerCase() ?? '')) ||
      (masked.has(body ?? '') && (actors.has(actor) || powers.has(String(facts.powerId)))) ||
      mails.has(Number(facts.messageId)) ||
      (chain === jointChain(rootId) && addresses.includes(Number(facts.addressId))) ||
      ofBilling.has(`${chain} ${String(facts.channelId)}`)
    );
  });
  for (const { chain, seq, hash } of own) {
    await trx
      .updateTable('audit_text')
      .set({ body: null, salt: null, erasure_key: key })
      .where('chain', '=', chain)
      .where('seq', '=', seq)
      .where('hash', '=', hash)
      .execute();
  }
  return own.length;
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
async function eraseUsers({ trx, at, jointIds, rootId, person }: ErasureUnderWay): Promise<ErasedData[]> {
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
  const deliveries = await run(sql`update delivery set address = null, answer = null where user_id in (${all})
    and (address is not null or answer is not null) and assembly_id in (select assembly_id from assembly where joint_id = ${rootId})`);
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
    { what: 'Direcciones de entregas de la convocatoria', records: deliveries },
  ];
}

/** Deletes powers not signed yet, by the person or with the name of the person. */
async function eraseDrafts({ trx, rootId, person, texts }: ErasureUnderWay): Promise<number> {
  const rows = await trx
    .selectFrom('power_draft as d')
    .innerJoin('assembly as a', 'a.assembly_id', 'd.assembly_id')
    .select(['d.assembly_id', 'd.user_id', 'd.content'])
    .where('a.joint_id', '=', rootId)
    .execute();
  const pattern = patternOfPerson(texts);
  const keys = new Set(
    keysIn(person, 'power_draft').map(([assemblyId, userId]) => `${assemblyId} ${userId}`),
  );
  const isOwn = (id: number) => person.users.some(({ userId }) => userId === id);
  const own = rows.filter(
    ({ assembly_id, user_id, content }) =>
      isOwn(user_id) || keys.has(`${assembly_id} ${user_id}`) || pattern.test(content),
  );
  for (const { assembly_id, user_id } of own) {
    await trx
      .deleteFrom('power_draft')
      .where('assembly_id', '=', assembly_id)
      .where('user_id', '=', user_id)
      .execute();
  }
  return own.length;
}

/** Erases records without a duty: prepared reports, discarded sheets, answers about identities, stored replies, former roles. */
async function eraseLooseRecords(act: ErasureUnderWay): Promise<ErasedData[]> {
  const { trx, jointIds } = act;
  const reports = await eraseReports(act);
  const replies = await eraseReplies(act);
  const answers = await eraseAnswers(act);
  const roles = await eraseRoles(act);
  const drafts = await eraseDrafts(act);
  const sheets = rowCount(
    await sql`update billing_draft set bytes = ${Buffer.alloc(0)}, file_name = ${ERASED_TEXT}
    where joint_id in (${sql.join(jointIds)}) and discarded_at is not null and length(bytes) > 0`.execute(
      trx,
    ),
  );
  return [
    { what: 'Informes preparados y respuestas guardadas', records: reports + replies },
    { what: 'Respuestas sobre identidades y cargos retirados', records: answers + roles },
    { what: 'Planillas descartadas', records: sheets },
    { what: 'Borradores de poderes', records: drafts },
  ];
}

/** Deletes all ended reports of the joints: the files are bytes, and are not searched. */
async function eraseReports({ trx, jointIds }: ErasureUnderWay): Promise<number> {
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
async function eraseReplies({ trx, jointIds, texts }: ErasureUnderWay): Promise<number> {
  const rows = await trx
    .selectFrom('idempotency_key')
    .select(['key_hash as keyHash', 'reply'])
    .where('joint_id', 'in', [...jointIds])
    .execute();
  const pattern = patternOfPerson(texts);
  const all = patternOfPerson(texts, 'giu');
  // A reply to a vote is a receipt, and no JSON.
  const own = rows.filter(({ reply }) => /^[[{"]/.test(reply) && pattern.test(reply));
  for (const { keyHash, reply } of own) {
    const blank = JSON.parse(reply, (_, value) =>
      typeof value === 'string' ? value.replace(all, ERASED_TEXT) : value,
    );
    await trx
      .updateTable('idempotency_key')
      .set({ reply: JSON.stringify(blank) })
      .where('key_hash', '=', keyHash)
      .execute();
  }
  return own.length;
}

async function eraseAnswers({ trx, jointIds, texts }: ErasureUnderWay): Promise<number> {
  const rows = await trx
    .selectFrom('identity_answer')
    .select(['joint_id as jointId', 'question', 'cells'])
    .where('joint_id', 'in', [...jointIds])
    .execute();
  const pattern = patternOfPerson(texts);
  const own = rows.filter(({ question, cells }) => pattern.test(question) || pattern.test(cells));
  for (const { jointId, question } of own) {
    await trx
      .deleteFrom('identity_answer')
      .where('joint_id', '=', jointId)
      .where('question', '=', question)
      .execute();
  }
  return own.length;
}

/** Empties the former roles of the person, without roles perhaps of another current owner. */
async function eraseRoles({ trx, jointIds, people, person }: ErasureUnderWay): Promise<number> {
  const rows = await trx
    .selectFrom('barred_person')
    .select(['barred_id as barredId', 'name', 'document'])
    .where('joint_id', 'in', [...jointIds])
    .where('removed_at', 'is not', null)
    .where('name', '<>', ERASED_NAME)
    .execute();
  const own = rows.filter((role) => isRoleOf(person, role) && !isOfOtherOwner(people, person, role));
  for (const { barredId } of own) {
    await trx
      .updateTable('barred_person')
      .set({ name: ERASED_NAME, document: null })
      .where('barred_id', '=', barredId)
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
