import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'])('%s will do', (version) => {
    expect(isGoodNode(version)).toBe(true);
  });
  it.each(['8.17.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])('%s will not', (version) => {
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

  it('gets one clear sentence from npm start', () => {
    const { status, stdout, stderr } = runOnOldNode('start.mjs');
    expect(stderr).toBe(
      'SCAF necesita Node.js 20.19, 22.12 o una versión posterior; esta máquina tiene la 18.20.4.\n',
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });

  it('is a failure that npm test counts', () => {
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

  it('is missing in a fresh clone', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    expect(isInstalled(folder)).toBe(false);
  });

  it('made by hand is as good, without what is for other systems', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
  });

  it('is old when the lock file has changed, with a stamp and without', () => {
    writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
    writeFileSync(join(folder, 'package-lock.json'), lock('1.1.0'));
    expect(isInstalled(folder)).toBe(false);
    rmSync(join(folder, 'node_modules', '.scaf-installed'));
    expect(isInstalled(folder)).toBe(false);
  });

  it('fits the next version of the product alone', () => {
    const file = join(folder, 'package-lock.json');
    const named = (version) =>
      lock('1.0.0').replace('{', `{\n  "name": "scaf",\n  "version": "${version}",\n`);
    writeFileSync(file, named('1.0.0'));
    account({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(folder)).toBe(true);
    writeFileSync(file, named('1.1.0'));
    expect(isInstalled(folder)).toBe(true);
  });

  it('is incomplete when a package is missing or one too many is there', () => {
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
  ])('that fails says why in one sentence: %j', (output, code, words) => {
    const fault = faultOf(output);
    expect(fault.code).toBe(code);
    expect(sentenceOf(fault, 'es')).toContain(words);
    expect(sentenceOf(fault, 'es')).toMatch(/^[^\n]+\.$/);
  });

  it('that fails for another reason keeps what npm said', () => {
    expect(sentenceOf(faultOf('npm error code EUSAGE'), 'es')).toMatch(
      /^npm error code EUSAGE\n\n.*npm.*\.$/,
    );
  });
});

describe('a build', () => {
  it('is missing where there is no stamp', () => {
    expect(isBuilt(folder)).toBe(false);
  });
});

describe('the lock of a folder', () => {
  it('lets one work at a time, and tells who waits', async () => {
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

  it('is let go when the work fails', async () => {
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

  it('that a killed process left behind holds nobody up', async () => {
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
  it('is ended with what it started when its time is over', async () => {
    const inner = `setInterval(() => {}, 1000)`;
    const outer = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}]); console.log(c.pid); setInterval(() => {}, 1000)`;
    const { code, output } = await run([process.execPath], ['-e', outer], { quiet: true, minutes: 0.01 });
    expect(code).not.toBe(0);
    expect(output).toContain('was stopped');
    const pid = Number.parseInt(output, 10);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('that does not exist is a failure, not an exception', async () => {
    const { code, output } = await run(['scaf-no-such-program'], [], { quiet: true });
    expect(code).toBe(1);
    expect(output).toContain('ENOENT');
  });
});

/** True if the process still runs. A zombie (state Z) has ended. */
function isAlive(pid) {
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}
