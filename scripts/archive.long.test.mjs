/** The archive of a version, unpacked in an empty folder: starts alone, and is upgraded and put back. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../server/platform/db/connect.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startServer } from '../server/testing/process.ts';
import { freshPostgresDatabase } from '../server/testing/setup/postgres.ts';
import { isQuick } from '../shared/testing/rounds.ts';
import { makeArchive, PAGE_LINK, pagesIn, writeSums } from './lib/archive.mjs';
import { ROOT } from './lib/processes.mjs';

const KEY = 'una clave de prueba de 32 bytes o más';
const SECRET = 'un secreto de prueba de 32 bytes o más';
const { PATH, HOME } = process.env;

/** Folder of all tests: the archive, and the versions. */
let ground;
let archive;
/** Unpacked version. */
let home;
let versions;
const running = new Set();

// `npm test` builds before the tests of servers.
describe.skipIf(!existsSync(join(ROOT, 'build', '.scaf-built')))('an archive', () => {
  beforeAll(async () => {
    ground = mkdtempSync(join(tmpdir(), 'scaf-archive-'));
    versions = join(ground, 'versions');
    mkdirSync(versions);
    archive = (await makeArchive(ROOT, ground)).file;
    execFileSync('tar', ['-xf', archive, '-C', versions]);
    home = join(versions, readdirSync(versions)[0]);
  });
  afterAll(() => rmSync(ground, { recursive: true, force: true }));
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
  });

  it('an archive has valid checksums and only production packages', () => {
    execFileSync('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: home });
    for (const name of ['vite', 'tsx', 'typescript', 'react', 'vitest']) {
      expect(existsSync(join(home, 'node_modules', name)), name).toBe(false);
    }
    const listed = spawnSync('npm', ['ls', '--all'], { cwd: home, encoding: 'utf8' });
    expect(listed.status, listed.stderr).toBe(0);
    expect(JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')).packages['']).not.toHaveProperty(
      'devDependencies',
    );
  });

  it('an archive has every file linked by a page', () => {
    const links = pagesIn(home).flatMap((page) =>
      [...readFileSync(join(home, page), 'utf8').matchAll(PAGE_LINK)].map(([, , , path]) => ({ page, path })),
    );
    expect(links.filter(({ page }) => page === 'LEAME.md').length).toBeGreaterThan(5);
    for (const { page, path } of links)
      expect(existsSync(join(home, dirname(page), path)), `${page}: ${path}`).toBe(true);
  });

  it('one command runs an archive, and the data stay beside the versions', async () => {
    const port = await freePort();
    const env = {
      PATH,
      HOME,
      PORT: String(port),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      SCAF_WARM: 'no',
    };
    const child = start('npm', ['start'], { cwd: home, env });
    await expect.poll(() => statusOf(port)).toBe(200);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<div id="root">');
    const data = join(versions, 'scaf-datos');
    expect(readdirSync(data)).toContain('scaf.sqlite');
    const copied = runIn(home, 'backup', [], { PORT: String(port) });
    expect(copied.output).toContain('Copia hecha');
    expect(runIn(home, 'audit:verify').output).toContain('El registro de auditoría está completo');
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(data, { recursive: true });
  });

  it('an archive for another system is refused with a sentence', () => {
    const other = join(ground, 'other');
    cpSync(join(home, 'scripts'), join(other, 'scripts'), { recursive: true });
    writeFileSync(join(other, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(other, 'archive.json'), '{ "version": "1", "system": "darwin arm64", "node": "22" }');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/archive/start.mjs'], {
      cwd: other,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^Las partes nativas .* darwin arm64 con Node\.js 22, .*: use el archivo.*\.\n$/);
    expect(status).toBe(78);
  });

  it('the Dockerfile makes an image from an archive', async () => {
    const image = join(ground, 'image');
    const inImage = (text) =>
      text
        .replace(/\/(opt|tmp|var\/lib|var\/backups)(?=\/scaf)/g, `${image}$&`)
        .replace('node:node', `${process.getuid()}:${process.getgid()}`);
    const lines = readFileSync(join(home, 'docs/run/operating/Dockerfile'), 'utf8').replaceAll('\\\n', '');
    const all = (word) => [...lines.matchAll(new RegExp(`^ *${word} (.+)$`, 'gm'))].map(([, rest]) => rest);
    expect(all('(?:COPY|ADD)')).toEqual(['scaf-*.tar.gz /tmp/scaf.tar.gz']);
    mkdirSync(join(image, 'tmp'), { recursive: true });
    cpSync(archive, join(image, 'tmp/scaf.tar.gz'));
    const [packages, ...runs] = all('RUN');
    // Packages of the system are not installed by a test.
    expect(packages).toContain('apt-get');
    for (const run of runs) execFileSync('sh', ['-ec', inImage(run)]);

    const port = await freePort();
    const own = Object.fromEntries(
      all('ENV')[0]
        .split(' ')
        .map((pair) => inImage(pair).split('=')),
    );
    const [program, ...args] = JSON.parse(all('CMD').at(-1));
    start(program, args, {
      cwd: inImage(all('WORKDIR')[0]),
      env: { PATH, ...own, PORT: String(port), SCAF_WARM: 'no', LOG_LEVEL: 'error' },
    });
    const [asks, ...question] = JSON.parse(all('HEALTHCHECK .* CMD')[0].replace('3000', String(port)));
    await expect.poll(() => spawnSync(asks, question).status).toBe(0);
    expect(existsSync(join(image, 'var/lib/scaf/scaf.sqlite'))).toBe(true);
  });

  describe.each(isQuick ? ['sqlite'] : ['sqlite', 'postgres'])('an installation on %s', (engine) => {
    let dataDir;
    let database = null;
    const address = () => ({ dataDir, databaseUrl: database?.url ?? null });
    const env = () => ({
      DATA_DIR: dataDir,
      JWT_SECRET: SECRET,
      // A copy of PostgreSQL needs pg_dump of the server's version (postgres-backup.test.ts).
      ...(database === null ? { BACKUP_DIR: join(dataDir, 'copias'), BACKUP_KEY: KEY } : {}),
      ...(database === null ? {} : { DATABASE_URL: database.url }),
    });
    const upgrade = (next, more = {}) => runIn(home, 'upgrade', [next], { ...env(), ...more });
    const serve = (folder) =>
      startServer({ ...address(), databaseUrl: database?.url, main: join(folder, 'build/server/main.js') });

    beforeEach(async () => {
      dataDir = mkdtempSync(join(ground, `data-${engine}-`));
      if (engine === 'postgres') database = await freshPostgresDatabase();
      await (await serve(home)).end();
      symlinkSync('scaf-old', join(versions, 'current'));
    });
    afterEach(async () => {
      await database?.drop();
      rmSync(join(versions, 'current'));
      for (const name of ['scaf-next', 'scaf-bad'])
        rmSync(join(versions, name), { recursive: true, force: true });
    });

    it('an upgrade sets the link to the new version', async () => {
      const { code, output } = upgrade(nextArchive('scaf-next'));
      expect(output).toContain(engine === 'sqlite' ? 'Copia hecha' : 'Los datos de antes se conservan en');
      expect(code, output).toBe(0);
      expect(readlinkSync(join(versions, 'current'))).toBe('scaf-next');
      await (await serve(join(versions, 'current'))).end();
    });

    it('a failed upgrade restores the former program and store', async () => {
      const before = await contentOf(address());
      const { code, output } = upgrade(nextArchive('scaf-bad', SPOILING));
      expect(output).toMatch(
        /La versión 9\.9\.9 no funcionó \(terminó con el código 78\).*quedan como estaban/,
      );
      expect(code).toBe(1);
      expect(await contentOf(address())).toEqual(before);
      expect(readlinkSync(join(versions, 'current'))).toBe('scaf-old');
      expect(readdirSync(versions).sort()).toEqual([
        'current',
        readdirSync(versions).find((n) => /^scaf-\d/.test(n)),
      ]);
      await (await serve(home)).end();
    });

    it('an upgrade refuses a damaged archive and a running server', async () => {
      const torn = nextArchive('scaf-bad', SPOILING, false);
      expect(upgrade(torn).output).toContain('incompleto o dañado');
      expect(upgrade(torn, { DATA_DIR: './datos' }).output).toContain('DATA_DIR debe ser una ruta completa');
      const server = await serve(home);
      expect(upgrade(nextArchive('scaf-next')).output).toMatch(/Otro servidor|en uso/);
      await server.end();
      expect(readlinkSync(join(versions, 'current'))).toBe('scaf-old');
    });
  });
});

