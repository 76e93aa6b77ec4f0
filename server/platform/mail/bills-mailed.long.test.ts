import { afterAll, beforeAll, expect, it } from 'vitest';
import { Profile } from '../../../shared/profiles.ts';
import { replaceUnits } from '../../accounts/users/links.repository.ts';
import { insertUser } from '../../accounts/users/users.repository.ts';
import { IssueWorld } from '../../billing/issue/issue.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { senderOn } from './mail.fixture.ts';

/** Longest wait of the test in milliseconds: workers of low priority make the files, beside other tests. */
const PATIENCE_MS = 180_000;
/** Units of the test: more than a single worker handles. */
const UNITS = Array.from({ length: 53 }, (_, i) => String(101 + i));

describeOnOneEngine("a month's bills by mail", (make) => {
  const app = appForSuite(make);
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  it(
    'each owner gets exactly the own bill once, also after a resend',
    async () => {
      const { db } = app.store;
      const world = await IssueWorld.of(app);
      const jointId = await world.joint(UNITS);
      for (const unit of UNITS) {
        const fields = { username: `d${unit}`, name: `Dueño ${unit}`, email: `d${unit}@ejemplo.co` };
        const user = { ...fields, profileId: Profile.owner, passwordHash: '' };
        const userId = await insertUser(db, user, 1);
        await replaceUnits(db, userId, 'billing', [{ jointId, apartmentId: unit }]);
      }
      const rows = UNITS.map((unit) => [unit, 1_000 * Number(unit)]);
      await world.prepare(jointId, '2026-01', [['Inmueble', 'Administración'], ...rows]);
      await world.issue(jointId, '2026-01', { issueDate: '2026-01-02', mailOwners: true });
      let refusals = 1;
      server.script.mail = ({ recipients }) =>
        recipients[0] === 'd120@ejemplo.co' && refusals-- > 0 ? { code: 451 } : undefined;
      const sender = senderOn(app, server.url);
      expect(await sender.run()).toMatchObject({ sent: UNITS.length - 1, later: 1, failed: 0, dropped: 0 });
      await db.updateTable('mail_message').set({ next_at: 1 }).where('state', '=', 'queued').execute();
      expect(await sender.run()).toEqual({ sent: 1, later: 0, failed: 0, dropped: 0 });
      await sender.stop();

      const papers = server.taken.map(({ recipients, subject, attachments }) => {
        const [paper, ...others] = attachments;
        const text = textOfPdf(Buffer.from((paper?.content ?? '') as ArrayBuffer)).join(' ');
        expect(others).toEqual([]);
        return { to: recipients[0], subject, name: paper?.filename, text };
      });
      expect(papers.map(({ to }) => to).sort()).toEqual(UNITS.map((unit) => `d${unit}@ejemplo.co`));
      for (const [index, unit] of UNITS.entries()) {
        const mine = papers.find(({ to }) => to === `d${unit}@ejemplo.co`);
        expect(mine).toMatchObject({
          subject: `Cuenta de cobro ${index + 1} de De prueba, enero de 2026`,
          name: `Cuenta de Cobro ${index + 1}.pdf`,
        });
        expect(mine?.text).toContain(`Dueño ${index + 1}`);
        expect(mine?.text).toContain(`${unit}.000`);
      }
    },
    PATIENCE_MS,
  );
});
