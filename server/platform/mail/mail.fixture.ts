import { afterEach, beforeAll, beforeEach } from 'vitest';
import { mailKindsOf } from '../../features.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, type Unit } from '../../testing/assembly-fixture.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { keyedHash } from '../lib/keyed-hash.ts';
import { smtpMailer } from './mailer.ts';
import type { ReturnAddresses } from './return-address.ts';
import { MailSender } from './sender.ts';

export const PUBLIC_URL = 'https://scaf.ejemplo.co';
const FROM = 'SCAF <asambleas@ejemplo.co>';

/**
 * Returns a mail sender for a test application. Sends queued mails only at a call of `run`.
 * @param smtpUrl address of the test's mail server
 * @param returns return addresses for bounces; default: bounces go to the sender
 */
export function senderOn(app: TestApp, smtpUrl: string, returns: ReturnAddresses | null = null): MailSender {
  const { store } = app;
  return new MailSender({
    store,
    kinds: mailKindsOf({
      store,
      directory: new JointDirectory(store.db),
      publicUrl: PUBLIC_URL,
      keyedHash: keyedHash(TEST_SECRET),
      helpPhone: '601 555 0134',
      from: FROM,
    }),
    from: FROM,
    returns,
    mailer: smtpMailer({ smtpUrl, from: FROM }),
    log: app.app.log,
  });
}

/** Assembly of a test with a mail server; the sender sends at a call of `run`. */
interface MailedAssembly {
  /** Token of the platform's user, the same for all tests of the suite. */
  staff: string;
  evening: AssemblyFixture;
  server: TestMailServer;
  sender: MailSender;
}

/** Returns the assembly, mail server and sender of the current test of a suite, made anew before each test. */
export function mailForEachTest(app: TestApp, units: readonly Unit[]): MailedAssembly {
  const at = {} as MailedAssembly;
  beforeAll(async () => {
    at.staff = await firstStaff(app);
  });
  beforeEach(async () => {
    at.evening = await holdAssembly(app, { units, staff: at.staff });
    at.server = await startMailServer();
    at.sender = senderOn(app, at.server.url);
  });
  afterEach(async () => {
    await at.sender.stop();
    await at.server.close();
  });
  return at;
}
