/**
 * Reads the environment variables once. `readConfig` reports every fault at once, a Spanish sentence each, so that
 * the operator can fix all variables in one go. No sentence repeats a secret, because a service's output goes to
 * logs.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { diskTrouble } from './platform/lib/disk-trouble.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ENVIRONMENTS = ['production', 'development', 'test'];
/** Network names accepted in the setting of trusted proxies, besides addresses. */
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
/** Minimum length of a secret in bytes. A longer key makes HS256 signatures no stronger. */
const SECRET_BYTES = 32;
/** Pattern of the metrics token: valid in an HTTP header, and long enough against guessing. */
const TOKEN = /^[\x21-\x7e]{16,}$/;

/** Value of BACKUP_DIR to switch backups off. */
const NO_COPIES = 'no';
/** Name of the default backup folder, inside `dataDir`. */
const DEFAULT_COPIES = 'copias';

/** Level of the server's log. */
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Configuration of the server, read once at the start from the environment. */
export interface Config {
  /**
   * True with NODE_ENV=production: no demonstration data, and the first start prints a one-time link for the first
   * user.
   */
  readonly production: boolean;
  readonly host: string;
  /** TCP port of the server. 0: the system chooses a free port. */
  readonly port: number;
  /** Base URL for links to the server, without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Trusted proxies: addresses, networks or network names. Empty: the client's address is the address of the
   * socket.
   */
  readonly trustProxy: readonly string[];
  /** Absolute path of the data folder. The folder exists and is writable if data must be stored there. */
  readonly dataDir: string;
  /** URL of the PostgreSQL database. Null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Key to sign sessions. Null: generated and stored in `dataDir` (`loadJwtSecret`). */
  readonly jwtSecret: string | null;
  /**
   * Secret of the key to sign chain heads of the audit trail. Null: generated and stored in `dataDir`; with
   * PostgreSQL the session key is used (`loadEvidenceSecret`).
   */
  readonly evidenceKey: string | null;
  /**
   * URL of the time-stamping authority (RFC 3161) for the signed chain heads of the audit trail. Null: no time
   * stamps. May contain a user and a password.
   */
  readonly tsaUrl: string | null;
  readonly smtpUrl: string | null;
  readonly bounceUrl: string | null;
  readonly mailFrom: string | null;
  /** Absolute path of the backup folder. Default with SQLite: a folder in `dataDir`. Null: no backups. */
  readonly backupDir: string | null;
  /** Key to encrypt backups. Null: with SQLite generated and stored in `dataDir` (`loadBackupKey`). */
  readonly backupKey: string | null;
  readonly demoPassword: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** Secret bearer token required from callers of the metrics. Null: the server offers no metrics. */
  readonly metricsToken: string | null;
  /** True in the trial of an upgrade: no payment gateway is asked. */
  readonly isTrial: boolean;
  readonly logLevel: LogLevel;
}

/** Error with all faults of the configuration, one sentence per fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  /** True if the only fault is the disk: a restart with the same configuration may work later. */
  readonly mayPass: boolean;

  constructor(faults: readonly string[], mayPass = false) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
    this.mayPass = mayPass;
  }
}

/** Returns the configuration. @throws ConfigError with a sentence for each fault */
export function readConfig(env: Environment): Config {
  const reader = environmentReader(env);
  const network = readNetwork(reader);
  const { production } = network;
  const keys = readStoreAndKeys(reader, production);
  const { databaseUrl, jwtSecret } = keys;
  const mail = readMail(reader, production && network.publicUrl === null);
  const dataDir = resolve(reader.variable('DATA_DIR') ?? 'data');
  const backups = readBackups(reader, { databaseUrl, dataDir });
  const others = readOthers(reader);
  // With PostgreSQL and a configured secret no data goes to disk, so a read-only container is enough.
  const folderFault = databaseUrl === null || jwtSecret === null ? faultOfDataDir(dataDir) : null;
  const faults = [...reader.faults, ...(folderFault === null ? [] : [folderFault.sentence])];
  if (faults.length > 0) {
    throw new ConfigError(Object.freeze(faults), faults.length === 1 && folderFault?.mayPass === true);
  }
  const publicUrl =
    network.publicUrl === null ? `http://localhost:${network.port}` : new URL(network.publicUrl).origin;
  return Object.freeze({ ...network, publicUrl, ...keys, ...mail, dataDir, ...backups, ...others });
}

