import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './lib/processes.mjs';

/** Milliseconds longer than any program of the tests runs, on the slowest machine. */
const NEVER = 1e9;

let folder;
const running = new Set();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scaf-supervise-'));
});
afterEach(() => {
  // The programs end with the supervisors, because the channel closes.
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes a program and returns the path. The program appends the process id to the file `starts`, then runs `body`;
 * `nth` is the number of the start.
 */
function program(body) {
  const file = join(folder, 'program.mjs');
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const starts = ${JSON.stringify(join(folder, 'starts'))};
    process.once('disconnect', () => process.exit(0));
    appendFileSync(starts, process.pid + '\\n');
    const nth = readFileSync(starts, 'utf8').trim().split('\\n').length;
    const stay = () => setInterval(() => {}, 1000);
    ${body}`,
  );
  return file;
}

const starts = () => {
  try {
    return readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
};

/** Runs the program under supervision as `npm start` does. Returns the process and the output. */
function supervised(body, options = {}) {
  const code = `
    import { supervise } from ${JSON.stringify(join(ROOT, 'scripts/lib/supervise.mjs'))};
    process.exitCode = await supervise([${JSON.stringify(program(body))}], ${JSON.stringify({ pauseMs: 1, lastedMs: NEVER, ...options })});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said.text += text;
    });
  }
  const exited = once(child, 'close').then(([status]) => status);
  return { child, said, exited };
}

describe('a supervised program', () => {
  it.each([
    ['is killed', 'if (nth === 1) process.kill(process.pid, "SIGKILL");'],
    ['ends with an error', 'if (nth === 1) process.exit(1);'],
    ['throws', 'if (nth === 1) throw new Error("of no class");'],
  ])('a server that %s is started again', async (_what, body) => {
    const { exited, said } = supervised(`${body} process.exit(0);`);
    expect(await exited).toBe(0);
    expect(starts()).toHaveLength(2);
    expect(said.text).toContain('El servidor terminó de forma inesperada; se inicia de nuevo.');
  });

  it.each([0, 78, 130])('a server that ends with %i is not started again', async (code) => {
    const { exited, said } = supervised(`console.log('su frase'); process.exit(${code});`);
    expect(await exited).toBe(code);
    expect(starts()).toHaveLength(1);
    expect(said.text).toBe('su frase\n');
  });

  it('after five quick ends the supervisor gives up with a sentence', async () => {
    const { exited, said } = supervised('process.exit(1);');
    expect(await exited).toBe(1);
    expect(starts()).toHaveLength(5);
    expect(said.text.match(/cinco veces seguidas.*vuelva a ejecutar npm start\./g)).toHaveLength(1);
  });

  it('a server that lasts is started again after any number of ends', async () => {
    const { exited } = supervised('process.exit(nth < 8 ? 1 : 0);', { lastedMs: 0 });
    expect(await exited).toBe(0);
    expect(starts()).toHaveLength(8);
  });

  it('without a database the first start ends; a later start is repeated', async () => {
    const first = supervised('process.exit(75);');
    expect(await first.exited).toBe(75);
    expect(starts()).toHaveLength(1);
    const later = supervised('process.exit(nth < 9 ? 75 : 0);', { lastedMs: 0 });
    expect(await later.exited).toBe(0);
    expect(starts()).toHaveLength(9);
  });

  it.each(['SIGTERM', 'SIGINT'])(
    '%s reaches the server, and the exit code of the server is returned',
    async (signal) => {
      const { child, exited, said } = supervised(
        `process.on('${signal}', () => { console.log('heard'); process.exit(7); }); stay(); console.log('ready');`,
      );
      await expect.poll(() => said.text).toContain('ready');
      child.kill(signal);
      expect(await exited).toBe(7);
      expect(said.text).toBe('ready\nheard\n');
      expect(starts()).toHaveLength(1);
    },
  );

  it('a server ended by a signal before listening is not started again', async () => {
    const { child, exited } = supervised('stay();');
    await expect.poll(() => starts().length).toBe(1);
    child.kill('SIGTERM');
    expect(await exited).toBe(143);
    expect(starts()).toHaveLength(1);
  });

  it('a server ends if the supervisor is killed', async () => {
    const { child } = supervised('stay();');
    await expect.poll(() => starts().length).toBe(1);
    child.kill('SIGKILL');
    const [pid = 0] = starts();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

/** True if the process is still running. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has ended.
    return !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
