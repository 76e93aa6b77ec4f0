import { describe, expect, it } from 'vitest';
import { glossary, readTerms, type Term } from './glossary.ts';
import { hasFallen, type NamesRatchet, namesBreaches, readNames, takeNamesRatchet } from './names.ts';

const words: readonly Term[] = [
  { term: 'power', code: [], synonyms: ['proxy'], allowed: ['readProxyLimit'] },
  { term: 'bill', code: [], synonyms: ['bill line'] },
  { term: 'ballot', code: [], synonyms: [], owns: 'ballot', owners: ['BallotLeaf'] },
];
const noRatchet: NamesRatchet = { glossary: {}, empty: {}, repeated: {} };

function breachesOf(texts: Readonly<Record<string, string>>, ratchet = noRatchet): string[] {
  const files = Object.entries(texts).map(([path, text]) => readNames(path, text));
  return namesBreaches(files, words, ratchet);
}

describe('the wall of names', () => {
  it('accepts names of the glossary, exceptions, local synonyms and tests', () => {
    const text = `export interface BallotLeaf { unit: string }
      export const readProxyLimit = 1;
      export const billing = 'lines', outline = 2;
      const proxyOf = () => 1;`;
    expect(breachesOf({ 'server/a.ts': text, 'server/a.test.ts': 'export const ballot = 1;' })).toEqual([]);
  });

  it.each([
    ['a synonym', 'export function proxyOf() {}', "proxyOf: the glossary says 'power', not 'proxy'"],
    ['a synonym in the plural', 'export const PROXIES = 1, proxys = 2;', "proxys: the glossary says 'power'"],
    ['a run of words', 'export interface BillLine {}', "BillLine: the glossary says 'bill', not 'bill line'"],
    ['an owned word', 'export type UnitBallot = 1;', "UnitBallot: 'ballot' has another meaning"],
  ])('refuses %s in an exported name', (_, text, sentence) => {
    expect(breachesOf({ 'server/a.ts': `\n${text}` }).join('\n')).toContain(`server/a.ts:2: ${sentence}`);
  });

  it.each([
    'const known = 1;',
    'let Told = 1;',
    'const KEPT = 1;',
    'function asked() {}',
    'const f = (given: number) => given;',
    'const { owner: said } = row;',
    'const [plain] = rows;',
    'interface Reply { wish?: string }',
    'class Thing {}',
    'class Reply { told = 1; }',
    'type Known = 1;',
    'for (const kept of rows) count(kept);',
  ])('refuses the empty name in `%s`', (text) => {
    const [breach = ''] = breachesOf({ 'scripts/a.ts': `\n${text}` });
    expect(breach).toMatch(/^scripts\/a\.ts:2: '\w+' says nothing about the value$/);
  });

  it('counts a property of another type at the declaration of the property only', () => {
    const text = 'const { known } = reply; send({ known, asked: 1 }); const knownUnits = reply.told;';
    expect(breachesOf({ 'server/a.ts': text })).toEqual([]);
  });

  it('refuses a top-level name in more than three files, except Props', () => {
    const tree = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`server/f${at}.ts`, text]));
    expect(breachesOf(tree(3, 'const nameOf = 1;'))).toEqual([]);
    expect(breachesOf(tree(9, 'interface Props {} const f = () => { const nameOf = 1; };'))).toHaveLength(1);
    expect(breachesOf(tree(4, 'function nameOf() {}'))).toEqual([
      "'nameOf' is a top-level name of 4 files: server/f0.ts, server/f1.ts, server/f2.ts, server/f3.ts",
    ]);
  });
});

describe('the ratchet of names', () => {
  const text = 'export const proxyOf = 1; const known = 1;';
  const ratchet: NamesRatchet = { glossary: { 'server/a.ts': 1 }, empty: { 'server/a.ts': 1 }, repeated: {} };

  it('accepts the names from before, also in a moved file, and refuses one more', () => {
    expect(breachesOf({ 'server/a.ts': text }, ratchet)).toEqual([]);
    expect(breachesOf({ 'server/room/b.ts': text }, ratchet)).toEqual([]);
    expect(breachesOf({ 'server/a.ts': `${text} const told = 1;` }, ratchet)).toHaveLength(2);
    expect(breachesOf({ 'server/a.ts': '', 'server/b.ts': text }, ratchet)).toHaveLength(2);
  });

  it('the ratchet of names only falls', () => {
    const after = takeNamesRatchet([readNames('server/b.ts', text)], words);
    expect(after).toEqual({ glossary: { 'server/b.ts': 1 }, empty: { 'server/b.ts': 1 }, repeated: {} });
    expect(hasFallen(ratchet, after)).toBe(true);
    expect(hasFallen(ratchet, { ...after, empty: { 'server/b.ts': 2 } })).toBe(false);
    expect(hasFallen(ratchet, { ...after, repeated: { nameOf: 4 } })).toBe(false);
  });
});

describe('the project', () => {
  it('reads the terms of the glossary page, with the exceptions of the wall', () => {
    const table = [
      '| Term | Spanish | Meaning | In code | Not |',
      '|---|---|---|---|---|',
      '| joint | conjunto, copropiedad | co-owned property | `Joint`, `JointOf` | condo, joint place |',
      '| kind | tipo | vivienda, local |  |  |',
    ].join('\n');
    expect(readTerms(`# Glossary\n\nA word.\n\n${table}\n`)).toEqual([
      { term: 'joint', code: ['Joint', 'JointOf'], synonyms: ['condo', 'joint place'] },
      { term: 'kind', code: [], synonyms: [] },
    ]);
    expect(glossary.length).toBeGreaterThan(80);
    const excepted = glossary.filter(({ allowed, owns }) => allowed ?? owns).map(({ term }) => term);
    expect(excepted).toEqual(['power (of attorney)', 'ballot', 'act']);
  });
});
