/** Test: the project passes the walls. Reads the tree once for all checks. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { repeatedFolders } from './file-names.ts';
import { functionBreaches } from './functions.ts';
import { glossary } from './glossary.ts';
import { house } from './house.ts';
import { type NamesRatchet, namesBreaches } from './names.ts';
import { proseBreaches, type Ratchet } from './prose.ts';
import { surveyTree } from './survey.ts';
import { breaches } from './walls.ts';

const survey = surveyTree(fileURLToPath(new URL('../..', import.meta.url)));
const ratchetOf = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

it('the project keeps the walls', () => {
  // The check saw the whole tree.
  expect(survey.house.length).toBeGreaterThan(700);
  expect(breaches(survey.house, house)).toEqual([]);
});

it('the project has no new name against the wall', () => {
  const ratchet = ratchetOf('names.json') as NamesRatchet;
  expect(survey.names.length).toBeGreaterThan(1200);
  expect(namesBreaches(survey.names, glossary, ratchet)).toEqual([]);
});

it('the project declares the code names of the glossary', () => {
  const exported = new Set(survey.names.flatMap((file) => file.exported.map(({ name }) => name)));
  const names = glossary.flatMap(({ code, allowed = [], owners = [] }) => [...code, ...allowed, ...owners]);
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
});

it('the project is in plain English, except the files of the ratchet', () => {
  const ratchet = ratchetOf('prose.json') as Ratchet;
  expect(survey.prose.length).toBeGreaterThan(1500);
  expect(proseBreaches({ files: survey.prose, names: survey.endings }, ratchet, [])).toEqual([]);
});

it('the functions of the house are short', () => {
  expect(functionBreaches(survey.long)).toEqual([]);
});

it('no file of the house repeats the name of the folder', () => {
  expect(repeatedFolders(survey.paths)).toEqual([]);
});
