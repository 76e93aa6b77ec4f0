import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { makeFirstUserLink } from './accounts/first-user.service.ts';
import { dropOldSessions } from './accounts/sessions.repository.ts';
import { buildApp } from './app.ts';
import { dropOldKeys } from './assemblies/idempotency.ts';
import type { BackupPlace } from './backup/take-copy.ts';
import { type Config, ConfigError, loadJwtSecret, readConfig } from './config.ts';
import { migrate, openStore, type Store, StoreError } from './db/connect.ts';
import { beOnlyServer } from './db/only-server.ts';
import { makeDemo } from './demo/demo.ts';
import type { MailConfig } from './mail/mailer.ts';

/** Keys past their day and sessions past their end are dropped this often; neither works any more. */
const SWEEP_MS = 60 * 60 * 1000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends with one clear sentence for whoever started the server; a stack helps nobody there. */
function giveUp(error: unknown, config: Config | null): never {
  if (error instanceof ConfigError) for (const fault of error.faults) process.stderr.write(`${fault}\n`);
  else if (error instanceof StoreError) process.stderr.write(`${error.message}\n`);
  else if (codeOf(error) === 'EADDRINUSE') {
    process.stderr.write(
      `El puerto ${config?.port} ya está en uso: cierre el otro programa o elija otro con PORT.\n`,
    );
  } else if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND') {
    process.stderr.write(`La dirección HOST=${config?.host} no es de esta máquina.\n`);
  } else if (codeOf(error) === 'EACCES') {
    process.stderr.write(`No hay permiso para usar el puerto ${config?.port}: elija otro con PORT.\n`);
  } else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A second start with the same settings meets both a taken folder and a taken port: the port says more. */
async function takeDataDir({ dataDir, host, port }: Config): Promise<void> {
  try {
    beOnlyServer(dataDir);
  } catch (error) {
    const probe = createServer();
    const listening = once(probe, 'listening');
    probe.listen({ host, port });
    await listening;
    probe.close();
    throw error;
  }
}

/** Says where the server is and who can sign in; in production, how to make the first user. */
async function welcome(config: Config, store: Store): Promise<void> {
  if (config.production) {
    const token = await makeFirstUserLink(store.db);
    say(`SCAF está listo en ${config.publicUrl}`);
    if (token === null) return;
    say('Cree el primer usuario de la plataforma con este enlace, que sirve una sola vez:');
    say(`  ${config.publicUrl}/FirstUser#${token}`);
    return;
  }
  const demo = await makeDemo(store.db, { password: config.demoPassword, dataDir: config.dataDir });
  say(`SCAF está listo en ${config.publicUrl}`);
  if (demo === null) return;
  say('Usuarios de la demostración:');
  for (const user of demo.users) say(`  ${user.username.padEnd(12)} ${user.description}`);
  say(`Contraseña de todos: ${demo.password}`);
}

/** Stops taking requests, lets those under way finish, closes the store; a second signal ends at once. */
function closeOnSignal(app: FastifyInstance, store: Store, sweep: NodeJS.Timeout): void {
  let closing = false;
  const close = (): void => {
    if (closing) process.exit(1);
    closing = true;
    clearInterval(sweep);
    app
      .close()
      .then(() => store.close())
      .then(
        () => process.exit(0),
        (error) => giveUp(error, null),
      );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

async function tidy({ db }: Store): Promise<void> {
  try {
    await dropOldKeys(db, Date.now());
    await dropOldSessions(db, Date.now());
  } catch {
    // The store is away for a moment; there is another sweep in an hour.
  }
}

function mailOf({ smtpUrl, mailFrom }: Config): MailConfig | null {
  return smtpUrl === null || mailFrom === null ? null : { smtpUrl, from: mailFrom };
}

function backupsOf({ backupDir, backupKey }: Config): BackupPlace | null {
  return backupDir === null || backupKey === null ? null : { folder: backupDir, key: backupKey };
}

async function main(): Promise<void> {
  let config: Config | null = null;
  // Whatever this process makes holds owners, documents or codes.
  process.umask(0o077);
  try {
    config = readConfig(process.env);
    if (config.databaseUrl === null) await takeDataDir(config);
    const store = await openStore(config);
    await migrate(store);
    const app = await buildApp({
      store,
      jwtSecret: loadJwtSecret(config),
      trustProxy: config.trustProxy,
      publicUrl: config.publicUrl,
      mail: mailOf(config),
      backups: backupsOf(config),
      contactEmail: config.contactEmail,
      contactPhone: config.contactPhone,
      metricsToken: config.metricsToken,
      logLevel: config.logLevel,
    });
    const sweep = setInterval(() => void tidy(store), SWEEP_MS);
    closeOnSignal(app, store, sweep);
    await app.listen({ host: config.host, port: config.port });
    await welcome(config, store);
  } catch (error) {
    giveUp(error, config);
  }
}

await main();
