import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasFunctionLimit, longFunctions, type MeasuredFunction } from './functions.ts';
import { hasNames, type NamedFile, readNames } from './names.ts';
import { hasProse, listTree, measureFile, type ProseFile, withEndings } from './prose.ts';
import { isHouse, readSource, type SourceFile } from './tree.ts';

/** Facts about all files below a folder, for the checks. */
interface Survey {
  /** Paths relative to the folder. */
  paths: readonly string[];
  /** All paths and all endings of paths. */
  endings: ReadonlySet<string>;
  /** Sources of the application, without tests. */
  house: readonly SourceFile[];
  /** TypeScript files, with tests and scripts. */
  names: readonly NamedFile[];
  /** Sources and pages, with tests and scripts. */
  prose: readonly ProseFile[];
  /** Functions over the limit. */
  long: readonly MeasuredFunction[];
}

/** Reads the files below a folder. Parses each file once, because parsing takes most of the time. */
export function surveyTree(root: string): Survey {
  const paths = listTree(root);
  const house: SourceFile[] = [];
  const names: NamedFile[] = [];
  const prose: ProseFile[] = [];
  const long: MeasuredFunction[] = [];
  for (const path of paths.filter(hasProse).sort()) {
    const text = readFileSync(join(root, path), 'utf8');
    prose.push(measureFile(path, text));
    if (isHouse(path)) house.push(readSource(path, text));
    if (hasNames(path)) names.push(readNames(path, text));
    if (hasFunctionLimit(path)) long.push(...longFunctions(path, text));
  }
  return { paths, endings: withEndings(paths), house, names, prose, long };
}
