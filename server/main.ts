import './start-thread.ts';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { dropOldSessions } from './accounts/sessions/sessions.repository.ts';
import { makeFirstUserLink } from './accounts/sign-in/first-user.service.ts';
import { buildApp } from './app.ts';
import { BackupError } from './backup/error.ts';
import { showKeyCard } from './backup/key-card.ts';
import { type BackupTarget, takeCopy } from './backup/take-copy.ts';
import {
  type Config,
  ConfigError,
  loadBackupKey,
  loadEvidenceSecret,
  loadJwtSecret,
  readConfig,
} from './config.ts';
import { type Demo, isEmpty, makeDemo } from './demo/demo.ts';
import { headSignerOf } from './platform/audit/signing.ts';
import { openServerStore, type Store } from './platform/db/connect.ts';
import { isBehind, migrate } from './platform/db/schema/migrate.ts';
import { settleLog } from './platform/db/settle-log.ts';
import { StoreError } from './platform/db/store-error.ts';
import { StoreFault } from './platform/db/store-fault.ts';
import { fewDescriptors } from './platform/http/descriptors.ts';
import { dropOldKeys } from './platform/http/idempotency.repository.ts';
import type { MailConfig } from './platform/mail/mailer.ts';

/** Milliseconds between two deletions of expired keys and sessions. */
const EXPIRY_MS = 60 * 60 * 1000;

/**
 * Exit codes of the server for the supervisor (`npm start`, systemd, compose). 1: unexpected error. From
 * sysexits.h, 75: database unreachable, or disk full or failing; a restart may succeed. 78: a restart is useless; a
 * sentence explained the reason. scripts/lib/supervise.mjs has the same numbers.
 */
const EXIT = { unforeseen: 1, away: 75, useless: 78, signalledTwice: 130 } as const;

/**
 * Milliseconds to wait before exit code 75: keeps the number of starts per minute below the limit of
 * docs/run/operating/scaf.service.
 */
const AWAY_PAUSE_MS = 3000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends the process with a clear sentence for the operator, without a stack trace. */
function giveUp(error: unknown, config: Config | null): never {
  if (error instanceof ConfigError) for (const fault of error.faults) process.stderr.write(`${fault}\n`);
  else if (error instanceof StoreError || error instanceof BackupError) {
    process.stderr.write(`${error.message}\n`);
  } else if (error instanceof StoreFault) {
    process.stderr.write(`La base de datos falló mientras el servidor se preparaba (${error.message}).\n`);
  } else if (signalCode(error) === 'EADDRINUSE') {
    process.stderr.write(
      `El puerto ${config?.port} ya está en uso: cierre el otro programa o elija otro con PORT.\n`,
    );
  } else if (signalCode(error) === 'EADDRNOTAVAIL' || signalCode(error) === 'ENOTFOUND') {
    process.stderr.write(`La dirección HOST=${config?.host} no es de esta máquina.\n`);
  } else if (signalCode(error) === 'EACCES') {
    process.stderr.write(`No hay permiso para usar el puerto ${config?.port}: elija otro con PORT.\n`);
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(EXIT.unforeseen);
  }
  const mayPass =
    error instanceof StoreFault ||
    ((error instanceof StoreError || error instanceof ConfigError) && error.mayPass);
  if (mayPass && !process.connected) {
    // `npm start` pauses between starts. Systemd restarts at once and gives up after some starts.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AWAY_PAUSE_MS);
  }
  process.exit(mayPass ? EXIT.away : EXIT.useless);
}

function signalCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Opens the store. If another server uses both the data folder and the port, reports the port, because the message
 * is clearer.
 */
async function openOwnStore(config: Config): Promise<Store> {
  try {
    return await openServerStore(config);
  } catch (error) {
    if (config.databaseUrl !== null) throw error;
    const { host, port } = config;
    const probe = createServer();
    const listening = once(probe, 'listening');
    probe.listen({ host, port });
    await listening;
    probe.close();
    throw error;
  }
}

function demoOf(config: Config, { db }: Store): Promise<Demo | null> {
  const signer = headSignerOf(loadEvidenceSecret(config), config.publicUrl);
  return makeDemo(db, { password: config.demoPassword, dataDir: config.dataDir, signer });
}

/** Prints the server's URL and the demonstration users; in production the one-time link for the first user. */
async function welcome(config: Config, store: Store, made: Demo | null): Promise<void> {
  if (config.production) {
    const token = await makeFirstUserLink(store.db);
    say(`SCAF está listo en ${config.publicUrl}`);
    if (token === null) return;
    say('Cree el primer usuario de la plataforma con este enlace, que sirve una sola vez:');
    say(`  ${config.publicUrl}/FirstUser#${token}`);
    return;
  }
  const demo = made ?? (await demoOf(config, store));
  say(`SCAF está listo en ${config.publicUrl}`);
  if (demo === null) return;
  say('Usuarios de la demostración:');
  for (const user of demo.users) say(`  ${user.username.padEnd(12)} ${user.description}`);
  say(`Contraseña de todos: ${demo.password}`);
  say(`Ver una asamblea en dos minutos (entre como operador): ${config.publicUrl}/Rehearsal`);
}

