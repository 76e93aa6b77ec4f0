import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { createUser } from '../../shared/accounts/users.api.ts';
import { erasePerson } from '../../shared/personal/personal.api.ts';
import { skippedSentence } from '../backup/kept-erasures.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { appForSuite, describeOnBothInAll } from '../testing/app.ts';
import { copiedGroupOf } from './copy.ts';
import { eraseAgain } from './erasure.ts';
import { checkOf, typedPerson } from './person.ts';

const PASSWORD = 'agua clara del páramo';
const ERASED = 'suprimido';

describeOnBothInAll('the scope of an erasure', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  let otherJoint: number;
  const erase = (userId: number) =>
    app.call(erasePerson, { params: { jointId }, body: { person: `user:${userId}` } }, world.as);

  async function makeUser(username: string, name: string): Promise<number> {
    const assemblyApartments = [{ jointId, apartmentId: '101' }];
    const body = { username, name, profileId: 3 as const, password: PASSWORD, assemblyApartments };
    expect((await app.call(createUser, { body }, world.as)).status).toBe(201);
    const { user_id } = await app.store.db
      .selectFrom('user_account')
      .select('user_id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return user_id;
  }
  const addForeignChannel = (channelId: number, address: string, proof: string) =>
    app.store.db
      .insertInto('contact_channel')
      .values({
        ...{
          joint_id: jointId,
          channel_id: channelId,
          person: 'otra persona',
          channel: 'mail',
          address,
          proof,
        },
        ...{ authorised_on: '2026-01-10', revoked_on: null },
      })
      .execute();

  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(['101', '102']);
    otherJoint = await world.joint(['201']);
  });

  it('texts of other people about the person stay, and the answer lists the tables', async () => {
    const { db } = app.store;
    const userId = await makeUser('nora.paz', 'Nora Paz Lemus');
    const otherId = await makeUser('otro.dueno', 'Otro Dueño Real');
    await db
      .updateTable('user_account')
      .set({ email: 'nora@casa.co' })
      .where('user_id', '=', userId)
      .execute();
    // A user of an event stays.
    const { event_id } = await db
      .insertInto('event')
      .values({ name: 'Feria', created_at: 1, created_by: 'system' })
      .returning('event_id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_event').values({ user_id: userId, event_id }).execute();
    await db
      .insertInto('mail_message')
      .values({
        ...{
          kind: 'passwordReset',
          once_key: 'p:1',
          user_id: userId,
          to_address: 'nora@casa.co',
          state: 'sent',
        },
        ...{ attempts: 1, created_at: 1, created_by: 'system' },
      })
      .execute();
    const { assembly_id } = await db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('delivery')
      .values({
        ...{
          delivery_key: 'mail-a',
          assembly_id,
          user_id: userId,
          channel: 'mail',
          address: null,
          sent_at: 1,
        },
        ...{ answer: '250 2.0.0 nora@casa.co accepted', notice_sha256: null, token_hash: null },
        ...{ message_id: null, signed_at: null, signed_by: null },
      })
      .execute();
    const content = JSON.stringify({ agent: 'Nora Paz Lemus' });
    await db
      .insertInto('power_draft')
      .values({
        assembly_id,
        user_id: otherId,
        asked_at: 1,
        content,
        code_hash: null,
        sent_at: null,
        tries: 0,
      })
      .execute();
    await addForeignChannel(90, 'luis@casa.co', 'Firmó Nora Paz Lemus por el dueño');
    const { status, body } = await erase(userId);
    expect(status).toBe(200);
    const others = body.kept.find(({ what }) => what.startsWith('Otros registros'));
    expect(others?.tables).toEqual(['contact_channel']);
    expect(body.erased).toContainEqual({ what: 'Borradores de poderes', records: 1 });
    const mail = await db.selectFrom('mail_message').select('to_address').execute();
    expect(mail).toEqual([{ to_address: ERASED }]);
    expect(await db.selectFrom('delivery').select(['address', 'answer']).execute()).toEqual([
      { address: null, answer: null },
    ]);
  });

  it('a user name is no part of a foreign address, and goes from failed sign-ins', async () => {
    const { db } = app.store;
    const userId = await makeUser('ana.ruiz', 'Berta Luz Rey');
    await addForeignChannel(91, 'ana.ruiz@gmail.com', 'Formulario');
    const failed = await app.call(signIn, { body: { username: 'ana.ruiz', password: 'otra cosa' } });
    expect(failed.status).toBe(401);
    const named = () => db.selectFrom('audit_text').select('seq').where('body', '=', 'ana.ruiz').execute();
    expect((await named()).length).toBeGreaterThan(1);
    const { status, body } = await erase(userId);
    expect([status, body.kept]).toEqual([200, []]);
    expect(await named()).toEqual([]);
  });

  it('mails of a former link to another joint go with the user', async () => {
    const { db } = app.store;
    const userId = await makeUser('ines.rio', 'Inés Río Soto');
    await db
      .insertInto('mail_message')
      .values({
        ...{ kind: 'passwordReset', once_key: 'p:2', joint_id: otherJoint, user_id: userId },
        ...{ to_address: 'ines@casa.co', state: 'queued', attempts: 0, created_at: 1, created_by: 'system' },
      })
      .execute();
    expect((await erase(userId)).status).toBe(200);
    const mails = db.selectFrom('mail_message').select(['to_address', 'state']);
    expect(await mails.where('joint_id', '=', otherJoint).execute()).toEqual([
      { to_address: ERASED, state: 'cancelled' },
    ]);
  });

  it('records of a person with a longer name, and of another joint, stay', async () => {
    const { db } = app.store;
    const userId = await makeUser('ana.gil', 'Ana Gil');
    const question = (name: string) => `¿${name} de 101 y de 102 es la misma persona?`;
    const identity = { joint_id: jointId, answer: 'same' as const, at: 1, actor: 'user:1' };
    const former = {
      joint_id: jointId,
      document: null,
      role: 'council' as const,
      entered_at: 1,
      removed_at: 2,
    };
    for (const name of ['Ana Gil', 'Mariana Gil']) {
      await db
        .insertInto('identity_answer')
        .values({ ...identity, question: question(name), cells: JSON.stringify([name]) })
        .execute();
      await db
        .insertInto('barred_person')
        .values({ ...former, name, entered_by: 'user:1', removed_by: 'user:1' })
        .execute();
    }
    const reply = JSON.stringify({ owner: 'Ana Gil', next: 'Mariana Gil', number: 7 });
    for (const [key_hash, joint_id] of [
      [71, jointId],
      [72, otherJoint],
    ] as const) {
      const record = { assembly_id: null, joint_id, concept_id: null, apartment_id: null };
      await db
        .insertInto('idempotency_key')
        .values({ key_hash, body_hash: 1, reply, at: 1, ...record })
        .execute();
      const task = JSON.stringify({ params: { jointId: joint_id }, query: { owner: 'Ana Gil' } });
      await db
        .insertInto('report_job')
        .values({
          ...{
            job_id: `j${key_hash}`,
            actor: 'user:1',
            path: `/reports/bill/${jointId}`,
            task,
            state: 'done',
          },
          ...{ done: 1, total: 1, created_at: 1, ended_at: 1 },
        })
        .execute();
    }
    expect((await erase(userId)).status).toBe(200);
    const answers = await db.selectFrom('identity_answer').select('question').execute();
    expect(answers).toEqual([{ question: question('Mariana Gil') }]);
    const roles = await db.selectFrom('barred_person').select('name').orderBy('barred_id').execute();
    expect(roles.map(({ name }) => name)).toEqual(['Persona suprimida', 'Mariana Gil']);
    const replies = await db.selectFrom('idempotency_key').select('reply').orderBy('key_hash').execute();
    expect(replies.map((row) => JSON.parse(row.reply).owner)).toEqual([ERASED, 'Ana Gil']);
    expect(JSON.parse(replies[0]?.reply ?? '')).toMatchObject({ next: 'Mariana Gil', number: 7 });
    expect(await db.selectFrom('report_job').select('job_id').execute()).toEqual([{ job_id: 'j72' }]);
  });

  it('an address and a former role perhaps of another current owner stay', async () => {
    const { db } = app.store;
    const own = db.updateTable('ownership').where('joint_id', '=', jointId);
    const ownedBy = (apartmentId: string, owner_name: string, owner_document: string | null) =>
      own.set({ owner_name, owner_document }).where('apartment_id', '=', apartmentId).execute();
    await ownedBy('101', 'Otra Dueña', '1');
    await ownedBy('102', 'ANA LEIVA / LUIS CANO', null);
    const userId = await makeUser('ana.leiva', 'Ana Leiva');
    const role = { joint_id: jointId, role: 'council' as const, entered_at: 1, entered_by: 'user:1' };
    await db
      .insertInto('barred_person')
      .values({ ...role, name: 'Ana Leiva', document: null, removed_at: 2, removed_by: 'user:1' })
      .execute();
    const rows = [
      ['101', 'Ana Leiva', null, 'unidad@x.co'],
      ['102', 'Ana Leiva', null, 'tocaya@x.co'],
      ['102', 'ANA LEIVA / LUIS CANO', null, 'pareja@x.co'],
      ['101', 'Rosa Díaz', null, 'rosa@x.co'],
    ] as const;
    for (const [at, [apartment_id, owner_name, owner_document, value]] of rows.entries()) {
      const record = { joint_id: jointId, address_id: 50 + at, apartment_id, owner_name, owner_document };
      const more = { kind: 'mail' as const, value, since: '2026-01-10', proof: 'Formato', entered_at: 1 };
      await db
        .insertInto('notice_address')
        .values({ ...record, ...more, entered_by: 'user:1' })
        .execute();
    }
    const values = async () =>
      (await db.selectFrom('notice_address').select('value').orderBy('address_id').execute()).map(
        ({ value }) => value,
      );
    const all = rows.map(([, , , value]) => value);
    expect((await erase(userId)).status).toBe(200);
    expect(await values()).toEqual(all);
    const standing = await db.selectFrom('barred_person').select('name').execute();
    expect(standing.map(({ name }) => name)).toContain('Ana Leiva');
    // Without the couple, only the address at the unit of the person goes.
    await ownedBy('102', 'Otro Dueño', '2');
    const second = await makeUser('ana.leiva.dos', 'Ana Leiva');
    expect((await erase(second)).status).toBe(200);
    expect(await values()).toEqual([ERASED, ...all.slice(1)]);
  });

  it('a restore erases only the recorded users, and waits for a person with a role again', async () => {
    const { db } = app.store;
    const recorded = await makeUser('hugo.sol', 'Hugo Sol Vera');
    const sameName = await makeUser('hugo.sol.vera', 'Hugo Sol Vera');
    const nameOf = async (userId: number) =>
      (await db.selectFrom('user_account').select('name').where('user_id', '=', userId).execute())[0]?.name;
    const { created_at: since } = await db
      .selectFrom('user_account')
      .select('created_at')
      .where('user_id', '=', recorded)
      .executeTakeFirstOrThrow();
    const answer = { erasureKey: '', at: '', erased: [], kept: [], copiesUntil: '', setAside: [] };
    const again = (key: string, usersSince: number) => {
      const record = { owners: [], userIds: [recorded], usersSince: [usersSince] };
      return eraseAgain(db, [{ key, rootId: jointId, at: Date.now(), actor: 'user:1', record, answer }]);
    };
    // The number belongs to a newer user.
    expect(await again('a', Number(since) - 1)).toEqual({ applied: 1, pending: [], skipped: [] });
    expect(await nameOf(recorded)).toBe('Hugo Sol Vera');
    const role = { joint_id: jointId, role: 'council' as const, entered_at: 1, removed_at: null };
    const { barred_id } = await db
      .insertInto('barred_person')
      .values({ ...role, name: 'HUGO SOL VERA', document: null, entered_by: 'user:1', removed_by: null })
      .returning('barred_id')
      .executeTakeFirstOrThrow();
    const { applied, pending } = await again('b', Number(since));
    expect([applied, pending.map(({ key }) => key)]).toEqual([0, ['b']]);
    expect(await nameOf(recorded)).toBe('Hugo Sol Vera');
    await db.deleteFrom('barred_person').where('barred_id', '=', barred_id).execute();
    expect(await again('b', Number(since))).toEqual({ applied: 1, pending: [], skipped: [] });
    expect(await nameOf(recorded)).toBe('Persona suprimida');
    expect(await nameOf(sameName)).toBe('Hugo Sol Vera');
  });

  it('a restore skips places without a column in the store, and reads a whole table in pages', async () => {
    const { db } = app.store;
    const text = 'Nicanor Urdaneta Peña';
    const questions = [...Array.from({ length: 1100 }, (_, at) => `relleno ${at}`), `z ${text}`];
    const facts = { joint_id: jointId, cells: '[]', answer: 'same' as const, actor: 'user:1' };
    for (const [at, question] of questions.entries())
      await db
        .insertInto('identity_answer')
        .values({ ...facts, question, at: 5000 + at })
        .execute();
    let most = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const read = result.rows.filter((row) => JSON.stringify(row).includes('relleno'));
        most = Math.max(most, read.length);
        return result;
      },
    });
    const [person] = typedPerson(text)?.named ?? [];
    if (person === undefined) throw new Error('The text names no person.');
    const place = { key: ['*', '*'], check: checkOf(person), part: [2, text.length] as const };
    // A column without a typed text, too, and a key of another length.
    const gone = [
      { ...place, column: 'identity_answer.former' },
      { ...place, column: 'former_table.question' },
      { column: 'power.former', key: ['1'], check: 'abcd' },
      { ...place, column: 'power.instructions' },
    ];
    const named = [...gone, { ...place, column: 'identity_answer.question' }];
    const answer = { erasureKey: '', at: '', erased: [], kept: [], copiesUntil: '', setAside: [] };
    const erasure = {
      ...{ key: 'c', rootId: jointId, at: Date.now(), actor: 'user:1', answer },
      record: { owners: [], userIds: [], named },
    };
    const { applied, pending, skipped } = await eraseAgain(counted, [erasure]);
    const columns = gone.map(({ column }) => column);
    expect([applied, pending, skipped]).toEqual([1, [], [{ erasure, columns }]]);
    expect(skipped.map(skippedSentence)).toEqual([expect.stringMatching(/former_table\.question.*Busque/)]);
    const left = await db.selectFrom('identity_answer').select('question').where('at', '>=', 5000).execute();
    expect(left.map(({ question }) => question).sort()).toEqual(questions.slice(0, -1).sort());
    expect(most).toBe(500);
  });

  it('each table with a person or a typed reason has a group of kept or erased data', async () => {
    // Arrivals and reports end by themselves, an erasure empties former roles, and the others name no owner.
    const others = ['arrival', 'barred_person', 'joint', 'report_job', 'store_epoch'];
    const typed = /^(reason|person|proof|text|body|title|speaker)$|(^|_)(name|document|attendee|holder)$/;
    const names = (await app.store.db.introspection.getTables()).flatMap(({ name, columns }) =>
      columns.some((column) => typed.test(column.name)) ? [name] : [],
    );
    expect(names.filter((name) => copiedGroupOf(name).startsWith('Otros registros')).sort()).toEqual(others);
  });

  it('names the stores left by restores and upgrades', async () => {
    if (app.store.engine !== 'sqlite') return;
    const names = ['antes-de-actualizar-20261201', 'antes-de-restaurar-20261202'];
    for (const name of names) mkdirSync(join(app.store.address.dataDir, name));
    const { body } = await erase(await makeUser('rita.mar', 'Rita Mar Cano'));
    expect(body.setAside.sort()).toEqual(names);
  });
});
