/** Test: the check of documentation pages reports each kind of missing name and accepts a similar existing name. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contents, type House, house } from './house.ts';
import { anchorsOf, isPage, type Named, pageBreaches, readNamed, sourceBreaches } from './pages.ts';
import { listTree, withEndings } from './prose.ts';
import { foldersBelow, printRooms, ROOMS_PAGE, withRooms } from './rooms.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files: Readonly<Record<string, string>> = {
  'pages/page.md': '',
  'pages/other.md': '# Other\n\n## The *second* part\n\n## The second part\n',
  'server/billing/bill.ts': '',
  'scripts/run.mjs': '',
};
const folders = ['pages', 'server', 'server/billing', 'scripts'];

/** Returns the faults of a page with a text in a small source tree, without file and line. */
function faultsOf(text: string): string[] {
  const paths = [...Object.keys(files), ...folders];
  const named: Named = {
    kindOf: (path) => (path in files ? 'file' : folders.includes(path) ? 'folder' : undefined),
    read: (path) => (path === 'pages/page.md' ? text : (files[path] ?? '')),
    names: withEndings(paths),
    commands: new Set(['bench']),
    projects: new Set(['unit']),
    identifiers: new Set(['lockJoint']),
  };
  return pageBreaches('pages/page.md', named);
}

describe('the check of pages', () => {
  it.each([
    ['a link', '[a](absent.md)', 'no file is at the link absent.md'],
    ['an anchor', '[a](other.md#third)', 'pages/other.md has no heading #third'],
    ['an anchor of the page', '[a](#absent)', 'pages/page.md has no heading #absent'],
    ['a picture', '<img src="absent.png">', 'no file is at the link absent.png'],
    ['a file', 'See `server/billing/absent.ts`.', 'no file is named server/billing/absent.ts'],
    ['a file in a code block', '```\nedit absent.ts\n```', 'no file is named absent.ts'],
    ['a folder', 'In `server/absent/`.', 'no folder is named server/absent/'],
    ['a command', 'Run `npm run absent`.', 'no command is named npm absent'],
    ['a command in a code block', '```\nnpm absent -- votes\n```', 'no command is named npm absent'],
    ['a script', 'Run `node scripts/absent.mjs`.', 'no file is named scripts/absent.mjs'],
    ['a project', '`npx vitest --project absent`', 'no project of vitest is named absent'],
  ])('refuses %s that does not exist', (_, text, sentence) => {
    expect(faultsOf(`# Page\n\n${text}\n`).join('\n')).toMatch(
      new RegExp(`^pages/page\\.md:[34]: ${sentence.replace(/[.#]/g, '\\$&')}`),
    );
  });

  it('accepts names that exist, addresses, endings, changes, and folders made by commands', () => {
    const text = `[a](other.md#the-second-part-1) [b](../scripts/) [c](https://example.org/x.md) [d](#page)
      \`bill.ts\`, \`server/billing/\`, \`.routes.ts\`, \`*.test.ts\`, \`sellos/\`, \`build/server/\`
      \`npm run bench -- votes\`, \`npm ci\`, npm packages, \`node scripts/run.mjs\`, \`--project unit\`
\`\`\`diff
+++ b/server/billing/new.ts
\`\`\`
      Run \`server/billing/new.ts\`.`;
    expect(faultsOf(`# Page\n\n${text}\n`)).toEqual([]);
  });

  it('makes anchors from headings, numbered if repeated, and not from code', () => {
    expect([...anchorsOf("# A joint's `id` \n## Días, y más\n```\n# no\n```\n## Días, y más\n")]).toEqual([
      'a-joints-id',
      'días-y-más',
      'días-y-más-1',
    ]);
  });

  it('refuses a name of code without code, in recipes alone', () => {
    const text = 'Call `lockJoint(trx)`, `lockBooks` and `<ReportBar>`; `one`, `SCAF_LONG`.';
    const named = { ...readNamed(root, []), identifiers: new Set(['lockJoint']), read: () => text };
    expect(pageBreaches('docs/how/act.md', named)).toEqual([
      'docs/how/act.md:1: no code has the name lockBooks',
      'docs/how/act.md:1: no code has the name ReportBar',
    ]);
    expect(pageBreaches('docs/why/voting.md', named)).toEqual([]);
  });

  it('refuses a page of docs named in a source', () => {
    const absent = ['docs', 'absent.md'].join('/');
    const read = (path: string) => (path === 'server/a.ts' ? `\nconst page = '${absent}';` : '');
    expect(sourceBreaches('server/a.ts', { ...readNamed(root, []), read })).toEqual([
      `server/a.ts:2: no page is named ${absent}`,
    ]);
  });
});

it('the README has at most 450 words, its pictures, both commands and five links by role', () => {
  const readme = readNamed(root, []).read('README.md');
  expect(
    readme
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter(Boolean).length,
  ).toBeLessThanOrEqual(450);
  const pictures = [...readme.matchAll(/src="docs\/pictures\/([^"]+)"/g)].map(([, file]) => file);
  const made = readdirSync(join(root, 'docs/pictures')).filter((file) => file.endsWith('.png'));
  expect(pictures.toSorted()).toEqual(made.toSorted());
  const source = readNamed(root, []).read('scripts/pictures/readme.ts');
  for (const file of pictures) expect(source).toContain(`'${file}'`);
  for (const command of ['npm start', 'npm test']) expect(readme).toContain(`\n${command}\n`);
  expect(readme.match(/^\| (?:an?|the) .+\]\(.+\).* \|$/gm)).toHaveLength(5);
});

describe('the printed rooms', () => {
  const plan: House = {
    storeys: [['shared'], ['server/low', 'server/low.ts']],
    features: [],
    composers: [],
    stores: [],
  };

  it('names rooms in order, with content and folders, and refuses a room without content', () => {
    const short = { shared: 'both sides', 'server/low': 'rows', 'server/low.ts': 'start' };
    const printed = printRooms(plan, short, (room) => (room === 'shared' ? ['days'] : []));
    expect(printed).toContain(
      '| `shared/` | both sides | `days/` |\n| `server/low/` | rows |  |\n| `server/low.ts` |',
    );
    expect(() => printRooms(plan, { shared: 'both sides' }, () => [])).toThrow('server/low has no content');
  });

  it('replaces the rooms of the page and leaves the text around', () => {
    const page = withRooms(readNamed(root, []).read(ROOMS_PAGE), 'ROOMS');
    expect(page).toMatch(/^# Architecture[\s\S]+--print` -->\n\nROOMS\n\n<!-- end[\s\S]+## Data model/);
    expect(withRooms(page, 'ROOMS')).toBe(page);
  });
});

it('the pages and sources of the project name files, commands and links that exist', () => {
  const paths = listTree(root);
  const named = readNamed(root, paths);
  const pages = paths.filter(isPage);
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.flatMap((path) => pageBreaches(path, named))).toEqual([]);
  expect(paths.flatMap((path) => sourceBreaches(path, named))).toEqual([]);
});

it('the rooms of the architecture are those of the plan and the tree', () => {
  const page = readNamed(root, []).read(ROOMS_PAGE);
  expect(page).toBe(withRooms(page, printRooms(house, contents, foldersBelow(root, house))));
});
