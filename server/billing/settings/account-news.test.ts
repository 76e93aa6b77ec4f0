import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser } from '../../accounts/users/people.fixture.ts';
import { senderOn } from '../../platform/mail/mail.fixture.ts';
import type { MailSender } from '../../platform/mail/sender.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';

describeOnOneEngine('the account printed on bills', (make) => {
  const app = appForSuite(make);
  let server: TestMailServer;
  let sender: MailSender;
  let staff: { token: string };
  let jointId: number;
  beforeAll(async () => {
    server = await startMailServer();
    sender = senderOn(app, server.url);
    const evening = await holdAssembly(app, { units: [['101', 100, 'ANA']] });
    jointId = evening.jointId;
    staff = { token: evening.staff };
    await person('contadora', Profile.admin, { billingJoints: [jointId] });
    await person('ajena', Profile.admin, { assemblyJoints: [jointId] });
    await person('consejera', Profile.owner, { document: '52123456' });
    await person('vecina', Profile.owner, { document: '52123457' });
    await app.store.db
      .insertInto('barred_person')
      .values(
        [
          { document: '52.123.456', removed_at: null },
          { document: '52123457', removed_at: 2 },
        ].map((row) => ({
          joint_id: jointId,
          name: 'X',
          role: 'council' as const,
          entered_at: 1,
          entered_by: 'user:1',
          ...row,
          removed_by: null,
        })),
      )
      .execute();
  });
  afterAll(async () => {
    await sender.stop();
    await server.close();
  });

  async function person(
    name: string,
    profile: Profile,
    { document = null, ...links }: Parameters<typeof addUser>[3] & { document?: string | null },
  ): Promise<void> {
    const userId = await addUser(app.store.db, name, profile, links);
    const email = `${name}@ejemplo.co`;
    await app.store.db
      .updateTable('user_account')
      .set({ email, document })
      .where('user_id', '=', userId)
      .execute();
  }

  const change = (body: object) => app.call(changeBillingSettings, { params: { jointId }, body }, staff);
  const account = (number: string) => ({
    bankAccount: { bank: 'Bancolombia', kind: 'savings', number, holder: 'Edificio', holderNit: '900.1' },
  });

  it('administrators and council get a mail with person, old and new account, and a remedy', async () => {
    expect((await change({ dueDay: 15 })).status).toBe(200);
    expect((await change(account('012-345'))).status).toBe(200);
    await sender.run();
    const recipients = () => server.taken.map((mail) => mail.recipients[0]).sort();
    expect(recipients()).toEqual(['consejera@ejemplo.co', 'contadora@ejemplo.co']);
    expect((await change(account('999-888'))).status).toBe(200);
    expect((await change(account('999-888'))).status).toBe(200);
    await sender.run();
    expect(recipients()).toHaveLength(4);
    const { subject, text = '' } = server.to('consejera@ejemplo.co');
    expect(subject).toContain('dónde se paga');
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /cambió los datos de pago.*Antes.*012-?345.*Ahora.*999-?888.*no ordenaron/,
    );
    expect(await change({ ...account('999-888'), paymentPage: 'https://pagos.ejemplo.co/x' })).toMatchObject({
      status: 200,
    });
    await sender.run();
    expect(server.to('contadora@ejemplo.co').text).toContain('https://pagos.ejemplo.co/x');
  });
});
