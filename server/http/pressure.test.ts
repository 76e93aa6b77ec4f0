import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, it } from 'vitest';
import { API_BASE } from '../../shared/api.ts';
import { eventually } from '../testing/eventually.ts';
import { refuseUnderPressure } from './pressure.ts';
import { answerProblem } from './problem.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify().setErrorHandler(answerProblem);
  // Every event loop is later than that.
  await refuseUnderPressure(app, 1e-9);
  for (const path of [`${API_BASE}/things`, '/Vote']) app.get(path, async () => ({}));
});
afterAll(() => app.close());

it('a busy server turns calls away, not pages', async () => {
  const answer = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url });
    return { statusCode, code: JSON.parse(body).code, after: headers['retry-after'] };
  };
  const refused = { statusCode: 503, code: 'overloaded', after: '5' };
  await eventually(async () => {
    const [call, page] = [await answer(`${API_BASE}/things`), await answer('/Vote')];
    return { call, page: page.statusCode };
  }).toEqual({ call: refused, page: 200 });
});
