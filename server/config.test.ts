import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigError,
  type Environment,
  keptBackupKey,
  loadBackupKey,
  loadEvidenceSecret,
  loadJwtSecret,
  readConfig,
} from './config.ts';

const SECRET = 'un-secreto-de-pruebas-con-mas-de-32-bytes';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scaf-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(env: Environment = {}) {
  return readConfig({ DATA_DIR: folder, ...env });
}

function faultsOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('requires a backup key for backups with PostgreSQL', () => {
    const postgres = { DATABASE_URL: 'postgres://localhost/scaf' };
    expect(faultsOf({ ...postgres, BACKUP_DIR: folder })).toEqual([
      'BACKUP_KEY es obligatoria cuando se define BACKUP_DIR con PostgreSQL.',
    ]);
    expect(read(postgres).backupDir).toBeNull();
    expect(read({ BACKUP_DIR: 'no' }).backupDir).toBeNull();
    expect(faultsOf({ BACKUP_DIR: folder, BACKUP_KEY: 'corta' })).toEqual([
      'BACKUP_KEY debe tener 32 bytes o más.',
    ]);
    expect(read({ BACKUP_DIR: folder, BACKUP_KEY: SECRET })).toMatchObject({
      backupDir: folder,
      backupKey: SECRET,
    });
  });

  it('returns frozen defaults', () => {
    const config = read();
    expect(config).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      trustProxy: [],
      dataDir: folder,
      databaseUrl: null,
      jwtSecret: null,
      evidenceKey: null,
      tsaUrl: null,
      smtpUrl: null,
      mailFrom: null,
      bounceUrl: null,
      backupDir: join(folder, 'copias'),
      backupKey: null,
      demoPassword: null,
      contactEmail: null,
      contactPhone: null,
      metricsToken: null,
      isTrial: false,
      logLevel: 'info',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('derives the default public URL from the port', () => {
    expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(read({ PORT: '8080', PUBLIC_URL: 'https://scaf.ejemplo.co/' }).publicUrl).toBe(
      'https://scaf.ejemplo.co',
    );
  });

  it('treats an empty variable as unset', () => {
    expect(read({ DATABASE_URL: '', PORT: ' ', JWT_SECRET: '' }).databaseUrl).toBeNull();
  });

  it('parses proxies as a list of addresses and networks', () => {
    const config = read({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,loopback, ::1' });
    expect(config.trustProxy).toEqual(['10.0.0.5', '10.1.0.0/16', 'loopback', '::1']);
  });

  it.each([
    ['NODE_ENV', 'prod'],
    ['HOST', 'http://0.0.0.0'],
    ['PORT', '70000'],
    ['PORT', '3000a'],
    ['PUBLIC_URL', 'scaf.ejemplo.co'],
    ['PUBLIC_URL', 'https://scaf.ejemplo.co/app'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://localhost/scaf'],
    ['DATABASE_URL', 'postgres:scaf'],
    ['DATABASE_URL', 'postgres://usuario:clave@servidor:puerto/scaf'],
    ['JWT_SECRET', 'corto'],
    ['SMTP_URL', 'http://correo'],
    ['BOUNCE_URL', 'imaps://rebotes:secreta@correo'],
    ['BOUNCE_URL', 'https://rebotes%40ejemplo.co:secreta@correo'],
    ['BOUNCE_URL', 'imaps://rebotes%40ejemplo.co:%ff@correo'],
    ['MAIL_FROM', 'SCAF'],
    ['SCAF_CONTACT_EMAIL', 'no es un correo'],
    ['METRICS_TOKEN', 'demasiado corto'],
    ['METRICS_TOKEN', 'quince-letras-x'],
    ['METRICS_TOKEN', 'dieciséis letras y más'],
    ['LOG_LEVEL', 'verbose'],
  ])('names %s when it is %j, in one sentence', (name, value) => {
    const faults = faultsOf({
      [name]: value,
      ...(name === 'SMTP_URL' ? { MAIL_FROM: 'a@b.co' } : {}),
      ...(name === 'BOUNCE_URL' ? { SMTP_URL: 'smtp://correo', MAIL_FROM: 'a@b.co' } : {}),
    });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
    expect(faults[0]).toMatch(/^[^\n]+\.$/);
  });

  it('reports every fault at once', () => {
    const faults = faultsOf({ PORT: '-1', LOG_LEVEL: 'todo', SMTP_URL: 'smtp://correo' });
    expect(faults).toHaveLength(3);
    expect(faults.join(' ')).toMatch(/PORT.*MAIL_FROM.*LOG_LEVEL/s);
  });

  it('never repeats a secret in a fault', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://u:clave-secreta@h/scaf', JWT_SECRET: 'clave-secreta' });
    expect(faults).toHaveLength(2);
    expect(faults.join(' ')).not.toContain('clave-secreta');
  });

  it('requires a secret in production only with PostgreSQL', () => {
    const url = { DATABASE_URL: 'postgres://u:p@localhost/scaf' };
    expect(faultsOf({ ...url, NODE_ENV: 'production' })).toEqual([expect.stringContaining('JWT_SECRET')]);
    expect(faultsOf({ ...url, NODE_ENV: 'production', JWT_SECRET: SECRET })).toEqual([]);
    expect(faultsOf({ ...url, NODE_ENV: 'development' })).toEqual([]);
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([]);
  });

  it('requires the public URL in production with mail', () => {
    const mail = { SMTP_URL: 'smtps://correo.ejemplo.co', MAIL_FROM: 'a@b.co' };
    expect(faultsOf({ ...mail, NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL es obligatoria en producción/),
    ]);
    expect(faultsOf({ ...mail, NODE_ENV: 'production', PUBLIC_URL: 'https://scaf.ejemplo.co' })).toEqual([]);
    expect(faultsOf(mail)).toEqual([]);
  });

  it('creates the data folder with parents, readable by the owner only', () => {
    const dataDir = join(folder, 'uno', 'dos');
    expect(read({ DATA_DIR: dataDir }).dataDir).toBe(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('resolves a relative data folder', () => {
    const dataDir = join(folder, 'relativa');
    expect(read({ DATA_DIR: join(folder, '.', 'x', '..', 'relativa') }).dataDir).toBe(resolve(dataDir));
  });

  it('reports an unusable data folder in one sentence', () => {
    const file = join(folder, 'archivo');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'data'), '/proc/scaf-data']) {
      expect(faultsOf({ DATA_DIR: dataDir })).toEqual([expect.stringContaining(`${dataDir} (DATA_DIR)`)]);
    }
  });

  it('needs no data folder if no data is stored there', () => {
    const env = {
      DATA_DIR: '/proc/scaf-data',
      DATABASE_URL: 'postgres://localhost/scaf',
      JWT_SECRET: SECRET,
    };
    expect(faultsOf(env)).toEqual([]);
  });
});

describe('loadJwtSecret', () => {
  const secretPath = () => join(folder, 'secrets', 'jwt');

  it('returns the configured secret without writing a file', () => {
    expect(loadJwtSecret({ jwtSecret: SECRET, dataDir: folder })).toBe(SECRET);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('generates a secret, stores it for the owner only, and reads it again', () => {
    const first = loadJwtSecret({ jwtSecret: null, dataDir: folder });
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(loadJwtSecret({ jwtSecret: null, dataDir: folder })).toBe(first);
    expect(statSync(secretPath()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'secrets'))).toEqual(['jwt']);
  });

  it('loadBackupKey generates a typable key once and stores it', () => {
    const own = { backupKey: null, dataDir: folder };
    expect(keptBackupKey(own)).toBeNull();
    expect(loadBackupKey({ ...own, backupKey: SECRET })).toEqual({ key: SECRET, isNew: false });
    const { key, isNew } = loadBackupKey(own);
    expect(isNew).toBe(true);
    expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){7}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(loadBackupKey(own)).toEqual({ key, isNew: false });
  });

  it('loadEvidenceSecret stores its own secret, or uses the session secret with PostgreSQL', () => {
    const own = { evidenceKey: null, jwtSecret: SECRET, dataDir: folder };
    expect(loadEvidenceSecret({ ...own, databaseUrl: 'postgres://servidor/scaf' })).toBe(SECRET);
    expect(loadEvidenceSecret({ ...own, databaseUrl: null, evidenceKey: 'la propia' })).toBe('la propia');
    expect(readdirSync(folder)).toEqual([]);
    const first = loadEvidenceSecret({ ...own, databaseUrl: null });
    expect(first).not.toBe(SECRET);
    expect(loadEvidenceSecret({ ...own, databaseUrl: null })).toBe(first);
    expect(readdirSync(join(folder, 'secrets'))).toEqual(['evidence']);
  });

  it('never replaces a damaged secret', () => {
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(secretPath(), 'medio');
    expect(() => loadJwtSecret({ jwtSecret: null, dataDir: folder })).toThrow(ConfigError);
    expect(readFileSync(secretPath(), 'utf8')).toBe('medio');
  });

  it('reports in one sentence that the secret cannot be stored', () => {
    expect(() => loadJwtSecret({ jwtSecret: null, dataDir: '/proc/scaf' })).toThrow(
      /^No se pudo guardar.*\.$/,
    );
  });
});
