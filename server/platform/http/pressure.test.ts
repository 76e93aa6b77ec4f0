import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { getPublicSettings } from '../../../shared/platform.api.ts';
import { importApartments } from '../../../shared/properties/apartments.api.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { eventually } from '../../testing/eventually.ts';
import type { Lane } from '../db/lanes.ts';
import { priorityOf, refuseUnderPressure } from './pressure.ts';
import { answerProblem } from './problem.ts';

describe('a busy server', () => {
  let app: FastifyInstance;
  let lateMs = 0;
  let storeLateMs: Partial<Record<Lane, number>> = {};
  beforeAll(async () => {
    app = Fastify().setErrorHandler(answerProblem);
    await refuseUnderPressure(
      app,
      2000,
      null,
      (lane) => storeLateMs[lane] ?? 0,
      () => lateMs,
    );
    const calls = {
      vote: castVote,
      other: getPublicSettings,
      report: assistanceReport,
      sheet: importApartments,
    };
    for (const [name, endpoint] of Object.entries(calls)) {
      app.get(`${API_BASE}/${name}`, { config: { endpoint: endpoint as Endpoint } }, async () => ({}));
    }
    app.get('/Vote', async () => ({}));
  });
  afterAll(() => app.close());

  const answers = async () => {
    const all: Record<string, number> = {};
    for (const name of ['vote', 'other', 'report', 'sheet']) {
      all[name] = (await app.inject({ url: `${API_BASE}/${name}` })).statusCode;
    }
    return { ...all, page: (await app.inject({ url: '/Vote' })).statusCode };
  };

  it.each([
    [400, { vote: 200, other: 200, report: 200, sheet: 200, page: 200 }],
    [600, { vote: 200, other: 200, report: 503, sheet: 503, page: 200 }],
    [2100, { vote: 200, other: 503, report: 503, sheet: 503, page: 200 }],
    [9900, { vote: 200, other: 503, report: 503, sheet: 503, page: 200 }],
    [10_100, { vote: 503, other: 503, report: 503, sheet: 503, page: 200 }],
  ])('a server %i ms late refuses reports first, votes last, pages never', async (late, expected) => {
    lateMs = late;
    expect(await answers()).toEqual(expected);
  });

  it.each([
    [{ reads: 600 }, { vote: 200, other: 200, report: 503, sheet: 503, page: 200 }],
    [
      { reads: 2100, checks: 60_000 },
      { vote: 200, other: 503, report: 503, sheet: 503, page: 200 },
    ],
    [{ registrations: 10_100 }, { vote: 503, other: 200, report: 200, sheet: 200, page: 200 }],
    [{ checks: 60_000 }, { vote: 200, other: 200, report: 200, sheet: 200, page: 200 }],
  ])('a store late by %j refuses the calls of the late lanes', async (late, expected) => {
    lateMs = 0;
    storeLateMs = late;
    expect(await answers()).toEqual(expected);
    storeLateMs = {};
  });

  it('a busy server answers a sentence and Retry-After', async () => {
    lateMs = 20_000;
    const { statusCode, headers, body } = await app.inject({ url: `${API_BASE}/vote` });
    const refusal = { statusCode, code: JSON.parse(body).code, after: headers['retry-after'] };
    expect(refusal).toEqual({ statusCode: 503, code: 'overloaded', after: '5' });
  });

  it('a server measures its own delay', { tags: 'slow' }, async () => {
    const own = Fastify().setErrorHandler(answerProblem);
    // Every event loop is later than this limit.
    await refuseUnderPressure(own, 1e-9);
    own.get(`${API_BASE}/things`, async () => ({}));
    await eventually(async () => (await own.inject({ url: `${API_BASE}/things` })).statusCode).toBe(503);
    await own.close();
  });
});

it('only the calls of a running assembly are vital', () => {
  expect(
    endpoints
      .filter((endpoint) => priorityOf(endpoint) === 'vital')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    'assignHolder',
    'attend',
    'castBallots',
    'castSplit',
    'castVote',
    'confirmArrival',
    'confirmPresence',
    'confirmSector',
    'getHealth',
    'getMetrics',
    'register',
    'renewSession',
    'signIn',
    'signInWithCode',
    'toggleConcept',
  ]);
});
