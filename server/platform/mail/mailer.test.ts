import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { type Delivery, leavesMachine, smtpMailer } from './mailer.ts';

it.each([
  ['smtp://correo.ejemplo.co', true],
  ['smtp://usuario:clave@10.0.0.5:587', true],
  ['smtp://localhost.ejemplo.co', true],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:25', false],
])('a mail server at %s must encrypt: %s', (url, isRequired) => {
  expect(leavesMachine(url)).toBe(isRequired);
});

/** Reaches this machine, but is no loopback address by its text: the mailer takes the server for another machine. */
const ELSEWHERE = '0.0.0.0';

describe('a mail to a server on another machine', () => {
  let server: TestMailServer;
  const start = async (options: { offersTls?: boolean; login?: { user: string; pass: string } }) => {
    server = await startMailServer(options);
  };
  beforeEach(() => start({}));
  afterEach(() => server.close());

  /** Sends a mail by the address of the server with another host. */
  async function send(host: string, query = ''): Promise<Delivery> {
    const mailer = smtpMailer({
      smtpUrl: server.url.replace('127.0.0.1', host) + query,
      from: 'scaf@ejemplo.co',
    });
    const mail = {
      messageId: 'uno@ejemplo.co',
      to: { name: 'Ana', address: 'ana@ejemplo.co' },
      subject: 'Enlace',
      text: 'secreto',
      html: '<p>secreto</p>',
    };
    try {
      return await mailer.send(mail);
    } finally {
      mailer.close();
    }
  }

  it('neither mail nor password is sent without encryption', async () => {
    expect(await send(ELSEWHERE)).toMatchObject({ ended: 'away', stayed: true });
    expect(server.mails).toEqual([]);
    expect((await send('127.0.0.1')).ended).toBe('sent');
    await server.close();
    const logins: string[] = [];
    await start({ login: { user: 'scaf', pass: 'clave' } });
    server.script.login = (user) => {
      logins.push(user);
    };
    expect(await send(ELSEWHERE)).toMatchObject({ ended: 'away', stayed: true });
    expect([server.mails, logins]).toEqual([[], []]);
  });

  it('a mail is encrypted; an unsigned certificate needs a permission in SMTP_URL', async () => {
    await server.close();
    await start({ offersTls: true, login: { user: 'scaf', pass: 'clave' } });
    const problem = expect.stringContaining('No se pudo asegurar la conexión');
    expect(await send(ELSEWHERE)).toEqual({ ended: 'away', problem, stayed: true });
    expect(server.mails).toEqual([]);
    expect((await send(ELSEWHERE, '?tls.rejectUnauthorized=false')).ended).toBe('sent');
    expect(server.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });
});
