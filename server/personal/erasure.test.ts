import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../shared/accounts/auth.api.ts';
import { createUser } from '../../shared/accounts/users.api.ts';
import { addNoticeAddress } from '../../shared/assemblies/signed-acta/notice-addresses.api.ts';
import { addChannel, makeReminder } from '../../shared/billing/collection/reminders.api.ts';
import { addMonths, today } from '../../shared/days.ts';
import {
  erasePerson,
  exportPerson,
  findPersons,
  listErasures,
  showPerson,
} from '../../shared/personal/personal.api.ts';
import { verifyAudit } from '../audit/verify.ts';
import { pendingSentence } from '../backup/kept-erasures.ts';
import { restore } from '../backup/restore.ts';
import { type BackupTarget, takeCopy } from '../backup/take-copy.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { openStore } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/engine.ts';
import { appForSuite, describeOnBothInAll } from '../testing/app.ts';
import { expectRefused, expectTrailExplainsAll } from '../testing/store-asserts.ts';
import { readErasures } from './erasures.repository.ts';
import { givePower } from './power.fixture.ts';

/** Name with a hyphen, and a capital letter outside of ASCII. */
const NAME = 'ZORAIDA QUIÑONES-TEJADA';
const DOCUMENT = '87.654.321';
const CONTACTS = ['zoraida.q@correo.co', '315 777 8899', 'zoraida.user@correo.co'];
const TENANT = { username: 'hermes.zafra', name: 'Hermes Zafra Lugo', email: 'hermes@otro.co' };
const PASSWORD = 'agua clara del páramo';

/** Returns the tables with a text in any column, by introspection. */
async function tablesWith(db: Db, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    if (rows.some((row) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase()))) found.push(name);
  }
  return found;
}

