import { sql } from 'kysely';
import { bareText } from '../../shared/bare-text.ts';
import { type Day, dayInBogota } from '../../shared/days.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import { ACCOUNTS_CHAIN, billingChain, jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { isDutyOver } from './kept-data.ts';
import { erasableUsers, type PersonRecords, type PersonTexts } from './person.ts';

/** Name in place of an erased name. */
const ERASED_NAME = 'Persona suprimida';
/** Text in place of an erased address. */
const ERASED_TEXT = 'suprimido';

/** Erasure under way, in a transaction. */
export interface ErasureUnderWay {
  trx: Db;
  key: string;
  at: Millis;
  rootId: number;
  jointIds: readonly number[];
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
  const erased: ErasedData[] = [
    { what: 'Contactos del registro de propietarios', records: await eraseOwners(act) },
    { what: 'Textos del registro de auditoría', records: await eraseTexts(act, { channels, messages }) },
    { what: 'Mensajes de correo', records: await eraseMessages(act, messages) },
    { what: 'Canales y recordatorios de cobro', records: await eraseChannels(act, channels) },
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
    await trx
      .updateTable('ownership')
      .set({ owner_emails: null, owner_phones: null })
      .$if(isOver, (query) => query.set({ owner_name: ERASED_NAME, owner_document: null }))
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', apartmentId)
      .where('since', '=', since)
      .execute();
    if (isOver || contacts.length > 0) records += 1;
  }
  return records;
}

interface ChannelKey {
  jointId: number;
  channelId: number;
}

