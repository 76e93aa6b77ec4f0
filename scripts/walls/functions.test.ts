import { describe, expect, it } from 'vitest';
import { repeatedFolders } from './file-names.ts';
import { functionBreaches, longFunctions } from './functions.ts';

const functionOf = (lines: number, name = 'long') =>
  `\n/** Docstring. */\nfunction ${name}() {\n${'  act();\n'.repeat(lines - 2)}}\n`;

const breachesOf = (text: string) => functionBreaches(longFunctions('server/a.ts', text), {});

describe('the wall of functions', () => {
  it('accepts 70 lines and refuses 71', () => {
    expect(breachesOf(functionOf(70))).toEqual([]);
    expect(breachesOf(functionOf(71))).toEqual(['server/a.ts:3: long has 71 lines, 70 at most']);
  });

  it('counts no comment and no blank line', () => {
    const commented = functionOf(70).replaceAll('act();', '// A reason.\n\n  /* A trap. */\n  act();');
    expect(breachesOf(commented)).toEqual([]);
    expect(breachesOf(commented.replace('/* A trap. */', 'act();'))).toEqual([
      'server/a.ts:3: long has 71 lines, 70 at most',
    ]);
  });

  it('measures each function of a factory, and allows the factory 150 lines', () => {
    const factory = (lines: number, most: number, end = 'return { long };') =>
      `function service() {\n${functionOf(lines).trim()}\n${'const a = 1;\n'.repeat(most - lines - 3)}${end}\n}`;
    expect(breachesOf(factory(70, 150))).toEqual([]);
    expect(breachesOf(factory(71, 100))).toEqual(['server/a.ts:3: long has 71 lines, 70 at most']);
    expect(breachesOf(factory(70, 151))).toEqual(['server/a.ts:1: service has 151 lines, 150 at most']);
    expect(breachesOf(factory(60, 90, 'return long();'))).toEqual([
      'server/a.ts:1: service has 90 lines, 70 at most',
    ]);
  });

  it.each([
    ['a constant', 'const work = () => {', '};', 'work'],
    ['a method', 'class A {\nrun() {', '}}', 'run'],
    ['a property', 'const a = {\nact: async function () {', '}};', 'act'],
    ['a default export', 'export default () => {', '};', 'anonymous'],
  ])('names %s', (_, begin, end, name) => {
    expect(breachesOf(`${begin}\n${'  act();\n'.repeat(70)}${end}`)).toEqual([
      expect.stringMatching(`: ${name} has 7[12] lines, 70 at most$`),
    ]);
  });

  it('accepts an exception and refuses an exception without a function', () => {
    const long = longFunctions('server/a.ts', functionOf(90));
    expect(functionBreaches(long, { 'server/a.ts long': 'a table' })).toEqual([]);
    expect(functionBreaches([], { 'server/a.ts long': 'a table' })).toEqual([
      "the exception 'server/a.ts long' names no function over the limit",
    ]);
  });
});

describe('the wall of file names', () => {
  it('refuses the name of the folder before a hyphen, in the plural or the singular', () => {
    const paths = [
      'client/panel/panel-agenda.tsx',
      'client/users/user-form.tsx',
      'server/entries/entry-link.ts',
    ];
    expect(repeatedFolders(paths)).toEqual([
      'client/panel/panel-agenda.tsx repeats the name of its folder: name the file agenda.tsx',
      'client/users/user-form.tsx repeats the name of its folder: name the file form.tsx',
      'server/entries/entry-link.ts repeats the name of its folder: name the file link.ts',
    ]);
  });

  it('accepts the main file, a role of the folder, and names that only begin alike', () => {
    const paths = [
      'client/wall/wall.tsx',
      'client/wall/wall.module.css',
      'server/sheets/sheet.types.ts',
      'server/mail/mailer.ts',
      'server.ts',
    ];
    expect(repeatedFolders(paths)).toEqual([]);
  });
});
