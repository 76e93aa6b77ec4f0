import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getHealth } from '../../../shared/platform.api.ts';
import { startServer } from '../../testing/process.ts';
import { fewDescriptors, mostConnections } from './descriptors.ts';

it('the limit of connections leaves descriptors for the database and the workers', () => {
  expect([256, 1024, 65_536].map((most) => mostConnections(most))).toEqual([128, 896, 65_408]);
  expect(mostConnections(64)).toBe(16);
  expect(fewDescriptors(65_536)).toBeNull();
  expect(fewDescriptors(256)).toMatch(/256 archivos abiertos: atiende hasta 128 conexiones/);
});

it('a server with 256 descriptors says a sentence, and serves beside 400 idle connections', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-descriptors-'));
  const server = await startServer({ dataDir, descriptors: 256 });
  const idle: Socket[] = [];
  try {
    await expect.poll(() => server.output()).toContain('256 archivos abiertos');
    const port = Number(new URL(server.url).port);
    while (idle.length < 400) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      idle.push(socket.resume());
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    }
    for (let i = 0; i < 5; i += 1) expect((await server.call(getHealth)).status).toBe(200);
    await expect.poll(() => idle.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(128);
  } finally {
    for (const socket of idle) socket.destroy();
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
