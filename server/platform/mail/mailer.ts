import type { NodemailerError } from 'nodemailer';
import type { Written } from './mail-page.ts';

/** Connections to the mail server at once. */
export const CONNECTIONS = 3;
/** Messages a second: what the usual providers take, and little beside an assembly's own traffic. */
const RATE = 10;
/** A whole delivery; shorter than a message's lease. */
const SEND_MS = 2 * 60 * 1000;

export interface MailConfig {
  smtpUrl: string;
  /** `a@b.co` or `Name <a@b.co>`. */
  from: string;
}

export interface Outgoing extends Written {
  /** Without the angle brackets; the same at every attempt. */
  messageId: string;
  to: { name: string; address: string };
}

/**
 * How a delivery ended. `refused`: not this message, not ever. `later`: not now. `away`: the mail server cannot be
 * used at all just now.
 */
export type Delivery =
  | { ended: 'sent' }
  | {
      ended: 'refused' | 'later' | 'away';
      /** In Spanish, for the screen; holds nothing of what was said to the server, nor by it. */
      problem: string;
      /** It certainly did not leave; otherwise the server may have taken it without our hearing of it. */
      stayed: boolean;
    };

export interface Mailer {
  send: (mail: Outgoing) => Promise<Delivery>;
  close: () => void;
}

/** The mail server of the configuration, by a pool of few connections. */
export function smtpMailer({ smtpUrl, from }: MailConfig): Mailer {
  let transport: ReturnType<typeof transportTo> | undefined;
  const sender = /<([^>]+)>/.exec(from)?.[1] ?? from;
  return {
    send: async ({ messageId, to, subject, text, html, attachments = [] }) => {
      try {
        transport ??= transportTo(smtpUrl);
        await (await transport).sendMail({
          messageId: `<${messageId}>`,
          from,
          to: { name: oneLine(to.name), address: to.address },
          // Said apart, so that nothing in a header can add somebody.
          envelope: { from: sender, to: [to.address] },
          subject: oneLine(subject),
          text,
          html,
          attachments: [...attachments],
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(SEND_MS),
        });
        return { ended: 'sent' };
      } catch (error) {
        return deliveryOf(error instanceof Error ? error : new Error(String(error)));
      }
    },
    close: () => void transport?.then((open) => open.close({ force: true })),
  };
}

/** A pool of connections. The library is loaded with the first message: a start does not wait for it. */
async function transportTo(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    rateLimit: RATE,
    // A connection that breaks while a message is under way: whether to send it again is the outbox's to say.
    maxRequeues: 0,
    idleTimeout: 5_000,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Names come from spreadsheets: no control character reaches a header. */
const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim();

const CONFIGURED = 'Revise SMTP_URL en la configuración del servidor.';

function deliveryOf(error: NodemailerError): Delivery {
  const { code, command = '', responseCode } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    const problem = `El servidor de correo no aceptó el usuario o la contraseña. ${CONFIGURED}`;
    return { ended: 'away', problem, stayed: true };
  }
  if (responseCode === undefined) return withoutReply(error);
  const said = `(respuesta ${responseCode})`;
  const permanent = responseCode >= 500 && responseCode !== 503;
  if (permanent && command.startsWith('RCPT')) {
    return { ended: 'refused', problem: `El servidor de correo rechazó la dirección ${said}.`, stayed: true };
  }
  if (permanent && command.startsWith('MAIL')) {
    return { ended: 'refused', problem: `El servidor de correo rechazó el remitente ${said}.`, stayed: true };
  }
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (permanent && aboutMessage) {
    return { ended: 'refused', problem: `El servidor de correo rechazó el mensaje ${said}.`, stayed: true };
  }
  const problem = `El servidor de correo no recibió el mensaje por ahora ${said}.`;
  return { ended: aboutMessage && responseCode !== 421 ? 'later' : 'away', problem, stayed: true };
}

/** Nothing was answered: the server was not reached, or it is not known what became of the message. */
function withoutReply({ code, syscall, timeoutType }: NodemailerError): Delivery {
  if (code === 'EENVELOPE') {
    return { ended: 'refused', problem: 'La dirección de correo no es válida.', stayed: true };
  }
  if (code === 'ETLS') {
    const problem = `No se pudo asegurar la conexión con el servidor de correo. ${CONFIGURED}`;
    return { ended: 'away', problem, stayed: true };
  }
  const unreached = code === 'EDNS' || syscall === 'connect' || syscall === 'getaddrinfo';
  if (unreached || timeoutType === 'CONNECT_TIMEOUT') {
    return {
      ended: 'away',
      problem: `No hay conexión con el servidor de correo. ${CONFIGURED}`,
      stayed: true,
    };
  }
  return { ended: 'away', problem: 'Se perdió la conexión con el servidor de correo.', stayed: false };
}
