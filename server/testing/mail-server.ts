import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { hashOfToken } from '../accounts/links/access-secrets.ts';

/** A mail that the server took, read as a mail program reads it. */
export interface ReceivedMail extends Email {
  /** Of the envelope: to whom it is really delivered. */
  recipients: string[];
  /** The personal link in its text. */
  link: string;
}

/** What the server says at a step; nothing: it agrees. `drop`: the connection breaks without an answer. */
type Say = { code: number } | 'drop' | undefined;

/** A real SMTP server on a port of its own. */
export interface TestMailServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Those of them that it answered for: from then on they are its own to deliver. */
  taken: ReceivedMail[];
  /** May let somebody wait at the door, until that resolves; may object to a recipient, or to a mail that has arrived whole (it is kept among `mails` even so). */
  script: {
    connect?: () => Promise<void>;
    recipient?: (address: string) => Say;
    mail?: (mail: ReceivedMail) => Say | Promise<Say>;
    /** Its answer has just gone out. */
    answered?: () => void;
  };
  /** The last mail to an address. */
  to: (address: string) => ReceivedMail;
  close: () => Promise<void>;
}

/** Starts one. `login`: the only user and password that it lets in. */
export async function startMailServer(
  options: { port?: number; login?: { user: string; pass: string } } = {},
): Promise<TestMailServer> {
  const { login } = options;
  const mails: ReceivedMail[] = [];
  const taken: ReceivedMail[] = [];
  const script: TestMailServer['script'] = {};
  const refuse = (code: number) => Object.assign(new Error('refused by the test'), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === login?.user && auth.password === login?.pass;
      done(isRight ? null : new Error('who?'), isRight ? { user: auth.username } : undefined);
    },
    onConnect: async (_session, done) => {
      await script.connect?.();
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const said = script.recipient?.(address);
      done(typeof said === 'object' ? refuse(said.code) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await readMail(Buffer.concat(chunks));
        const received = { ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) };
        mails.push(received);
        const said = await script.mail?.(received);
        if (said === 'drop') for (const connection of server.connections) connection.close();
        else {
          if (said === undefined) taken.push(received);
          done(said === undefined ? null : refuse(said.code));
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

async function readMail(bytes: Buffer): Promise<Omit<ReceivedMail, 'recipients'>> {
  const mail = await PostalMime.parse(bytes);
  return { ...mail, link: /https?:\/\/\S+\/Register\/\S+/.exec(mail.text ?? '')?.[0] ?? '' };
}

/** The parts of a personal link, as the page reads them. */
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