type EnvironmentReader = ReturnType<typeof environmentReader>;

/** Reads variables and collects the faults of all variables. */
function environmentReader(env: Environment) {
  const faults: string[] = [];
  const demand = (holds: boolean, sentence: string): void => {
    if (!holds) faults.push(sentence);
  };
  /** Returns an environment variable; null also if empty, because compose files leave variables empty. */
  const variable = (name: string): string | null => env[name]?.trim() || null;
  const checked = (name: string, test: (value: string) => boolean, sentence: string): string | null => {
    const value = variable(name);
    if (value !== null) demand(test(value), sentence);
    return value;
  };
  const secret = (name: string) =>
    checked(
      name,
      (value) => Buffer.byteLength(value) >= SECRET_BYTES,
      `${name} debe tener ${SECRET_BYTES} bytes o más.`,
    );
  return { faults, demand, variable, checked, secret };
}

function readNetwork({ demand, variable, checked }: EnvironmentReader) {
  // A misspelt 'production' would put a demonstration with known users on the internet.
  const environment = checked(
    'NODE_ENV',
    (value) => ENVIRONMENTS.includes(value),
    `NODE_ENV debe ser ${ENVIRONMENTS.join(', ')} o quedar sin definir.`,
  );
  const host = checked('HOST', isHost, 'HOST debe ser una dirección IP o un nombre de equipo, sin puerto.');
  const port = checked('PORT', isPort, 'PORT debe ser un número entero entre 0 y 65535.') ?? '3000';
  const publicUrl = checked(
    'PUBLIC_URL',
    isOrigin,
    'PUBLIC_URL debe ser una dirección completa sin ruta, por ejemplo https://scaf.ejemplo.co.',
  );
  const trustProxy = (variable('TRUST_PROXY') ?? '').split(',').map((part) => part.trim());
  const proxies = trustProxy.filter((part) => part !== '');
  demand(
    proxies.every(isNetwork),
    'TRUST_PROXY debe ser una lista de direcciones IP o redes separadas por comas, por ejemplo 10.0.0.5,10.1.0.0/16.',
  );
  return {
    production: environment === 'production',
    host: host ?? '127.0.0.1',
    port: Number(port),
    publicUrl,
    trustProxy: Object.freeze(proxies),
  };
}

function readStoreAndKeys({ demand, checked, secret }: EnvironmentReader, production: boolean) {
  const databaseUrl = checked(
    'DATABASE_URL',
    (value) => hasProtocol(value, ['postgres:', 'postgresql:']),
    'DATABASE_URL debe comenzar por postgres:// o postgresql:// y ser una dirección válida; sin ella se usa SQLite.',
  );
  const jwtSecret = secret('JWT_SECRET');
  const evidenceKey = secret('EVIDENCE_KEY');
  const tsaUrl = checked(
    'TSA_URL',
    (value) => hasProtocol(value, ['http:', 'https:']),
    'TSA_URL debe ser la dirección completa de una autoridad de estampado cronológico (RFC 3161), con http:// o https://.',
  );
  // All processes of one PostgreSQL must sign with the same key, and each may have its own disk.
  demand(
    !(production && databaseUrl !== null && jwtSecret === null),
    'JWT_SECRET es obligatorio en producción con PostgreSQL, porque todos los procesos deben firmar con el mismo.',
  );
  return { databaseUrl, jwtSecret, evidenceKey, tsaUrl };
}

