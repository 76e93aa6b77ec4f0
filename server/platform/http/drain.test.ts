import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { finishRequests } from './drain.ts';

it('the server is idle after the last answer, and not during the close', async () => {
  const app = Fastify({ forceCloseConnections: true });
  const idle = finishRequests(app);
  const answers: (() => void)[] = [];
  app.get('/', async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return {};
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await idle()).toBe(true);
  const order: string[] = [];
  const called = fetch(origin).then((answer) => order.push(`answer ${answer.status}`));
  await eventually(() => answers.length).toBe(1);
  const waited = idle().then((isIdle) => order.push(`idle ${isIdle}`));
  answers[0]?.();
  await Promise.all([called, waited]);
  expect(order).toEqual(['answer 200', 'idle true']);
  await app.close();
  expect(await idle()).toBe(false);
});