/** Program of a version that spoils the store on both engines and ends, instead of serving. */
const SPOILING = `
  const spoil = ['create table half_done (id integer)', 'delete from kysely_migration'];
  async function main() {
    if (process.env.DATABASE_URL) {
      const { Client } = require('pg');
      const client = new Client({ connectionString: process.env.DATABASE_URL });
      await client.connect();
      for (const line of spoil) await client.query(line);
      await client.end();
    } else {
      const file = require('node:path').join(process.env.DATA_DIR, 'scaf.sqlite');
      const store = new (require('better-sqlite3'))(file);
      for (const line of spoil) store.exec(line);
      store.close();
    }
    process.exit(78);
  }
  main();`;

/**
 * Makes the archive of a next version, 9.9.9, from the unpacked version. Packages and pages are links: the test copies
 * 5 MB and not 150.
 * @param program replaces the main file of the server
 * @param isWhole false: the checksums are older than the program
 */
function nextArchive(name, program = null, isWhole = true) {
  const work = mkdtempSync(join(ground, 'next-'));
  const top = join(work, name);
  for (const part of ['scripts', 'build/server', 'package.json', 'archive.json', 'SHA256SUMS']) {
    cpSync(join(home, part), join(top, part), { recursive: true });
  }
  for (const part of ['node_modules', 'build/client']) symlinkSync(join(home, part), join(top, part));
  const made = JSON.parse(readFileSync(join(top, 'archive.json'), 'utf8'));
  writeFileSync(join(top, 'archive.json'), JSON.stringify({ ...made, version: '9.9.9' }));
  if (isWhole) writeSums(top);
  if (program !== null) writeFileSync(join(top, 'build/server/main.js'), program);
  if (program !== null && isWhole) writeSums(top);
  const file = join(work, 'next.tar');
  execFileSync('tar', ['-cf', file, '-C', work, name]);
  return file;
}

/** Runs a command of an unpacked archive by npm. Returns the exit code and the output. */
function runIn(folder, command, args = [], env = {}) {
  const ended = spawnSync('npm', ['run', '--silent', command, '--', ...args], {
    cwd: folder,
    env: { PATH, HOME, SCAF_WARM: 'no', NODE_ENV: 'production', ...env },
    encoding: 'utf8',
  });
  return { code: ended.status, output: ended.stdout + ended.stderr };
}

function start(program, args, options) {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  running.add(child);
  return child;
}

async function statusOf(port) {
  return fetch(`http://127.0.0.1:${port}/SCAF/api/health`).then(
    ({ status }) => status,
    () => null,
  );
}

/** Returns all rows of a store by table, except for the row of the health checks. */
async function contentOf(address) {
  const store = await openStore(address);
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  const content = {};
  for (const { name } of tables.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name === 'store_probe') continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db);
    content[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  await store.close();
  return content;
}
