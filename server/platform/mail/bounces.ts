import type { FastifyBaseLogger } from 'fastify';
import { defined } from '../../../shared/defined.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import type { Store } from '../db/connect.ts';
import { leavesMachine } from './mailer.ts';
import { noteBounce } from './outbox.repository.ts';
import type { ReturnAddresses } from './return-address.ts';

/** Pause between two looks into the mailbox. */
const LOOK_MS = 5 * MINUTE_MS;
/** Most messages read in a look; the next look reads on. */
const MOST_MESSAGES = 500;
/** Bytes read of a message: the report of a bounce comes before the returned mail. */
const MOST_BYTES = 64 * 1024;
/** Most stored characters of the answer of the recipient's mail server. */
const MOST_TEXT = 200;

/** Report of a mail server: an undelivered mail (RFC 3464). */
interface Bounce {
  messageId: number;
  /** Status and diagnosis of the recipient's server: '5.1.1 smtp; 550 No such user'. */
  text: string;
}

/** Mailbox of bounces: `imap://` or `imaps://` with user, password and, as path, the folder (default INBOX). */
export interface BounceOptions {
  store: Store;
  url: string;
  addresses: ReturnAddresses;
  log: FastifyBaseLogger;
}

/**
 * Reads the mailbox of bounces regularly (`BOUNCE_URL`), and notes each bounce beside the mail. Several processes may
 * read the same mailbox: a bounce is noted once. Read messages are marked as read and stay in the mailbox.
 */
export class BounceReader {
  readonly #options: BounceOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: BounceOptions) {
    this.#options = options;
  }

  start(): void {
    const look = () => {
      this.#running = this.run().catch((err: unknown) => {
        this.#options.log.warn({ code: failureCode(err) }, 'bounces');
      });
    };
    look();
    this.#timer = setInterval(look, LOOK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /**
   * Reads the unread messages of the mailbox once. Returns the number of noted bounces.
   * @throws Error if the mailbox cannot be read
   */
  async run(): Promise<number> {
    const { store, url, addresses } = this.#options;
    const { ImapFlow } = await import('imapflow');
    const { protocol, hostname, port, username, password, pathname } = new URL(url);
    const secure = protocol === 'imaps:';
    const client = new ImapFlow({
      host: hostname,
      port: port === '' ? (secure ? 993 : 143) : Number(port),
      secure,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      // An attacker on the network must not suppress the encryption.
      ...defined({ doSTARTTLS: leavesMachine(url) && !secure ? true : undefined }),
      socketTimeout: MINUTE_MS,
    });
    // A connection lost between two commands is an event; the running command fails with an error of its own.
    client.on('error', () => undefined);
    await client.connect();
    let noted = 0;
    try {
      await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
      const unread = (await client.search({ seen: false }, { uid: true })) || [];
      for (const uid of unread.slice(0, MOST_MESSAGES)) {
        const message = await client.fetchOne(`${uid}`, { source: { maxLength: MOST_BYTES } }, { uid: true });
        const source = message === false ? undefined : message.source;
        // Strangers may send any bytes: an unreadable message must not stop the reading of the next.
        const bounce = source === undefined ? null : await bounceOf(source, addresses).catch(() => null);
        if (bounce !== null && (await noteBounce(store.db, bounce, Date.now()))) noted += 1;
        await client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true });
      }
      return noted;
    } finally {
      await client.logout().catch(() => client.close());
    }
  }
}

/**
 * Returns the bounce reported by a message. Null for other messages: an automatic answer, a report of a delay, a
 * report without a true return address.
 */
async function bounceOf(source: Uint8Array, addresses: ReturnAddresses): Promise<Bounce | null> {
  const { default: PostalMime } = await import('postal-mime');
  const { to = [], cc = [], deliveredTo, headers, attachments } = await PostalMime.parse(source);
  const addressed = [...to, ...cc].flatMap(({ address }) => address ?? []);
  const envelope = headers.flatMap(({ key, value }) => (key === 'x-original-to' ? [value.trim()] : []));
  const messageId = [...addressed, deliveredTo ?? '', ...envelope]
    .map((address) => addresses.messageOf(address))
    .find((id) => id !== null);
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (messageId === undefined || messageId === null || report === undefined) return null;
  const { content } = report;
  const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8');
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
  if (field('Action').toLowerCase() !== 'failed') return null;
  // Without addresses: an erasure of the mail may come before the report.
  const diagnosis = `${field('Status')} ${field('Diagnostic-Code')}`
    .replace(/\p{C}+/gu, ' ')
    .replace(/<?[^\s<>]+@[^\s<>]+>?:?\s*/g, '')
    .trim();
  return { messageId, text: diagnosis.slice(0, MOST_TEXT) };
}

/** Returns the code of an error, without the text: a text may hold an address. */
const failureCode = (error: unknown): string => {
  const { code, responseStatus } = error as { code?: unknown; responseStatus?: unknown };
  return String(code ?? responseStatus ?? 'unknown');
};
