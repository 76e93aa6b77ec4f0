import type { NodemailerError } from 'nodemailer';
import type { Written } from './page.ts';

/** Most connections to the mail server at once. */
export const CONNECTIONS = 3;
/** Most mails a second: accepted by common providers, and little beside the traffic of an assembly. */
const RATE = 10;
/**
 * Time limit to hand a mail to the server, in milliseconds. Shorter than the reservation of the mail for a process.
 */
const SEND_MS = 2 * 60 * 1000;

/** Most stored characters of a mail server's answer. */
const MOST_ANSWER = 200;

/** Mail server and sender address. */
export interface MailConfig {
  smtpUrl: string;
  /** Sender address of all mails: `a@b.co` or `Name <a@b.co>`. */
  from: string;
  /** Mailbox of bounces: `imaps://` with user (a mail address), password and folder. Default: bounces are not read. */
  bounceUrl?: string | null;
}

/** Mail in the final form for the mail server: content, recipient and message id. */
export interface Outgoing extends Written {
  /** Message-ID header without angle brackets, the same in every attempt. */
  messageId: string;
  to: { name: string; address: string };
  /** Return address of the envelope, for bounces. Default: the sender. */
  returnTo?: string | undefined;
}

/**
 * Result of handing a mail to the mail server: `sent`; `refused` for good; refused for now (`later`); or no
 * working mail server (`away`).
 */
export type Delivery =
  /** `answer`: answer of the mail server that took the mail, '250 2.0.0 Ok: queued as 4F', cut. */
  | { ended: 'sent'; answer: string }
  | {
      ended: 'refused' | 'later' | 'away';
      /** Spanish sentence about the problem for the screen, without details of the mail server's answer. */
      problem: string;
      /**
       * True if the mail certainly was not sent. False if the server may have accepted the mail without an answer.
       */
      stayed: boolean;
    };

/** Client of a mail server, to send mails. */
export interface Mailer {
  send: (mail: Outgoing) => Promise<Delivery>;
  close: () => void;
}

/** Returns the address of a sender `a@b.co` or `Name <a@b.co>`. */
export const addressOfSender = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** Returns the mailer for the configured mail server (SMTP), with at most 3 connections. */
export function smtpMailer({ smtpUrl, from }: MailConfig): Mailer {
  let transport: ReturnType<typeof transportTo> | undefined;
  const sender = addressOfSender(from);
  return {
    send: async ({ messageId, to, returnTo, subject, text, html, attachments = [], crest }) => {
      try {
        transport ??= transportTo(smtpUrl);
        const { response } = await (await transport).sendMail({
          messageId: `<${messageId}>`,
          from,
          to: { name: oneLine(to.name), address: to.address },
          // Separate envelope, so that no header can add a recipient.
          envelope: { from: returnTo ?? sender, to: [to.address] },
          subject: oneLine(subject),
          text,
          html,
          attachments: [...attachments, ...(crest === undefined ? [] : [crest])],
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(SEND_MS),
        });
        return { ended: 'sent', answer: oneLine(response).slice(0, MOST_ANSWER) };
      } catch (error) {
        return deliveryOf(error instanceof Error ? error : new Error(String(error)));
      }
    },
    close: () => void transport?.then((open) => open.close({ force: true })),
  };
}

/** Creates the connections to the mail server. Loads the library with the first mail, so a start does not wait. */
async function transportTo(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    requireTLS: leavesMachine(smtpUrl),
    maxConnections: CONNECTIONS,
    rateLimit: RATE,
    // After a broken connection the outbox decides on a retry, not the library.
    maxRequeues: 0,
    idleTimeout: 5_000,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * True if the mail server is on another machine than the server. Then an attacker on the network could
 * suppress the encryption, so the client must insist on encryption.
 */
export const leavesMachine = (smtpUrl: string): boolean => !LOOPBACK.test(new URL(smtpUrl).hostname);

/** Removes control characters from header values: names come from spreadsheets. */
const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim();

const CONFIGURED = 'Revise SMTP_URL en la configuración del servidor.';

function deliveryOf(error: NodemailerError): Delivery {
  const { code, command = '', responseCode } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    const problem = `El servidor de correo no aceptó el usuario o la contraseña. ${CONFIGURED}`;
    return { ended: 'away', problem, stayed: true };
  }
  if (responseCode === undefined) return withoutReply(error);
  const codeText = `(respuesta ${responseCode})`;
  const permanent = responseCode >= 500 && responseCode !== 503;
  if (permanent && command.startsWith('RCPT')) {
    return {
      ended: 'refused',
      problem: `El servidor de correo rechazó la dirección ${codeText}.`,
      stayed: true,
    };
  }
  if (permanent && command.startsWith('MAIL')) {
    return {
      ended: 'refused',
      problem: `El servidor de correo rechazó el remitente ${codeText}.`,
      stayed: true,
    };
  }
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (permanent && aboutMessage) {
    return {
      ended: 'refused',
      problem: `El servidor de correo rechazó el mensaje ${codeText}.`,
      stayed: true,
    };
  }
  const problem = `El servidor de correo no recibió el mensaje por ahora ${codeText}.`;
  return { ended: aboutMessage && responseCode !== 421 ? 'later' : 'away', problem, stayed: true };
}

/** Codes of Node.js for a certificate that is expired, of another name, or of no authority. */
const WRONG_CERTIFICATE = /CERT|^UNABLE_TO_/;

/**
 * Returns the result of a mail without an answer of the server: the server cannot be reached, or the fate of the
 * mail is unknown.
 */
function withoutReply({ code, originalCode, syscall, timeoutType }: NodemailerError): Delivery {
  if (code === 'EENVELOPE') {
    return { ended: 'refused', problem: 'La dirección de correo no es válida.', stayed: true };
  }
  if (code === 'ETLS' || WRONG_CERTIFICATE.test(originalCode ?? '')) {
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