/** @param lacksUrl true in production without PUBLIC_URL */
function readMail({ demand, checked }: EnvironmentReader, lacksUrl: boolean) {
  const smtpUrl = checked(
    'SMTP_URL',
    (value) => hasProtocol(value, ['smtp:', 'smtps:']),
    'SMTP_URL debe comenzar por smtp:// o smtps:// y ser una dirección válida.',
  );
  const mailFrom = checked(
    'MAIL_FROM',
    isMailbox,
    'MAIL_FROM debe ser un correo, por ejemplo SCAF <asambleas@ejemplo.co>.',
  );
  demand(smtpUrl === null || mailFrom !== null, 'MAIL_FROM es obligatorio cuando se define SMTP_URL.');
  // Links in invitations and password mails would point to the reader's own machine.
  demand(
    smtpUrl === null || !lacksUrl,
    'PUBLIC_URL es obligatoria en producción cuando se define SMTP_URL, porque con ella comienzan los enlaces de los correos; por ejemplo https://scaf.ejemplo.co.',
  );
  const bounceUrl = checked(
    'BOUNCE_URL',
    isBounceMailbox,
    'BOUNCE_URL debe ser el buzón de los rebotes, con el correo como usuario: imaps://rebotes%40ejemplo.co:contraseña@correo.ejemplo.co.',
  );
  demand(smtpUrl !== null || bounceUrl === null, 'SMTP_URL es obligatorio cuando se define BOUNCE_URL.');
  return { smtpUrl, mailFrom, bounceUrl };
}

function readBackups(
  { demand, variable, secret }: EnvironmentReader,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
) {
  const backupDir = variable('BACKUP_DIR') ?? (databaseUrl === null ? DEFAULT_COPIES : NO_COPIES);
  const backupKey = secret('BACKUP_KEY');
  // An unencrypted copy would expose all documents and valid codes in a file. Each process may have its own disk.
  demand(
    databaseUrl === null || backupDir === NO_COPIES || backupKey !== null,
    'BACKUP_KEY es obligatoria cuando se define BACKUP_DIR con PostgreSQL.',
  );
  const folder = backupDir === DEFAULT_COPIES ? join(dataDir, DEFAULT_COPIES) : resolve(backupDir);
  return { backupDir: backupDir === NO_COPIES ? null : folder, backupKey };
}

function readOthers({ demand, variable, checked }: EnvironmentReader) {
  const demoPassword = variable('SCAF_DEMO_PASSWORD');
  const contactEmail = checked(
    'SCAF_CONTACT_EMAIL',
    isMailbox,
    'SCAF_CONTACT_EMAIL debe ser un correo electrónico.',
  );
  const metricsToken = checked(
    'METRICS_TOKEN',
    (value) => TOKEN.test(value),
    'METRICS_TOKEN debe tener 16 caracteres o más, sin espacios ni tildes.',
  );
  const logLevel = variable('LOG_LEVEL') ?? 'info';
  demand(isLogLevel(logLevel), `LOG_LEVEL debe ser uno de: ${LOG_LEVELS.join(', ')}.`);
  return {
    demoPassword,
    contactEmail,
    contactPhone: variable('SCAF_CONTACT_PHONE'),
    metricsToken,
    isTrial: variable('SCAF_TRIAL') !== null,
    logLevel: isLogLevel(logLevel) ? logLevel : ('info' as const),
  };
}

/**
 * Returns the secret key for signing session tokens: the configured key, else the key stored in `dataDir` at
 * the first start.
 */
export const loadJwtSecret = (config: Pick<Config, 'jwtSecret' | 'dataDir'>): string =>
  config.jwtSecret ?? loadSecret(config.dataDir, 'jwt', 'el secreto de las sesiones');

/**
 * Returns the secret for signing heads (signed states) of the audit trail: (1) the configured secret; (2)
 * with PostgreSQL the key for sessions, because all processes must sign with the same key; (3) with SQLite a
 * secret stored in `dataDir`, generated at the first start.
 */
export function loadEvidenceSecret(
  config: Pick<Config, 'evidenceKey' | 'jwtSecret' | 'databaseUrl' | 'dataDir'>,
): string {
  if (config.evidenceKey !== null) return config.evidenceKey;
  if (config.databaseUrl !== null) return loadJwtSecret(config);
  return loadSecret(config.dataDir, 'evidence', 'el secreto de las firmas');
}

const BACKUP_SECRET = 'copias';
/** Characters of a backup key: digits and capitals that are not confused on paper. */
const CARD_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the backup key: the configured key, else the key stored in `dataDir`. Null if neither exists. */
export const keptBackupKey = ({ backupKey, dataDir }: Pick<Config, 'backupKey' | 'dataDir'>): string | null =>
  backupKey ?? readSecret(join(dataDir, 'secrets', BACKUP_SECRET));

