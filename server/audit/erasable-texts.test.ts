import { beforeAll, expect, it } from 'vitest';
import { createUser } from '../../shared/accounts/users.api.ts';
import { billingActsReport, listBillingActs } from '../../shared/audit/audit.api.ts';
import { addChannel, revokeChannel } from '../../shared/billing/collection/reminders.api.ts';
import { IssueWorld } from '../billing/issue/issue.fixture.ts';
import { erasable, hashOfText, withTexts } from '../platform/audit/erasable.ts';
import { appendAudit } from '../platform/audit/trail.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { expectTrailExplainsAll } from '../testing/store-asserts.ts';
import { verifyAudit } from './verify.ts';

const ADDRESS = 'ana.gil@correo.co';

describeOnOneEngine('texts of persons beside the audit trail', (make) => {
  const app = appForSuite(make);
  let jointId: number;
  let as: { token: string };
  const bodies = async () =>
    (await app.store.db.selectFrom('audit_entry').select('data').execute())
      .map(({ data }) => data)
      .join('\n');

  beforeAll(async () => {
    const world = await IssueWorld.of(app);
    as = world.as;
    jointId = await world.joint(['101']);
    await app.store.db.updateTable('ownership').set({ owner_name: 'Ana Gil Mora' }).execute();
    const body = {
      channel: 'mail' as const,
      address: ADDRESS,
      authorisedOn: '2020-01-10',
      proof: 'Firmó Ana',
    };
    const params = { jointId };
    const { channelId } = (await app.call(addChannel, { params, body: { ...body, apartmentId: '101' } }, as))
      .body;
    await app.call(revokeChannel, { params: { jointId, channelId } }, as);
    const user = { username: 'luis.paz.rey', name: 'Luis Paz Rey', profileId: 3 as const };
    const made = await app.call(createUser, { body: { ...user, password: 'agua clara del páramo' } }, as);
    expect(made.status).toBe(201);
  });

  it('entries have a salted hash in place of address, name and user name', async () => {
    const hashed = await bodies();
    expect(hashed).toContain('"channelId"');
    for (const text of [ADDRESS, 'Ana Gil', 'Firmó Ana', 'luis.paz', 'Luis Paz']) {
      expect(hashed).not.toContain(text);
    }
    await expectTrailExplainsAll(app);
  });

  it('the list and the search read the texts; the lines of JSON have the texts beside', async () => {
    const list = async (text?: string) =>
      (
        await app.call(
          listBillingActs,
          { params: { jointId }, query: text === undefined ? {} : { text } },
          as,
        )
      ).body.entries.map(({ what }) => what);
    expect((await list())[0]).toBe(`Se retiró ${ADDRESS} de los canales de cobro autorizados.`);
    expect(await list('ANA.GIL@')).toHaveLength(2);
    expect(await list('nadie@')).toEqual([]);
    const file = await app.call(billingActsReport, { params: { jointId }, query: { jsonl: true } }, as);
    const last = JSON.parse(new TextDecoder().decode(file.body.bytes).trim().split('\n').at(-1) ?? '');
    const [{ hash, salt, body }] = last.texts;
    expect(body).toBe(ADDRESS);
    expect(hashOfText(salt, body)).toBe(hash);
    expect(last.data).toContain(hash);
  });

  it.each([
    ['changed', { body: 'otra@correo.co' }, 'fue modificado'],
    ['emptied without an erasure', { body: null, salt: null }, 'sin supresión'],
  ])('a text %s by hand is a finding', async (_, change, what) => {
    const { db } = app.store;
    const before = await db
      .selectFrom('audit_text')
      .selectAll()
      .where('body', '=', ADDRESS)
      .orderBy('seq')
      .executeTakeFirstOrThrow();
    const own = db.updateTable('audit_text').where('hash', '=', before.hash);
    await own.set(change).execute();
    const { findings } = await verifyAudit(db);
    expect(findings.map((finding) => [finding.chain, finding.seq])).toEqual([[before.chain, before.seq]]);
    expect(findings[0]?.what).toContain(what);
    await own.set({ body: before.body, salt: before.salt }).execute();
    await expectTrailExplainsAll(app);
  });

  it('a text typed in the form of a hash is no text beside the trail', async () => {
    const { db } = app.store;
    const typed = `dato:${'0a'.repeat(32)}`;
    const [user] = await db.selectFrom('audit_text').select('hash').limit(1).execute();
    await db.transaction().execute(async (trx) => {
      for (const text of [typed, user?.hash ?? '']) {
        const by = { chain: 'accounts', actor: 'user:1', at: Date.now() };
        await appendAudit(trx, by, 'userCreated', {
          userId: 1,
          name: erasable('Pedro Sosa'),
          username: text,
        });
      }
    });
    const [entry] = await db
      .selectFrom('audit_entry')
      .select('data')
      .where('chain', '=', 'accounts')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(JSON.parse(entry?.data ?? '').username).toBe(user?.hash);
    expect(withTexts(entry?.data ?? '', new Map())).toContain('"name":"dato suprimido"');
    expect((await verifyAudit(db)).findings).toEqual([]);
  });
});
