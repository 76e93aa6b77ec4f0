import { mailKindsOf } from '../../features.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { TEST_SECRET, type TestApp } from '../../testing/app.ts';
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
