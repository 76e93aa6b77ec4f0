import { type Kysely, sql } from 'kysely';

/**
 * Adds to the roll the documents of a unit's owners and the id of the counted owner, and to each attendee the
 * compared document. Earlier rolls keep the counted owners. Also adds answers about identities.
 */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('roll_unit')
    .addColumn('owner_documents', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('roll_unit')
    .addColumn('person_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('roll_entry').addColumn('person_key', 'text').execute();
  await db.schema.alterTable('attendance').addColumn('attendee_key', 'text').execute();
  await sql`update roll_unit set person_key = owner_key,
    owner_documents = case when owner_key like 'document:%' then '+' || substr(owner_key, 10) || '+' else '' end`.execute(
    db,
  );
  await sql`update roll_entry set person_key = (select u.owner_key from roll_unit as u
    where u.assembly_id = roll_entry.assembly_id and u.joint_id = roll_entry.joint_id
      and u.apartment_id = roll_entry.apartment_id and u.version = roll_entry.version)`.execute(db);
  const former = await db
    .selectFrom('roll_entry')
    .select(['assembly_id', 'joint_id', 'apartment_id', 'version', 'owner_name', 'owner_document'])
    .where('person_key', 'is', null)
    .execute();
  for (const { owner_name, owner_document, ...key } of former) {
    await db
      .updateTable('roll_entry')
      .set({ person_key: formerKey(owner_name ?? '', owner_document, key.apartment_id) })
      .where((eb) => eb.and(key))
      .execute();
  }
  await sql`update attendance set attendee_key =
    nullif(upper(replace(replace(replace(replace(attendee_document, '.', ''), ' ', ''), '-', ''), ',', '')), '')
    where attendee_document is not null`.execute(db);
  for (const { user_id, document } of await db
    .selectFrom('user_account')
    .select(['user_id', 'document'])
    .where('document', 'is not', null)
    .execute()) {
    const key = documentKey(document);
    if (key !== document)
      await db.updateTable('user_account').set({ document: key }).where('user_id', '=', user_id).execute();
  }
  await renameParticipants(db);
  await db.schema
    .createTable('identity_answer')
    .addColumn('joint_id', 'integer', (c) => c.notNull().references('joint.joint_id'))
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    // Owner cells of the question, as JSON.
    .addColumn('cells', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_answer_pk', ['joint_id', 'question'])
    .execute();
}

/** Updates the key of participants with a document, unless another participant of the event has the same key. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
async function renameParticipants(db: Kysely<any>): Promise<void> {
  const all = await db.selectFrom('participant').select(['event_id', 'participant_key']).execute();
  const taken = new Set(all.map(({ event_id, participant_key }) => `${event_id}/${participant_key}`));
  for (const { event_id, participant_key } of all) {
    const number = /^(?:C\.? ?[CE]|T\.? ?I|NIT|CEDULA|CÉDULA|NO)?[. :]*0*(\d[\d., ]*)$/.exec(
      participant_key,
    )?.[1];
    const key = number?.replace(/\D/g, '') ?? '';
    if (key.length < 5 || taken.has(`${event_id}/${key}`)) continue;
    taken.add(`${event_id}/${key}`);
    await db
      .updateTable('participant')
      .set({ participant_key: key })
      .where('event_id', '=', event_id)
      .where('participant_key', '=', participant_key)
      .execute();
  }
}

/**
 * Normalizes a document: removes labels, leading zeros and the correct check digit of a NIT (tax number). Null if
 * empty.
 */
function documentKey(document: string): string | null {
  const key = document
    .replace(/^(?:CC|CE|TI|RC|NIT|PEP|PPT|PP|NUIP|CEDULA|NO)+(?=\d)/, '')
    .replace(/^0+/, '');
  if (!/\d/.test(key) || key.length < 2) return null;
  if (!/^[89]\d{9}$/.test(key)) return key;
  const weights = [41, 37, 29, 23, 19, 17, 13, 7, 3];
  const rest = weights.reduce((sum, weight, at) => sum + weight * Number(key[at]), 0) % 11;
  return key.slice(-1) === String(rest > 1 ? 11 - rest : rest) ? key.slice(0, -1) : key;
}

/** Returns the owner key as computed for earlier rolls. */
function formerKey(name: string, document: string | null, apartmentId: string): string {
  const joined = (text: string, normalize: (part: string) => string) =>
    text
      .split(/\s+\/\s+/)
      .map(normalize)
      .filter((part) => part !== '')
      .sort()
      .join('+');
  const documents = joined(document ?? '', (part) => part.replace(/[^0-9A-Za-z]/g, '').toUpperCase());
  if (documents !== '') return `document:${documents}`;
  const names = joined(name, (part) =>
    part
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .trim()
      .replace(/\s+/g, ' ')
      .toUpperCase(),
  );
  return names === '' ? `unit:${apartmentId}` : `name:${names}`;
}