/** Time limit in milliseconds for closing after an unexpected error. Most of the time goes to running requests. */
const FAULT_MS = 4000;

/**
 * Shuts down: refuses new requests, finishes running requests, closes the store. Exits with 0 on a signal or if the
 * supervisor is gone; a second signal exits at once. An unexpected error exits with another code, because the process
 * may be corrupt, and the supervisor restarts the server.
 */
function closeInOrder(app: FastifyInstance, store: Store, sweep: NodeJS.Timeout): void {
  let closing = false;
  const close = async (code: number): Promise<void> => {
    closing = true;
    clearInterval(sweep);
    await app.close();
    await store.close();
    process.exit(code);
  };
  const end = (): void => {
    if (closing) process.exit(EXIT.signalledTwice);
    close(0).catch((error) => giveUp(error, null));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.once('disconnect', end);
  // Includes unhandled rejections.
  process.on('uncaughtException', (error) => {
    const stack = error instanceof Error ? error.stack : String(error);
    app.log.fatal({ stack }, 'An error that nobody foresaw: the server ends, to be started again');
    setTimeout(() => process.exit(EXIT.unforeseen), FAULT_MS).unref();
    if (closing) return;
    close(EXIT.unforeseen).catch(() => process.exit(EXIT.unforeseen));
  });
}

async function tidy({ db }: Store): Promise<void> {
  try {
    await dropOldKeys(db, Date.now());
    await dropOldSessions(db, Date.now());
  } catch {
    // The store is temporarily unavailable. The next sweep runs in an hour.
  }
}

function mailOf({ smtpUrl, mailFrom, bounceUrl }: Config): MailConfig | null {
  return smtpUrl === null || mailFrom === null ? null : { smtpUrl, from: mailFrom, bounceUrl };
}

/**
 * Copies the store before the migrations of a newer version, if backups are configured: a migration may succeed
 * with a wrong result.
 * @throws BackupError before any change of the store
 */
async function copyBeforeUpgrade(store: Store, place: BackupTarget | null): Promise<void> {
  if (place === null || !(await isBehind(store))) return;
  const { name } = await takeCopy(store.address, place);
  say(`Antes de actualizar la base de datos se hizo la copia ${name}.`);
}

/** Returns the backup folder and key; `isNew` is true if the key was just generated. Null if backups are off. */
function backupsOf(config: Config): { place: BackupTarget; isNew: boolean } | null {
  if (config.backupDir === null) return null;
  const { key, isNew } = loadBackupKey(config);
  return { place: { folder: config.backupDir, key }, isNew };
}

async function main(): Promise<void> {
  let config: Config | null = null;
  // Files of this process hold owners, documents or codes.
  process.umask(0o077);
  try {
    config = readConfig(process.env);
    const store = await openOwnStore(config);
    await settleLog(store);
    const backups = backupsOf(config);
    const place = backups?.place ?? null;
    await copyBeforeUpgrade(store, place);
    await migrate(store);
    const app = await buildApp({
      store,
      jwtSecret: loadJwtSecret(config),
      evidenceSecret: loadEvidenceSecret(config),
      tsaUrl: config.tsaUrl,
      trustProxy: config.trustProxy,
      publicUrl: config.publicUrl,
      mail: mailOf(config),
      backups: place,
      contactEmail: config.contactEmail,
      contactPhone: config.contactPhone,
      metricsToken: config.metricsToken,
      isTrial: config.isTrial,
      logLevel: config.logLevel,
    });
    const sweep = setInterval(() => void tidy(store), EXPIRY_MS);
    closeInOrder(app, store, sweep);
    // Create the demo users before listening, otherwise a sign-in would fail with a wrong password.
    const isNewDemo = !config.production && (await isEmpty(store.db));
    if (isNewDemo) say('Se prepara la demostración; la primera vez tarda hasta un minuto…');
    const made = isNewDemo ? await demoOf(config, store) : null;
    await app.listen({ host: config.host, port: config.port });
    await welcome(config, store, made);
    const few = fewDescriptors();
    if (few !== null) say(few);
    if (backups?.isNew) showKeyCard(backups.place, config.dataDir, process.stdout);
    else if (place === null) say('No se están haciendo copias de seguridad: defina BACKUP_DIR y BACKUP_KEY.');
  } catch (error) {
    giveUp(error, config);
  }
}

void main();
