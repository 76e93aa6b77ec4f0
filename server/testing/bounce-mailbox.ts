import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { findProgram, installByApt, isProgram } from './setup/apt.ts';

/** Debian does not list /usr/sbin in the PATH of every user. */
const DOVECOT = '/usr/sbin/dovecot';
const FOLDERS = ['cur', 'new', 'tmp'] as const;

/** Real IMAP server (Dovecot) with one mailbox, for a test of bounces. */
export interface TestMailbox {
  /** Value of `BOUNCE_URL`. */
  url: string;
  /** Puts a message into the mailbox, as the mail server of a joint does. */
  deliver: (message: string) => void;
  /** Number of messages in the mailbox, read or not. */
  count: () => number;
  close: () => Promise<void>;
}

/** True if the IMAP server is installed, or could be installed. Otherwise the test is skipped: the server needs root. */
export function hasMailboxServer(): boolean {
  if (process.getuid?.() !== 0) return false;
  if (!isProgram(DOVECOT) && findProgram('dovecot') === undefined) installByApt('dovecot-imapd');
  return isProgram(DOVECOT);
}

/** Starts the IMAP server on a free port. */
export async function startMailbox(): Promise<TestMailbox> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-imap-'));
  chmodSync(folder, 0o755);
  const mails = join(folder, 'mail');
  for (const part of FOLDERS) mkdirSync(join(mails, part), { recursive: true });
  const asMail = (path: string) => execFileSync('chown', ['-R', 'mail:mail', path]);
  asMail(mails);
  const port = await freePort();
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, settings(folder, port));
  const child = spawn(DOVECOT, ['-F', '-c', file], { stdio: 'ignore' });
  await reachable(child, port);
  let delivered = 0;
  return {
    url: `imap://rebotes%40ejemplo.co:secreta@127.0.0.1:${port}`,
    deliver: (message) => {
      delivered += 1;
      const name = `${delivered}.test`;
      writeFileSync(join(mails, 'tmp', name), message.replace(/\r?\n/g, '\r\n'));
      asMail(mails);
      execFileSync('mv', [join(mails, 'tmp', name), join(mails, 'new', name)]);
    },
    count: () => [...readdirSync(join(mails, 'new')), ...readdirSync(join(mails, 'cur'))].length,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const settings = (folder: string, port: number): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = static
  args = password=secreta
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/home
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

/** Resolves when the port answers. Rejects if the server ends before. */
async function reachable(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The IMAP server ended with ${child.exitCode}.`);
}
