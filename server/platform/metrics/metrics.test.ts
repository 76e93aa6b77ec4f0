import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE } from '../../../shared/api.ts';
import { jobStates } from '../../../shared/reports/jobs.api.ts';
import { buildApp } from '../../app.ts';
import { describeOnOneEngine, TEST_SECRET, type TestApp } from '../../testing/app.ts';

const TOKEN = 'una-ficha-larga-de-pruebas';
const METRICS = `${API_BASE}/metrics`;
/** Code of the right form, never issued to a voter. */
const CODE = 'ABCDEFGH2345';

/**
 * Returns the metric values by name and labels.
 * @throws Error on a line Prometheus cannot read
 */
function samplesOf(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('# '))) {
    const [, name = '', value = ''] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    expect(samples.has(name), line).toBe(false);
    samples.set(name, Number(value));
  }
  return samples;
}

describeOnOneEngine('metrics', (make) => {
  let around: TestApp;
  let app: FastifyInstance;
  beforeAll(async () => {
    around = await make();
    const { store } = around;
    app = await buildApp({
      store,
      jwtSecret: TEST_SECRET,
      metricsToken: TOKEN,
      busyAfterMs: 0,
      logLevel: 'silent',
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await around.close();
  });

  const get = (url: string, token?: string) =>
    app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const read = async () => {
    const response = await get(METRICS, TOKEN);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    return samplesOf(response.body);
  };

  it('metrics require the configured token', async () => {
    for (const token of [undefined, '', 'otra-ficha-larga-de-prueba', `${TOKEN} `, TOKEN.slice(1)]) {
      const { statusCode, body } = await get(METRICS, token);
      expect(statusCode).toBe(401);
      expect(body).not.toContain('scaf_');
    }
    // A token in an address would be logged.
    expect((await get(`${METRICS}?token=${TOKEN}`)).statusCode).toBe(401);
  });

  it('metrics are missing without a configured token', async () => {
    const { statusCode } = await around.app.inject({
      url: METRICS,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(statusCode).toBe(404);
  });

  it('metrics count requests by route and status without personal data', async () => {
    const health = `scaf_http_requests_total{method="GET",route="${API_BASE}/health",status="200"}`;
    const holder = `scaf_http_requests_total{method="GET",route="${API_BASE}/holders/:code",status="401"}`;
    const before = await read();
    for (let time = 0; time < 3; time += 1) await get(`${API_BASE}/health`);
    await get(`${API_BASE}/holders/${CODE}`);
    await get(`/SCAF/${CODE}`);
    const { body } = await get(METRICS, TOKEN);
    const after = samplesOf(body);
    expect((after.get(health) ?? 0) - (before.get(health) ?? 0)).toBe(3);
    expect((after.get(holder) ?? 0) - (before.get(holder) ?? 0)).toBe(1);
    expect(body).not.toContain(CODE);
    expect(body).not.toContain(TOKEN);
    const count = 'scaf_http_request_duration_seconds_count';
    // The earlier reading, and five requests.
    expect((after.get(count) ?? 0) - (before.get(count) ?? 0)).toBe(6);
    expect(after.get('scaf_http_request_duration_seconds_bucket{le="+Inf"}')).toBe(after.get(count));
    const buckets = [...after].filter(([name]) => name.includes('_bucket{')).map(([, value]) => value);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  });

  it('metrics report figures of the process and of the store', async () => {
    const { db } = around.store;
    const before = await read();
    expect(before.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(before.get('scaf_heap_used_bytes')).toBeGreaterThan(1e6);
    expect(before.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(before.get('scaf_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
    expect(before.get('scaf_live_connections{kind="application"}')).toBe(0);
    expect(before.get('scaf_live_connections{kind="feed"}')).toBe(0);
    expect(before.get('scaf_votes')).toBe(0);
    const at = Date.now();
    const mail = { once_key: 'una', to_address: 'a@ejemplo.co', created_by: 'user:1' };
    await db
      .insertInto('mail_message')
      .values({
        ...mail,
        kind: 'invitation',
        state: 'failed',
        attempts: 1,
        created_at: at,
      })
      .execute();
    const after = await read();
    expect(after.get('scaf_mail_messages{state="failed"}')).toBe(1);
    expect(after.get('scaf_mail_messages{state="queued"}')).toBe(0);
    for (const state of jobStates) expect(after.get(`scaf_report_jobs{state="${state}"}`)).toBe(0);
  });
});
