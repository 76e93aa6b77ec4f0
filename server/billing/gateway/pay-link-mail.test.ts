import { expect, it } from 'vitest';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser } from '../../accounts/users/people.fixture.ts';
import { senderOn } from '../../platform/mail/mail.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { putKeys, turnOn } from './gateway.fixture.ts';
import { standInKeys } from './stand-in.fixture.ts';

/** Time limit of the test in milliseconds: a low-priority worker makes the bill while other tests run. */
const PATIENCE_MS = 180_000;
const BANK_PAGE = 'https://pagos.ejemplo.co/';

describeOnOneEngine('the mail of a bill of a joint with online payments', (make) => {
  const app = appForSuite(() => make({ publicUrl: 'https://scaf.co' }));

  it(
    "links to the portal's page in production, and to the page of the bank before",
    async () => {
      const world = await IssueWorld.of(app);
      const server = await startMailServer();
      const sender = senderOn(app, server.url);
      const jointId = await world.joint(['101']);
      const of = { jointId, token: world.as.token };
      const body = { paymentPage: BANK_PAGE };
      await app.call(changeBillingSettings, { params: { jointId }, body }, world.as);
      const userId = await addUser(app.store.db, 'ana', Profile.owner, {
        billingApartments: [{ jointId, apartmentId: '101' }],
      });
      await app.store.db
        .updateTable('user_account')
        .set({ email: 'ana@ejemplo.co' })
        .where('user_id', '=', userId)
        .execute();
      const mailedBill = async (month: string) => {
        await world.prepare(jointId, month, [
          ['Inmueble', 'Administración'],
          ['101', 100_000],
        ]);
        await world.issue(jointId, month, { issueDate: `${month}-02`, mailOwners: true });
        await sender.run();
        const mail = server.to('ana@ejemplo.co');
        expect(mail.subject).toContain('Cuenta de cobro');
        return mail;
      };
      await putKeys(app, of, { ...standInKeys, environment: 'test', publicKey: 'pub_test_standin' });
      const before = await mailedBill('2026-01');
      expect(before.text).toContain(`Pagar en línea:\n${BANK_PAGE}`);
      expect(before.text).not.toContain('/Pay/');

      await putKeys(app, of, standInKeys);
      await turnOn(app, of);
      const after = await mailedBill('2026-02');
      const page = `https://scaf.co/Pay/${jointId}`;
      expect(after.text).toContain(`Pagar en línea:\n${page}`);
      expect(after.html).toContain(`href="${page}"`);
      expect(`${after.text}${after.html}`).not.toContain(BANK_PAGE);
      for (const secret of [standInKeys.integritySecret, standInKeys.eventsSecret, standInKeys.privateKey])
        expect(`${after.text}${after.html}`).not.toContain(secret);
      await sender.stop();
      await server.close();
    },
    PATIENCE_MS,
  );
});
