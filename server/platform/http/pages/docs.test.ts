import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { API_BASE } from '../../../../shared/api.ts';
import { appForSuite, sqliteApp } from '../../../testing/app.ts';

const app = appForSuite(sqliteApp);

const get = (path: string, encoding = 'identity') =>
  app.app.inject({ url: `${API_BASE}/docs${path}`, headers: { 'accept-encoding': encoding } });

it('the document is equal with and without compression, and compressed once', async () => {
  const uncompressed = await get('/json');
  expect(uncompressed.json().paths[`${API_BASE}/assembly`].post.operationId).toBe('castVote');
  const [br, gzip] = [await get('/json', 'gzip, br'), await get('/json?x=1', 'gzip, br;q=0')];
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.rawPayload).equals(uncompressed.rawPayload)).toBe(true);
  expect(gunzipSync(gzip.rawPayload).equals(uncompressed.rawPayload)).toBe(true);
  expect(br.headers.vary).toBe('accept-encoding');
});

it('the page has a separate policy, and an unknown path below is not found', async () => {
  const page = await get('/');
  expect([page.statusCode, String(page.headers['content-security-policy'])]).toEqual([
    200,
    expect.stringContaining("style-src 'self' 'unsafe-inline'"),
  ]);
  const none = await get('/nada');
  expect([none.statusCode, none.json().code]).toEqual([404, 'notFound']);
});
