import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { hashOfToken } from '../accounts/links/access-secrets.ts';

/** Mail received by the test's mail server, parsed as in a mail program. */
export interface ReceivedMail extends Email {
  /** Recipients of the SMTP envelope: the addresses of the real delivery. */
  recipients: string[];
  /** Return address of the SMTP envelope, for bounces. */
  returnTo: string;
  /** True if the connection was encrypted (STARTTLS). */
  isEncrypted: boolean;
  /** Personal sign-in link in the text of the mail. */
  link: string;
}

/**
 * Reply of the test server at a step. A code refuses, 'drop' closes the connection without an answer, undefined
 * accepts.
 */
type Say = { code: number } | 'drop' | undefined;

/** Real SMTP server on a separate port, controlled by the test. */
export interface TestMailServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Mails accepted by the server. From the acceptance on, the server is responsible for the delivery. */
  taken: ReceivedMail[];
  /**
   * Hooks of a test. `connect` delays a connection; `recipient` and `mail` may refuse. A mail refused after the
   * text stays in `mails`.
   */
  script: {
    connect?: () => Promise<void>;
    /** Called with the user of each login. */
    login?: (user: string) => void;
    recipient?: (address: string) => Say;
    mail?: (mail: ReceivedMail) => Say | Promise<Say>;
    /** Called by the server after each answer about a mail. */
    answered?: () => void;
  };
  /** Returns the last mail to an address. */
  to: (address: string) => ReceivedMail;
  close: () => Promise<void>;
}

/**
 * Starts a mail server (SMTP) for a test.
 * @param options `login`: the only accepted user and password, default no login; `offersTls`: offers
 * encryption by STARTTLS with an unknown certificate, default no encryption, as after an attacker has
 * removed the offer
 */
export async function startMailServer(
  options: { port?: number; login?: { user: string; pass: string }; offersTls?: boolean } = {},
): Promise<TestMailServer> {
  const { login, offersTls = false } = options;
  const mails: ReceivedMail[] = [];
  const taken: ReceivedMail[] = [];
  const script: TestMailServer['script'] = {};
  const refuse = (code: number) => Object.assign(new Error('refused by the test'), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: [...(login === undefined ? ['AUTH'] : []), ...(offersTls ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    onAuth: (auth, _session, done) => {
      script.login?.(auth.username ?? '');
      const isRight = auth.username === login?.user && auth.password === login?.pass;
      done(isRight ? null : new Error('no login'), isRight ? { user: auth.username } : undefined);
    },
    onConnect: async (_session, done) => {
      await script.connect?.();
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const verdict = script.recipient?.(address);
      done(typeof verdict === 'object' ? refuse(verdict.code) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await readMail(Buffer.concat(chunks));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const returnTo = mailFrom === false ? '' : mailFrom.address;
        const received = { ...mail, recipients, returnTo, isEncrypted: session.secure };
        mails.push(received);
        const verdict = await script.mail?.(received);
        if (verdict === 'drop') for (const connection of server.connections) connection.close();
        else {
          if (verdict === undefined) taken.push(received);
          done(verdict === undefined ? null : refuse(verdict.code));
          script.answered?.();
        }
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const who = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.pass)}@`;
  return {
    url: `smtp://${who}127.0.0.1:${port}`,
    port,
    mails,
    taken,
    script,
    to: (address) => {
      const mail = mails.findLast(({ recipients }) => recipients.includes(address));
      if (mail === undefined) throw new Error(`no mail to ${address}`);
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readMail(
  bytes: Buffer,
): Promise<Omit<ReceivedMail, 'recipients' | 'returnTo' | 'isEncrypted'>> {
  const mail = await PostalMime.parse(bytes);
  return { ...mail, link: /https?:\/\/\S+\/Register\/\S+/.exec(mail.text ?? '')?.[0] ?? '' };
}

/** Splits a personal link into parts, like the page behind the link. */
export function partsOfLink(link: string) {
  const [, , jointId, username, token, jointName, zoomId, zoomPassword] = new URL(link).pathname
    .split('/')
    .map(decodeURIComponent);
  return {
    jointId: Number(jointId),
    username: username ?? '',
    token: token ?? '',
    tokenHash: hashOfToken(token ?? ''),
    jointName: jointName ?? '',
    zoomId,
    zoomPassword,
  };
}
