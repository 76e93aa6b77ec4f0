import { expect, it } from 'vitest';
import { endpoints } from '../../testing/endpoints.ts';

const routes = Object.values(
  import.meta.glob<string>('../../**/*.{routes,feature}.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n');

it('each endpoint declared idempotent passes the key of the request', () => {
  const declared = endpoints.filter(({ idempotent }) => idempotent === true).map(({ id }) => id);
  const keyed = [...routes.matchAll(/requestKeyOf\(\s*call,\s*(?:\w+\.)?(\w+)\.id,/g)].map(([, id]) => id);
  expect(declared.length).toBeGreaterThan(10);
  expect(keyed.sort()).toEqual(declared.sort());
});