async function ownChannels({ trx, jointIds, person, texts }: ErasureUnderWay): Promise<ChannelKey[]> {
  const people = [...person.owners, ...person.users];
  const keys = new Set(
    people.flatMap(({ document, name }) => {
      const documents = documentKeys(document);
      return documents.length > 0 ? documents : [bareText(name).trim()];
    }),
  );
  const rows = await trx
    .selectFrom('contact_channel')
    .select(['joint_id as jointId', 'channel_id as channelId', 'person', 'address'])
    .where('joint_id', 'in', [...jointIds])
    .execute();
  return rows.filter((row) => keys.has(row.person) || texts.addresses.includes(row.address.toLowerCase()));
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

async function ownMessages({ trx, jointIds, person, texts }: ErasureUnderWay): Promise<number[]> {
  const users = person.users.map(({ userId }) => userId);
  const away = erasableUsers(person).map(({ userId }) => userId);
  const { rows } = await sql<{ id: number }>`select message_id as id from mail_message
    where (joint_id in (${sql.join(jointIds)})
      and (user_id in (${list(users, 0)}) or lower(to_address) in (${list(texts.addresses, '')})))
    or user_id in (${list(away, 0)})`.execute(trx);
  return rows.map(({ id }) => id);
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
  { trx, key, rootId, jointIds, person }: ErasureUnderWay,
  { channels, messages }: { channels: readonly ChannelKey[]; messages: readonly number[] },
): Promise<number> {
  const users = new Set(erasableUsers(person).map(({ userId }) => userId));
  const mails = new Set(messages);
  const ofBilling = new Set(
    channels.map(({ jointId, channelId }) => `${billingChain(jointId)} ${channelId}`),
  );
  const chains = [ACCOUNTS_CHAIN, jointChain(rootId), ...jointIds.map(billingChain)];
  const rows = await trx
    .selectFrom('audit_text as t')
    .innerJoin('audit_entry as e', (join) =>
      join.onRef('e.chain', '=', 't.chain').onRef('e.seq', '=', 't.seq'),
    )
    .select(['t.chain', 't.seq', 't.hash', 'e.data'])
    .where('t.chain', 'in', chains)
    .where('t.body', 'is not', null)
    .execute();
  const own = rows.filter(({ chain, hash, data }) => {
    const facts: Record<string, unknown> = JSON.parse(data);
    const { userId } = holderOf(facts, hash) ?? facts;
    return (
      users.has(Number(userId)) ||
      mails.has(Number(facts.messageId)) ||
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
  const deliveries = await run(sql`update delivery set address = null where user_id in (${all})
    and address is not null and assembly_id in (select assembly_id from assembly where joint_id = ${rootId})`);
  const drafts = await run(sql`delete from power_draft where user_id in (${all})
    and assembly_id in (select assembly_id from assembly where joint_id = ${rootId})`);
  let sessions = 0;
  for (const table of ['session', 'known_device', 'user_former_name', 'user_event']) {
    const rows = await run(sql`delete from ${sql.table(table)} where user_id in (${list(own, 0)})`);
    if (table === 'session') sessions = rows;
  }
  for (const userId of own) {
    await run(sql`update user_account set username = ${`${ERASED_TEXT}-${userId}`},
      username_key = ${`${ERASED_TEXT}-${userId}`}, name = ${ERASED_NAME}, email = null, document = null,
      password_hash = null, disabled_at = coalesce(disabled_at, ${at}) where user_id = ${userId}`);
  }
  return [
    { what: 'Usuarios', records: own.length },
    { what: 'Sesiones', records: sessions },
    { what: 'Vínculos y enlaces de acceso', records: links },
    { what: 'Direcciones de entregas de la convocatoria', records: deliveries },
    { what: 'Borradores de poderes', records: drafts },
  ];
}

/** Erases records without a duty: prepared reports, discarded sheets, answers about identities, stored replies, former roles. */
async function eraseLooseRecords({ trx, jointIds, texts }: ErasureUnderWay): Promise<ErasedData[]> {
  const joints = sql.join(jointIds);
  const run = async (statement: ReturnType<typeof sql>) => rowCount(await statement.execute(trx));
  const all = [...texts.names, ...texts.documents, ...texts.addresses, ...texts.usernames];
  const has = (column: string) => {
    const likes = all.map((text) => {
      const pattern = `%${text.toLowerCase().replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
      return sql`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
    });
    return likes.length === 0 ? sql`1 = 0` : sql`(${sql.join(likes, sql` or `)})`;
  };
  const ofJoint = sql.join(
    jointIds.flatMap((id) => [
      sql`path like ${`%/${id}`}`,
      sql`path like ${`%/${id}/%`}`,
      sql`task like ${`%"jointId":${id},%`}`,
      sql`task like ${`%"jointId":${id}}%`}`,
    ]),
    sql` or `,
  );
  const jobs = sql`ended_at is not null and (${ofJoint} or ${has('task')})`;
  await run(sql`delete from report_chunk where job_id in (select job_id from report_job where ${jobs})`);
  const reports = await run(sql`delete from report_job where ${jobs}`);
  const replies = await run(sql`delete from idempotency_key where ${has('reply')}`);
  const answers = await run(sql`delete from identity_answer
    where joint_id in (${joints}) and (${has('question')} or ${has('cells')})`);
  const roles = await run(sql`update barred_person set name = ${ERASED_NAME}, document = null
    where joint_id in (${joints}) and removed_at is not null and (${has('name')} or ${has('document')})`);
  const sheets = await run(sql`update billing_draft set bytes = ${Buffer.alloc(0)}, file_name = ${ERASED_TEXT}
    where joint_id in (${joints}) and discarded_at is not null and length(bytes) > 0`);
  return [
    { what: 'Informes preparados y respuestas guardadas', records: reports + replies },
    { what: 'Respuestas sobre identidades y cargos retirados', records: answers + roles },
    { what: 'Planillas descartadas', records: sheets },
  ];
}

/** Returns the documents and names of the standing roles (council, administrator) of joints. */
export const readStandingRoles = (
  db: Db,
  jointIds: readonly number[],
): Promise<{ name: string; document: string | null }[]> =>
  db
    .selectFrom('barred_person')
    .select(['name', 'document'])
    .where('joint_id', 'in', [...jointIds])
    .where('removed_at', 'is', null)
    .execute();