/** Returns the backup key. Generates and stores the key at the first start; `isNew` is then true. */
export function loadBackupKey(config: Pick<Config, 'backupKey' | 'dataDir'>): {
  key: string;
  isNew: boolean;
} {
  const storedKey = keptBackupKey(config);
  if (storedKey !== null) return { key: storedKey, isNew: false };
  const key = loadSecret(config.dataDir, BACKUP_SECRET, 'la clave de las copias', newCardKey);
  return { key, isNew: true };
}

/** Generates a backup key: 200 random bits in a form to type, eight groups of five characters. */
const newCardKey = (): string =>
  Array.from(randomBytes(40), (byte) => CARD_SIGNS[byte % CARD_SIGNS.length])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-');

/**
 * Returns a secret stored in `dataDir`. Processes that start together on an empty folder get the same secret: a
 * complete file is linked into place, and the first link wins.
 */
function loadSecret(
  dataDir: string,
  name: string,
  what: string,
  make = () => randomBytes(SECRET_BYTES * 2).toString('base64url'),
): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  try {
    const storedSecret = readSecret(file);
    if (storedSecret !== null) return storedSecret;
    makeFolder(folder);
    placeOnce(file, `${make()}\n`);
    return readSecret(file) ?? '';
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`No se pudo guardar ${what} en ${file} (${codeOfError(error)}).`]);
  }
}

function readSecret(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOfError(error) === 'ENOENT') return null;
    throw error;
  }
  // A short file is damaged. Replacing the file would silently end every session.
  if (Buffer.byteLength(text) < SECRET_BYTES) {
    throw new ConfigError([`El secreto guardado en ${file} está dañado; bórrelo para que se haga otro.`]);
  }
  return text;
}

/** Writes a complete file and syncs the disk, before naming the file. Leaves an existing file unchanged. */
function placeOnce(file: string, content: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if (codeOfError(error) !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

/**
 * Checks the data folder, created if missing, by writing a test file: permissions alone do not reveal root, a full
 * disk or a read-only mount. Returns the fault, or null.
 */
function faultOfDataDir(dataDir: string): { sentence: string; mayPass: boolean } | null {
  const probe = join(dataDir, `.prueba-${randomBytes(6).toString('hex')}`);
  try {
    makeFolder(dataDir);
    writeFileSync(probe, 'SCAF\n', { flag: 'wx' });
    rmSync(probe, { force: true });
    return null;
  } catch (error) {
    const code = codeOfError(error);
    return {
      sentence: `No se puede escribir en la carpeta de datos ${dataDir} (DATA_DIR): ${diskTrouble(error) ?? code}.`,
      mayPass: ['ENOSPC', 'EDQUOT', 'EIO'].includes(code),
    };
  }
}

/**
 * Creates a folder and its parents, readable by the owner only. Node's `recursive` hangs if the system answers ENOENT
 * below an existing folder, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process created the folder first.
    if (codeOfError(error) !== 'EEXIST') throw error;
  }
}

function codeOfError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  const url = parseUrl(value);
  // `postgres:x` parses too, as a scheme with an opaque path.
  return url !== null && protocols.includes(url.protocol) && value.includes('://');
}

function isOrigin(value: string): boolean {
  const url = parseUrl(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/`;
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65535;
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}

function isNetwork(value: string): boolean {
  if (PROXY_NAMES.includes(value)) return true;
  const [address = '', prefix, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** True for an IMAP address with a mail address as user: the return addresses of mails come from the user. */
function isBounceMailbox(value: string): boolean {
  if (!hasProtocol(value, ['imap:', 'imaps:'])) return false;
  try {
    const { username, password, pathname } = new URL(value);
    const [user = ''] = [username, password, pathname].map(decodeURIComponent);
    return isMailbox(user);
  } catch {
    return false;
  }
}

/** True for `a@b.co` or `Name <a@b.co>`. Does not check that the mailbox exists. */
function isMailbox(value: string): boolean {
  return /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value);
}

function isLogLevel(value: string): value is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(value);
}