/** Returns the files of a folder with a text among the bytes. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));

describeOnBothInAll('the erasure of a person', (make) => {
  const app = appForSuite(make);
  const root = mkdtempSync(join(tmpdir(), 'scaf-erasure-'));
  const place: BackupTarget = { folder: join(root, 'copias'), key: 'una clave de prueba de 32 bytes o más' };
  let jointId: number;
  let as: { token: string };
  let holder: Awaited<ReturnType<typeof givePower>>;
  /** Copies with the person as current and as former owner. */
  let olderCopy: string | null = null;
  let laterCopy: string | null = null;
  const find = async (text: string) =>
    (await app.call(findPersons, { params: { jointId }, body: { text } }, as)).body;
  const eraseBy = (person: string) => app.call(erasePerson, { params: { jointId }, body: { person } }, as);

  beforeAll(async () => {
    const world = await IssueWorld.of(app);
    as = world.as;
    jointId = await world.joint(['101', '102']);
    const own = app.store.db.updateTable('ownership').where('joint_id', '=', jointId);
    await own
      .set({ owner_name: NAME, owner_document: DOCUMENT })
      .set({
        owner_emails: JSON.stringify(CONTACTS.slice(0, 1)),
        owner_phones: JSON.stringify(CONTACTS.slice(1, 2)),
      })
      .where('apartment_id', '=', '101')
      .execute();
    await world.prepare(jointId, '2026-03', [
      ['Apto', 'Administración'],
      ['101', 100_000],
      ['102', 100_000],
    ]);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const units = [{ jointId, apartmentId: '101' }];
    for (const user of [{ username: 'zoraida.quintero', name: NAME, email: CONTACTS[2] ?? '' }, TENANT]) {
      const body = { ...user, profileId: 3 as const, password: PASSWORD, assemblyApartments: units };
      expect((await app.call(createUser, { body }, as)).status).toBe(201);
      const signed = await app.call(signIn, { body: { username: user.username, password: PASSWORD } });
      expect(signed.status).toBe(200);
    }
    const channel = { channel: 'phone' as const, address: CONTACTS[1] ?? '', authorisedOn: '2026-01-10' };
    const body = { ...channel, apartmentId: '101', proof: `Firmó ${NAME}` };
    const { channelId } = (await app.call(addChannel, { params: { jointId }, body }, as)).body;
    const of = { params: { jointId, apartmentId: '101' } };
    const address = {
      kind: 'mail' as const,
      value: CONTACTS[0] ?? '',
      since: '2026-01-10',
      proof: `Firmó ${NAME}`,
    };
    const added = await app.call(addNoticeAddress, { ...of, body: address }, { ...as, key: 'direccion-1' });
    expect(added.status).toBe(201);
    // Outside of the permitted hours the contact is refused, and the channel alone stays.
    await app.call(makeReminder, { params: { jointId }, body: { channelId } }, as);
    await app.store.db
      .insertInto('mail_message')
      .values({
        kind: 'results',
        once_key: `r:${CONTACTS[0]}`,
        joint_id: jointId,
        to_address: CONTACTS[0] ?? '',
        bounced_at: 1,
        bounce: `5.1.1 smtp; 550 <${CONTACTS[0]}>: user unknown`,
        state: 'queued',
        attempts: 0,
        created_at: 1,
        created_by: 'system',
      })
      .execute();
    holder = await givePower(app, jointId, as);
    if (app.store.engine === 'sqlite') olderCopy = (await takeCopy(app.store.address, place)).name;
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('an export has each text of the person, and no text of another person', async () => {
    const message = app.store.db.updateTable('mail_message').where('once_key', '=', `r:${CONTACTS[0]}`);
    await message.set({ problem: `Buzón de ${NAME}, antes de ${TENANT.name}` }).execute();
    const texts = { [NAME]: [DOCUMENT, ...CONTACTS, 'zoraida.quintero'], [TENANT.name]: [TENANT.email] };
    for (const [name, own] of Object.entries(texts)) {
      const [found] = await find(name);
      const input = { params: { jointId }, body: { person: found?.person ?? '' } };
      const { status, body } = await app.call(exportPerson, input, as);
      expect([status, body.name.endsWith('.xlsx')]).toEqual([200, true]);
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(Uint8Array.from(body.bytes).buffer);
      const values = book.worksheets.map((sheet) => JSON.stringify(sheet.getSheetValues()));
      const records = values[1] ?? '';
      for (const text of [name, ...own]) expect(records.toLowerCase()).toContain(text.toLowerCase());
      for (const [other, foreign] of Object.entries(texts)) {
        if (other === name) continue;
        for (const text of [other, ...foreign]) expect(values.join(' ')).not.toContain(text);
      }
      expect(records).not.toMatch(/password|argon2/);
    }
    await message.set({ problem: null }).execute();
    const unknown = await app.call(exportPerson, { params: { jointId }, body: { person: 'user:99999' } }, as);
    expectRefused(unknown, 'personNotFound');
    const acts = await app.store.db.selectFrom('audit_entry').select('act').execute();
    expect(acts.filter(({ act }) => act === 'personExported')).toHaveLength(2);
  });

  it('a person is shown with records and the outcome of an erasure, and nothing is erased', async () => {
    const show = async (text: string) => {
      const person = (await find(text))[0]?.person ?? '';
      return (await app.call(showPerson, { params: { jointId }, body: { person } }, as)).body;
    };
    const owner = await show('zoraida');
    expect([owner.erased, owner.kept]).toEqual([[], []]);
    expect(owner.refusal).toContain('arts. 39 y 51');
    expect(owner.stored.map(({ what }) => what)).toContain('Canales y recordatorios de cobro');
    const tenant = await show(TENANT.username);
    expect([tenant.refusal, tenant.kept]).toEqual([null, []]);
    expect(tenant.erased.map(({ what }) => what)).toContain('Sesiones');
    expect(await tablesWith(app.store.db, TENANT.email)).toContain('user_account');
    await expectTrailExplainsAll(app);
  });

  it('the erasure of a current owner is refused, with the data that stay', async () => {
    const [found] = await find('zoraida');
    expect(found).toMatchObject({ name: NAME, units: ['101'], username: 'zoraida.quintero' });
    const refused = await eraseBy(found?.person ?? '');
    expectRefused(refused, 'personIsOwner');
    expect(refused.error.details).toMatchObject({ units: ['101'] });
    // A typed text stands for no person with a record.
    for (const ref of ['user:99999', `record:typed:${DOCUMENT}`, `record:typed:${NAME}`])
      expectRefused(await eraseBy(ref), 'personNotFound');
    expect(await tablesWith(app.store.db, CONTACTS[0] ?? '')).toContain('ownership');
    if (app.store.engine === 'sqlite')
      expect(filesWith(app.store.address.dataDir, CONTACTS[0] ?? '')).not.toEqual([]);
  });

  it('an erasure leaves no trace of a person without legal records', async () => {
    const [found] = await find(TENANT.username);
    const { status, body } = await eraseBy(found?.person ?? '');
    expect([status, body.kept]).toEqual([200, []]);
    expect(body.erased.map(({ what }) => what)).toContain('Sesiones');
    for (const text of Object.values(TENANT)) {
      expect(await tablesWith(app.store.db, text)).toEqual([]);
      if (app.store.engine === 'sqlite') expect(filesWith(app.store.address.dataDir, text)).toEqual([]);
    }
    const again = await app.call(signIn, { body: { username: TENANT.username, password: PASSWORD } });
    expectRefused(again, 'invalidCredentials');
    await expectTrailExplainsAll(app);
  });

  it('a holder known by a power alone is found by the address of the copy, and loses the address', async () => {
    const { db } = app.store;
    const [found] = await find(holder.email);
    expect(found).toMatchObject({ name: holder.name, document: holder.document, units: [], username: null });
    const { status, body } = await eraseBy(found?.person ?? '');
    expect([status, body.erased]).toEqual([200, [{ what: 'Mensajes de correo', records: 2 }]]);
    expect(body.kept).toMatchObject([{ law: expect.stringContaining('art. 47'), tables: ['power'] }, {}]);
    for (const address of [holder.email, holder.later]) expect(await tablesWith(db, address)).toEqual([]);
    const mail = await db
      .selectFrom('mail_message')
      .select('state')
      .where('kind', '=', 'powerCopy')
      .execute();
    expect(mail).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }]);
    // Different hashes of a name would together tell the name.
    const named = (await readErasures(db)).flatMap(({ record }) => record.named ?? []);
    const ofPower = named.filter(({ column }) => /^(power|mail_message)\./.test(column));
    expect(ofPower).toHaveLength(3);
    expect(new Set(ofPower.map(({ check }) => check)).size).toBe(1);
    const again = await eraseBy((await find(holder.document))[0]?.person ?? '');
    expect([again.status, again.body.erased]).toEqual([200, []]);
    await expectTrailExplainsAll(app);
  });

  it('an erasure of a former owner removes contacts, and lists each table with the name', async () => {
    const { db } = app.store;
    const at = Date.parse('2026-04-01T12:00:00Z');
    const row = await db
      .selectFrom('ownership')
      .selectAll()
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '101')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('ownership')
      .set({ until: at })
      .where('since', '=', row.since)
      .where('apartment_id', '=', '101')
      .execute();
    const next = {
      ...row,
      since: at,
      owner_name: 'Otra Dueña',
      owner_document: '1',
      owner_emails: null,
      owner_phones: null,
    };
    await db.insertInto('ownership').values(next).execute();
    const [found] = await find(DOCUMENT);
    expect(found).toMatchObject({ units: [], formerUnits: ['101'] });
    if (app.store.engine === 'sqlite') laterCopy = (await takeCopy(app.store.address, place)).name;
    const { body } = await eraseBy(found?.person ?? '');
    for (const text of [...CONTACTS, 'zoraida.quintero']) {
      expect([text, await tablesWith(db, text)]).toEqual([text, []]);
      if (app.store.engine === 'sqlite') expect(filesWith(app.store.address.dataDir, text)).toEqual([]);
    }
    const listed = body.kept.flatMap(({ tables }) => tables);
    for (const text of [NAME, DOCUMENT]) {
      expect((await tablesWith(db, text)).filter((table) => !listed.includes(table))).toEqual([]);
    }
    const register = body.kept.find(({ tables }) => tables.includes('ownership'));
    // The address for notices is the newest record: entered today, kept for ten years.
    const until = addMonths(today(), 120);
    expect(register).toMatchObject({ until, law: expect.stringContaining('art. 60') });
    expect(body.kept.find(({ tables }) => tables.includes('bill'))?.until).toBe('2036-03-02');
    expect((await app.call(listErasures, { params: { jointId } }, as)).body).toHaveLength(4);
    await expectTrailExplainsAll(app);
  });

  it('a new copy has no contact, and the restore of an older copy erases again', async () => {
    if (olderCopy === null || laterCopy === null) return;
    const newCopy = await takeCopy(app.store.address, place);
    for (const name of [newCopy.name, laterCopy]) {
      const dataDir = join(root, name);
      const sealed = { file: join(place.folder, name), key: place.key };
      const { pending } = await restore({ dataDir, databaseUrl: null }, sealed, {
        reason: 'prueba',
        at: Date.now(),
      });
      expect(pending).toEqual([]);
      const store = await openStore({ dataDir, databaseUrl: null });
      try {
        for (const text of [...CONTACTS, ...Object.values(TENANT), 'zoraida.quintero']) {
          expect([text, await tablesWith(store.db, text)]).toEqual([text, []]);
          expect([text, filesWith(dataDir, text)]).toEqual([text, []]);
        }
        expect((await verifyAudit(store.db)).findings).toEqual([]);
        expect(await store.db.selectFrom('erasure').select('erasure_key').execute()).toHaveLength(4);
      } finally {
        await store.close();
      }
    }
  });

  it('the erasure of an owner of the copy waits, and the restore names the unit', async () => {
    if (olderCopy === null) return;
    const dataDir = join(root, 'owner-again');
    const sealed = { file: join(place.folder, olderCopy), key: place.key };
    const { pending } = await restore({ dataDir, databaseUrl: null }, sealed, {
      reason: null,
      at: Date.now(),
    });
    expect(pending.map(pendingSentence)).toEqual([expect.stringMatching(/inmueble 101.*propietaria/)]);
    const store = await openStore({ dataDir, databaseUrl: null });
    try {
      expect(await tablesWith(store.db, CONTACTS[0] ?? '')).toContain('ownership');
      expect(await tablesWith(store.db, TENANT.email)).toEqual([]);
      for (const address of [holder.email, holder.later])
        expect([address, await tablesWith(store.db, address)]).toEqual([address, []]);
      expect((await tablesWith(store.db, holder.name)).sort()).toEqual(['audit_entry', 'power']);
      expect(await store.db.selectFrom('erasure').select('erasure_key').execute()).toHaveLength(3);
    } finally {
      await store.close();
    }
    expect(JSON.parse(readFileSync(join(place.folder, 'supresiones.json'), 'utf8'))).toHaveLength(4);
  });
});
