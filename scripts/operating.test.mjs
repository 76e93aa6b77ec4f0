/** Checks the files of docs/run/operating/ as far as possible without running the files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../server/config.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (path) => readFileSync(join(root, path), 'utf8');
/** Environment variables of the compose file itself and of other images, unknown to the server. */
const OTHERS = new Set([
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_INITDB_ARGS',
  'BACKUP_FOLDER',
]);

/** The page with every variable, exit code and command. */
const reference = read('docs/run/reference.md');
const listed = (pattern) => new Set([...reference.matchAll(pattern)].map(([, name]) => name));

it('every variable on the pages is read, and the reference lists all variables', () => {
  const config = read('server/config.ts');
  const named = readdirSync(join(root, 'docs/run/operating')).flatMap((file) => [
    ...read(`docs/run/operating/${file}`).matchAll(/^[ #]*(?:ENV )?([A-Z]+(?:_[A-Z]+)*)(?:=|: (?=\S))/gm),
  ]);
  const variables = new Set(named.map(([, name]) => name));
  for (const name of ['DATA_DIR', 'BACKUP_KEY', 'PUBLIC_URL', 'DATABASE_URL'])
    expect(variables).toContain(name);
  for (const name of variables) if (!OTHERS.has(name)) expect(config, name).toContain(`'${name}'`);
  const [table] = /## Variables[\s\S]*?(?=\n## )/.exec(reference);
  const told = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  const read_ = new Set([...config.matchAll(/'([A-Z]+(?:_[A-Z]+)+|HOST|PORT)'/g)].map(([, name]) => name));
  expect([...told].sort()).toEqual([...read_].sort());
});

it('the reference has the defaults of the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-defaults-'));
  const { host, port, publicUrl, backupDir, logLevel } = readConfig({ DATA_DIR: folder });
  rmSync(folder, { recursive: true });
  const defaultOf = (names) =>
    reference
      .split('\n')
      .find((line) => line.startsWith(`| ${names} |`))
      ?.split(' | ')[1];
  expect(defaultOf('`HOST`, `PORT`')).toBe(`${host}, ${port}`);
  expect(defaultOf('`PUBLIC_URL`')).toBe(`\`${publicUrl.replace(String(port), 'PORT')}\``);
  expect(defaultOf('`BACKUP_DIR`, `BACKUP_KEY`')).toContain(`\`DATA_DIR/${relative(folder, backupDir)}\``);
  expect(defaultOf('`LOG_LEVEL`')).toBe(logLevel);
});

it('the container gets every variable of the server', () => {
  const variables = [...read('server/config.ts').matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, name]) => name);
  const files = read('docs/run/operating/compose.yaml') + read('docs/run/operating/Dockerfile');
  // The demonstration and the trial of an upgrade have no container.
  const own = ['SCAF_DEMO_PASSWORD', 'SCAF_TRIAL'];
  for (const name of variables)
    if (!own.includes(name)) expect(files, name).toMatch(new RegExp(`\\b${name}[:=]`));
});

it('the page names every variable that compose demands', () => {
  const demanded = [...read('docs/run/operating/compose.yaml').matchAll(/\$\{([A-Z_]+):\?\}/g)];
  expect(demanded.length).toBeGreaterThan(4);
  for (const [, name] of demanded) expect(read('docs/run/operating.md')).toContain(`\`${name}\``);
});

it('the trial start of an upgrade has no address of another machine', () => {
  const upgrade = read('scripts/upgrade.ts');
  const outside = [...read('server/config.ts').matchAll(/'([A-Z]+_URL)'/g)].map(([, name]) => name);
  for (const name of new Set(outside)) {
    if (!['PUBLIC_URL', 'DATABASE_URL'].includes(name)) expect(upgrade).toContain(`${name}: ''`);
  }
});

it('the reference lists the commands of package.json and of an archive', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = listed(/`(?:npm )?(?:run )?([a-z][\w:]*)(?: --[^`]*)?`(?=[,| ])/g);
  for (const name of [...Object.keys(scripts), 'upgrade']) expect(commands, name).toContain(name);
});

it('the reference has the exit codes of the server and the supervisor', () => {
  const [, useless] = /useless: (\d+)/.exec(read('server/main.ts')) ?? [];
  expect(read('docs/run/operating/scaf.service')).toContain(`RestartPreventExitStatus=${useless}\n`);
  expect(read('docs/run/operating.md')).toContain(`${useless} is not`);
  const [, codes] = /const EXIT = \{(.+)\}/.exec(read('server/main.ts'));
  const [table] = /\| Exit code[\s\S]*?\n\n/.exec(reference);
  for (const [code] of codes.matchAll(/\d+/g))
    expect(table).toMatch(new RegExp(`^\\| .*\\b${code}\\b.* \\|`, 'm'));
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd)('systemd accepts the unit file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-unit-'));
  try {
    const unit = join(folder, 'scaf.service');
    // Only the path of the program is of this machine.
    writeFileSync(unit, read('docs/run/operating/scaf.service').replace('/usr/bin/node', process.execPath));
    const said = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    // The command also reports other units of the machine.
    const ours = said.stderr.split('\n').filter((line) => line.includes('scaf.service'));
    expect(ours).toEqual([]);
    expect(said.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
