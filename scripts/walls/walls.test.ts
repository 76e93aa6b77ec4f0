/** Test: each check of the source tree reports a deliberate breach and accepts an allowed neighbour. */
import { describe, expect, it } from 'vitest';
import type { House } from './house.ts';
import { readSource } from './tree.ts';
import { breaches } from './walls.ts';

const plan: House = {
  storeys: [
    ['shared'],
    ['server/platform'],
    ['server/low'],
    ['server/high', 'server/beside'],
    ['server/app.ts'],
  ],
  features: ['server/low', 'server/high', 'server/beside'],
  composers: ['server/app.ts'],
  stores: ['server/platform/db'],
};

/** Returns the breaches in a small tree of texts by path, each with the name of the check. */
function found(texts: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(texts).map(([path, text]) => readSource(path, text));
  return breaches(files, plan).flatMap(({ wall, found: places }) =>
    places.map((place) => `${wall} | ${place}`),
  );
}

describe('a wall of the house', () => {
  it('the walls accept imports allowed by the plan', () => {
    expect(
      found({
        'shared/days.ts': `export const day = 1;`,
        'server/platform/db/engine.ts': `export const rows = (db: Db) => db.selectFrom('joint');`,
        'server/low/index.ts': `export { find } from './find.repository.ts';`,
        'server/low/find.repository.ts': `import { day } from '../../shared/days.ts';
          export const find = (db: Db) => db.selectFrom('joint').where('day', '=', day);`,
        'server/high/act.ts': `import { find } from '../low/index.ts'; export const act = find;`,
        'server/app.ts': `import { act } from './high/act.ts'; const late = () => import('./low/find.repository.ts');`,
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'the platform to a feature',
      'server/platform/queue.ts',
      '../low/index.ts',
      'server/platform does not know server/low',
    ],
    [
      'a feature to a higher one',
      'server/low/a.ts',
      '../high/index.ts',
      'server/low does not know server/high',
    ],
    [
      'a feature to one beside it',
      'server/high/a.ts',
      '../beside/index.ts',
      'server/high does not know server/beside',
    ],
    ['shared to the server', 'shared/a.ts', '../server/low/index.ts', 'shared does not know server/low'],
    [
      'a file that is in no room',
      'server/attic/a.ts',
      '../low/index.ts',
      'server/attic/a.ts stands in no room of the house',
    ],
  ])('the walls name an import from %s', (_, from, specifier, sentence) => {
    const ways = [
      `import { x } from '${specifier}';`,
      `import type { X } from '${specifier}';`,
      `export { x } from '${specifier}';`,
      `const x = () => import('${specifier}');`,
    ];
    for (const way of ways) {
      expect(found({ [from]: `\n${way}` }).join('\n')).toMatch(
        new RegExp(`^rooms stand on lower rooms alone \\| .*${sentence}`, 'm'),
      );
    }
  });

  it('the walls name an import around the index.ts of a feature', () => {
    expect(found({ 'server/high/a.ts': `\nimport { find } from '../low/find.repository.ts';` })).toEqual([
      expect.stringMatching(
        /^features are entered by their index\.ts \| server\/high\/a\.ts:2 .*find\.repository/,
      ),
    ]);
  });

  it('the walls name each SQL statement outside of a repository', () => {
    const statements = [
      `db.selectFrom('vote')`,
      `db\n  .insertInto('vote')`,
      'sql`SELECT 1`',
      `trx.deleteFrom('vote')`,
      `trx.updateTable('vote')`,
    ];
    for (const statement of statements) {
      expect(found({ 'server/low/votes.service.ts': `const x = ${statement};` })).toEqual([
        expect.stringMatching(/^SQL stands in repositories \| server\/low\/votes\.service\.ts:[12]: /),
      ]);
    }
  });

  it('names a spread of written properties, and of a single property under a condition', () => {
    for (const spread of ['...{ a, b }', '...(a ? { b } : {})', '...(a === undefined ? {} : { a })']) {
      expect(found({ 'server/low/votes.ts': `const x = { c, ${spread} };` })).toEqual([
        expect.stringMatching(/^objects are written without needless spreads \| server\/low\/votes\.ts:1: /),
      ]);
    }
    for (const spread of ['...defined({ a })', '...a', '...(a ? { b, d } : {})', '...(a ? b : {})']) {
      expect(found({ 'server/low/votes.ts': `const x = { c, ${spread} };` })).toEqual([]);
    }
  });

  it('the walls name a route without its service', () => {
    expect(
      found({ 'server/low/votes.routes.ts': `import { insertVote } from './votes.repository.ts';` }),
    ).toEqual([expect.stringMatching(/^routes call services \| server\/low\/votes\.routes\.ts:1 /)]);
  });

  it('names circles of files and of folders, types included', () => {
    const ofFiles = found({
      'server/low/a.ts': `import { b } from './b.ts';`,
      'server/low/b.ts': `import type { C } from './c.ts';`,
      'server/low/c.ts': `const a = () => import('./a.ts');`,
    });
    expect(ofFiles).toEqual([
      expect.stringMatching(
        /^files import each other in no circle \| server\/low\/a\.ts, server\/low\/b\.ts, server\/low\/c\.ts: /,
      ),
    ]);
    const ofFolders = found({
      'server/low/roll/a.ts': `import { b } from '../votes/b.ts';`,
      'server/low/votes/c.ts': `import type { D } from '../roll/d.ts';`,
    });
    expect(ofFolders).toEqual([
      expect.stringMatching(
        /^folders import each other in no circle \| server\/low\/roll, server\/low\/votes: /,
      ),
    ]);
  });

  it('lets only a feature’s index.ts name files above other parts of its front folder', () => {
    const texts = {
      'server/low/words.ts': '',
      'server/low/roll/a.ts': `import { words } from '../words.ts';`,
    };
    expect(found({ ...texts, 'server/low/index.ts': `export { a } from './roll/a.ts';` })).toEqual([]);
    expect(found({ ...texts, 'server/low/other.ts': `export { a } from './roll/a.ts';` })).toEqual([
      expect.stringMatching(/^folders import each other in no circle \| server\/low, server\/low\/roll: /),
    ]);
  });

  it('the walls name a double export; a type and a value of a file are one name', () => {
    expect(
      found({
        'server/low/a.ts': `export const Vote = 1; export type Vote = number; export function count() {}`,
        'server/high/b.ts': `export class Vote {} export interface Other {}`,
        'shared/c.ts': `export type Vote = string;`,
      }),
    ).toEqual([
      `no name is exported twice in a package | server exports 'Vote' 2 times: server/low/a.ts, server/high/b.ts`,
    ]);
  });

  it('the walls name a folder with more than 25 files, without subfolders', () => {
    const many = (folder: string, size: number) =>
      Object.fromEntries(Array.from({ length: size }, (_, at) => [`${folder}/f${at}.ts`, '']));
    expect(found({ ...many('server/low', 25), ...many('server/low/roll', 25) })).toEqual([]);
    expect(found({ ...many('server/low', 26) })).toEqual([
      'no folder is crowded | server/low holds 26 source files, 25 at most',
    ]);
  });
});
