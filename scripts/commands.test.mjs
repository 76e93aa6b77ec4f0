import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuilt } from './lib/build.mjs';
import { faultOf, isInstalled } from './lib/install.mjs';
import { withLock } from './lib/lock.mjs';
import { isGoodNode } from './lib/node-version.mjs';
import { ROOT, run } from './lib/processes.mjs';
import { sentenceOf } from './lib/texts.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scaf-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the version of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'])('version %s is accepted', (version) => {
    expect(isGoodNode(version)).toBe(true);
  });
  it.each(['8.17.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])('version %s is refused', (version) => {
    expect(isGoodNode(version)).toBe(false);
  });

  /** Runs a script with the version of Node.js pretended to be 18. */
  function runOnOldNode(script) {
    const pretence = join(folder, 'old.cjs');
    writeFileSync(pretence, `Object.defineProperty(process.versions, 'node', { value: '18.20.4' });`);
    return spawnSync(process.execPath, ['--require', pretence, join(ROOT, 'scripts', script)], {
      encoding: 'utf8',
    });
  }

  it('npm start refuses an old version with a single sentence', () => {
    const { status, stdout, stderr } = runOnOldNode('start.mjs');
    expect(stderr).toBe(
      'SCAF necesita Node.js 20.19, 22.12 o una versión posterior; esta máquina tiene la 18.20.4.\n',
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  it('npm test counts an old version as a failure', () => {
    const { status, stdout, stderr } = runOnOldNode('test.mjs');
    expect(stderr).toMatch(/^SCAF needs Node\.js .*18\.20\.4\.\n$/);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '0 passed, 1 failed\n' });
  });
});

describe('an installation', () => {
  const lock = (version) =>
    JSON.stringify({
      packages: {
        '': { name: 'scaf' },
        'node_modules/a': { version },
        'node_modules/elsewhere': { version: '1.0.0', optional: true },
      },
    });
  const account = (packages) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  };

  it('a fresh clone has no installation', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    expect(isInstalled(folder)).toBe(false);
  });

  it('an installation by npm is accepted, without packages of other systems', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
  });

  it('a changed lock file makes an installation old, with or without a stamp', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
    writeFileSync(join(folder, 'package-lock.json'), lock('1.1.0'));
    expect(isInstalled(folder)).toBe(false);
    rmSync(join(folder, 'node_modules', '.scaf-installed'));
    expect(isInstalled(folder)).toBe(false);
  });

  it('another version of the product alone needs no new installation', () => {
    const file = join(folder, 'package-lock.json');
    const named = (version) =>
      lock('1.0.0').replace('{', `{\n  "name": "scaf",\n  "version": "${version}",\n`);
    writeFileSync(file, named('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
    writeFileSync(file, named('1.1.0'));
    expect(isInstalled(folder)).toBe(true);
  });

  it('a missing or surplus package makes an installation incomplete', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    account({});
    expect(isInstalled(folder)).toBe(false);
    account({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(false);
  });

  it.each([
    ['gyp ERR! stack Error: not found: make\nnpm error path better-sqlite3', 'compiler', 'g++ make python3'],
    ['gyp ERR! find Python You need to install the latest version of Python.', 'compiler', 'Python 3'],
    ['npm error code ENOTFOUND\nnpm error network request failed', 'network', 'internet'],
    ['gyp ERR! stack FetchError: request to a server failed', 'network', 'internet'],
    ['spawn npm ENOENT', 'noNpm', 'No se encontró npm'],
  ])('a failed installation gives the reason in a sentence: %j', (output, code, words) => {
    const fault = faultOf(output);
    expect(fault.code).toBe(code);
    expect(sentenceOf(fault, 'es')).toContain(words);
    expect(sentenceOf(fault, 'es')).toMatch(/^[^\n]+\.$/);
  });

  it('a failed installation of unknown cause keeps the output of npm', () => {
    expect(sentenceOf(faultOf('npm error code EUSAGE'), 'es')).toMatch(
      /^npm error code EUSAGE\n\n.*npm.*\.$/,
    );
  });
});

describe('a build', () => {
  it('a folder without a stamp has no build', () => {
    expect(isBuilt(folder)).toBe(false);
  });
});

describe('the lock of a folder', () => {
  it('the lock runs one task at a time, and reports a waiting task', async () => {
    const steps = [];
    const work = (name) => async () => {
      steps.push(`${name} in`);
      await new Promise((done) => setTimeout(done, 50));
      steps.push(`${name} out`);
    };
    await Promise.all([
      withLock(folder, () => {}, work('a')),
      withLock(folder, () => steps.push('b waits'), work('b')),
    ]);
    expect(steps).toEqual(['a in', 'b waits', 'a out', 'b in', 'b out']);
  });

  it('the lock is released if the task fails', async () => {
    await expect(
      withLock(
        folder,
        () => {},
        () => Promise.reject(new Error('no')),
      ),
    ).rejects.toThrow('no');
    expect(
      await withLock(
        folder,
        () => {},
        async () => 'done',
      ),
    ).toBe('done');
  });

  it('a lock left by a killed process delays no task', async () => {
    const code = `
      import { withLock } from ${JSON.stringify(join(ROOT, 'scripts/lib/lock.mjs'))};
      await withLock(${JSON.stringify(folder)}, () => {}, async () => process.kill(process.pid, 'SIGKILL'));`;
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', code])).toThrow();
    expect(
      await withLock(
        folder,
        () => {},
        async () => 'done',
      ),
    ).toBe('done');
  });
});

describe('a started program', () => {
  it('a program over the time limit ends with its child processes', async () => {
    const inner = `setInterval(() => {}, 1000)`;
    const outer = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}]); console.log(c.pid); setInterval(() => {}, 1000)`;
    const { code, output } = await run([process.execPath], ['-e', outer], { quiet: true, minutes: 0.01 });
    expect(code).not.toBe(0);
    expect(output).toContain('was stopped');
    const pid = Number.parseInt(output, 10);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('a missing program is a failure, not an exception', async () => {
    const { code, output } = await run(['scaf-no-such-program'], [], { quiet: true });
    expect(code).toBe(1);
    expect(output).toContain('ENOENT');
  });
});

/** True if the process still runs. A zombie (state Z) has ended. */
function isAlive(pid) {
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

describe('a command of the operator', () => {
  const runIn = (name, args, env = {}) =>
    spawnSync(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts', `${name}.ts`), ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
      encoding: 'utf8',
    });

  it.each([
    ['backup', '--lst', 'Uso:\n'],
    ['restore', '--lateset', 'Uso:\n'],
    ['upgrade', '', 'Uso: '],
  ])('%s prints the usage for a wrong argument: %j', (name, argument, words) => {
    const { status, stderr } = runIn(name, [argument].filter(Boolean));
    expect(stderr.startsWith(words)).toBe(true);
    expect(status).toBe(1);
  });

  it.each([
    [['backup'], 'no hay datos de SCAF: revise DATA_DIR'],
    [['backup', '--list'], 'Todavía no hay ninguna copia en '],
    [['audit-verify'], 'no hay datos de SCAF: revise DATA_DIR'],
  ])('%j says in one sentence that data are missing, and makes no file', ([name, ...args], words) => {
    const { status, stderr } = runIn(name, args);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(stderr).toContain(words);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
