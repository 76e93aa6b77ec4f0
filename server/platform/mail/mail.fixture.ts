import { mailKindsOf } from '../../features.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import type { TestApp } from '../../testing/app.ts';
import { smtpMailer } from './mailer.ts';
import { MailSender } from './sender.ts';

export const PUBLIC_URL = 'https://scaf.ejemplo.co';
const FROM = 'SCAF <asambleas@ejemplo.co>';

/** Mail sender on the database of a test application, for tests: sends only when `run` is called. */
export function senderOn(app: TestApp, smtpUrl: string): MailSender {
  const { store } = app;
  return new MailSender({
    store,
    kinds: mailKindsOf({ store, directory: new JointDirectory(store.db), publicUrl: PUBLIC_URL }),
    from: FROM,
    mailer: smtpMailer({ smtpUrl, from: FROM }),
    log: app.app.log,
  });
}
