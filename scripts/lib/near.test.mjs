import { expect, it } from 'vitest';
import { nearestTests } from './near.mjs';

const importing = (...paths) => paths.map((path) => `import { x } from '${path}';`).join('\n');
const sources = new Map([
  ['shared/votes.api.ts', ''],
  ['shared/other.api.ts', ''],
  ['server/app.ts', importing('./votes/votes.routes.ts', './other/other.routes.ts')],
  ['server/votes/box.ts', ''],
  ['server/votes/votes.service.ts', importing('./box.ts')],
  ['server/votes/votes.routes.ts', importing('../../shared/votes.api.ts', './votes.service.ts')],
  ['server/votes/beside.test.ts', importing('../app.ts')],
  ['server/votes/box.test.ts', importing('./box.ts')],
  ['server/other/other.routes.ts', importing('../../shared/other.api.ts')],
  ['server/evening.test.ts', importing('./app.ts', '../shared/votes.api.ts')],
  ['server/other/other.test.ts', importing('../app.ts', '../../shared/other.api.ts')],
  ['client/e2e/vote.test.ts', importing('../../server/votes/box.ts')],
]);

it('the tests of a file, of the folder and of the endpoint are near, and other tests are not', () => {
  expect(nearestTests(sources, ['server/votes/box.ts'])).toEqual([
    'server/votes/beside.test.ts',
    'server/votes/box.test.ts',
    'server/evening.test.ts',
  ]);
});

it('a changed composition reaches every test of the application', () => {
  expect(nearestTests(sources, ['server/app.ts'])).toEqual([
    'server/evening.test.ts',
    'server/other/other.test.ts',
    'server/votes/beside.test.ts',
  ]);
});

it('a changed test runs first, and a changed page without importers reaches no test', () => {
  expect(nearestTests(sources, ['server/other/other.test.ts'])[0]).toBe('server/other/other.test.ts');
  expect(nearestTests(sources, ['docs/README.md'])).toEqual([]);
});

it('among equally near tests a slow file comes last', () => {
  const withSlow = new Map([...sources, ['server/votes/access.test.ts', importing('./box.ts')]]);
  expect(nearestTests(withSlow, ['server/votes/box.ts'])).toEqual([
    'server/votes/beside.test.ts',
    'server/votes/box.test.ts',
    'server/votes/access.test.ts',
    'server/evening.test.ts',
  ]);
});
