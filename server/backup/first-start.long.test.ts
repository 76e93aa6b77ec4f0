import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../testing/process.ts';
import { showKeyCard } from './key-card.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-first-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('the first start creates the backup key and shows it once, never in the log', async () => {
  const env = { BACKUP_DIR: '' };
  const server = await startServer({ dataDir, env });
  const file = join(dataDir, 'clave-de-las-copias.txt');
  await expect.poll(server.output).toContain(file);
  await server.end();
  const key = readFileSync(join(dataDir, 'secrets', 'copias'), 'utf8').trim();
  const card = readFileSync(file, 'utf8');
  expect(card).toContain(key);
  expect(card).toContain(join(dataDir, 'copias'));
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(server.output()).not.toContain(key);
  const again = await startServer({ dataDir, env });
  await again.end();
  expect(again.output()).not.toContain('clave');
});

it('a terminal shows the key card with its QR, and no file is written', () => {
  let shown = '';
  const screen = { isTTY: true, write: (text: string) => (shown += text) };
  const place = { folder: '/copias', key: 'ABCDE-FGHJK' };
  showKeyCard(place, join(dataDir, 'none'), screen as unknown as NodeJS.WriteStream);
  expect(shown).toContain('ABCDE-FGHJK');
  expect(shown.split('\n').filter((line) => /[▀▄█]/.test(line)).length).toBeGreaterThan(10);
});
