import { describe, expect, it } from 'vitest';
import { measureFile, type ProseFile, proseBreaches, proseFigures, takeRatchet } from './prose.ts';

const PLAIN_COMMENT = `/** Returns the due date of a bill, as a day in Bogotá. */
export function dueDate() {}
`;
const RIDDLE = `/** What it is of whoever has it, where that is none of theirs. */
export function dueDate() {}
`;
const names = new Set(['server/billing/bill.ts', 'bill.ts']);
const noRatchet = { rooms: {}, files: {} };

function breachesOf(texts: Readonly<Record<string, string>>, ratchet = noRatchet, subjects: string[] = []) {
  const files = Object.entries(texts).map(([path, text]) => measureFile(path, text));
  return proseBreaches({ files, names }, ratchet, subjects);
}

describe('the check of plain words', () => {
  it('accepts a docstring that starts with a verb and names its subject', () => {
    expect(breachesOf({ 'server/billing/bill.ts': PLAIN_COMMENT })).toEqual([]);
  });

  it.each([
    ['relation words', RIDDLE, "relation, at most 1: lines 1 'what', 1 'whoever', 1 'where', 1 'none'"],
    ['pronouns', RIDDLE, "pronouns, at most 2: lines 1 'it', 1 'it', 1 'that'"],
    [
      'a comment that repeats the name',
      '/** The due date. */\nexport const dueDate = 1;',
      'bill.ts:1: the comment repeats the name dueDate',
    ],
    [
      'a file that does not exist',
      '// The rest stands in money-text.ts.\n',
      'bill.ts:1: no file is named money-text.ts',
    ],
    [
      'a long name of a test',
      `\nit('${'x'.repeat(91)}', () => {});`,
      'bill.ts:2: test name of 91 characters',
    ],
    [
      'a long name of a test with rows',
      `it.each([1])(\`${'x'.repeat(91)}\`, () => {});`,
      'test name of 91 characters',
    ],
    [
      'a test name without a subject',
      `it('is refused', () => {});`,
      'bill.ts:1: test name without a clear subject: is refused',
    ],
  ])('refuses %s', (_, text, sentence) => {
    expect(breachesOf({ 'server/billing/bill.ts': text }).join('\n')).toContain(sentence);
  });

  it('reads an ending of a name as no file', () => {
    const text = '// Routes stand in `<resource>.routes.ts` and *.routes.ts, tests in .test.ts.\n';
    expect(breachesOf({ 'server/billing/bill.ts': text })).toEqual([]);
  });

  it('counts no quoted text, no code and no string', () => {
    const text = `const said = "/* what whose */ what";
      // The screen says 'Lo que it its', «which whom» and \`what.it\`; the user's own word counts.
      export const url = 'https://which.what';`;
    const file = measureFile('client/lib/a.ts', text);
    expect([file.words, file.relation, file.pronouns]).toEqual([9, [], []]);
  });

  it('reads comments inside JSX and joins the lines of one block', () => {
    const text = `const page = () => <p>{/* Whose page. */}what</p>;
      // First line,
      // second line.`;
    const { comments, openings } = measureFile('client/lib/a.tsx', text);
    expect(comments.map((comment) => comment.text)).toEqual(['Whose page.', 'First line, second line.']);
    expect(openings).toEqual([{ line: 1, word: 'whose' }]);
  });
});

it('the check reads paragraphs and list items of a page, without code and addresses', () => {
  const page = '# What\n\nWhose [page](which.md)\ncontinues.\n\n```\nwhat\n```\n- An item.\n';
  const { comments, relation } = measureFile('docs/README.md', page);
  expect(comments.map(({ line, text }) => [line, text])).toEqual([
    [1, '# What'],
    [3, 'Whose [page] continues.'],
    [9, '- An item.'],
  ]);
  expect(relation).toHaveLength(2);
});

describe('the ratchet', () => {
  const rough = measureFile('server/billing/bill.ts', RIDDLE);
  const ratchet = takeRatchet([rough], names);

  it('accepts a file that did not meet the marks as long as its comments stay', () => {
    const tree = (file: ProseFile) => ({ files: [file], names });
    expect(proseBreaches(tree(rough), ratchet, [])).toEqual([]);
    const other = measureFile(rough.path, RIDDLE.replace('of whoever', 'for whoever'));
    expect(proseBreaches(tree(other), ratchet, [])).not.toEqual([]);
  });

  it('refuses a figure of a room that rises', () => {
    const more = measureFile('server/billing/more.ts', '// Whatever.\n');
    expect(proseBreaches({ files: [rough, more], names }, ratchet, []).join('\n')).toMatch(
      /server\/billing: relation rose from 30\.77 to 35\.71/,
    );
  });

  it('the ratchet has figures of each room and of the whole tree', () => {
    const files = [
      rough,
      measureFile('server/platform/db/a.ts', PLAIN_COMMENT),
      measureFile('client/features/home/x/a.ts', PLAIN_COMMENT),
    ];
    expect([...proseFigures(files).keys()]).toEqual([
      '',
      'server/billing',
      'server/platform/db',
      'client/features/home',
    ]);
  });
});

it('the check refuses more than five long subjects among the last 100 commits', () => {
  const long = (count: number) => Array.from({ length: count }, () => `area: ${'x'.repeat(80)}`);
  expect(breachesOf({}, noRatchet, [...long(5), 'area: do a thing'])).toEqual([]);
  expect(breachesOf({}, noRatchet, long(6))).toHaveLength(6);
  expect(breachesOf({}, noRatchet, [...Array.from({ length: 100 }, () => 'a: b'), ...long(6)])).toEqual([]);
});
