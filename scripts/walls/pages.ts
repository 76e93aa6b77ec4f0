import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { missingNames, withEndings } from './prose.ts';

/** Names that exist in the project, to check the names on documentation pages. */
export interface Named {
  /** Returns the kind of a path relative to the top folder; undefined if the path does not exist. */
  kindOf: (path: string) => 'file' | 'folder' | undefined;
  /** Returns the text of the file at a path. */
  read: (path: string) => string;
  /** All paths and all endings of paths (`db/engine.ts`); folders without the last '/'. */
  names: ReadonlySet<string>;
  /** Names of scripts in package.json. */
  commands: ReadonlySet<string>;
  /** Names of the projects of vitest. */
  projects: ReadonlySet<string>;
  /** All words of the sources, to check names of code. */
  identifiers: ReadonlySet<string>;
}

/** Page without a check: history keeps the names of the past. */
const HISTORY = 'CHANGELOG.md';
/** Commands of npm itself, and of an archive (scripts/lib/archive.mjs): not scripts of package.json. */
const OF_NPM = new Set(['ci', 'install', 'i', 'run', 'exec', 'audit', 'ls', 'outdated', 'upgrade']);
const LINK = /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g;
/** Pattern of an npm command in backticks or in a line of a code block. */
const NPM = /(?<=^\s*|`|&& |npm_config_\w+=\w+ )npm (?:(?:run|--silent|-s) )*([a-z][\w:-]*)/g;
const PROJECT = /--project[= ](\w+)/g;
/**
 * Pattern of a folder in backticks: `server/platform/db/`. A folder in a zip (`sellos/`) has no second part and
 * does not match.
 */
const FOLDER = /`((?:[\w.-]+\/){2,})`/g;
/** Pattern of a file added or edited by a change (`diff`) on the page. */
const ADDED = /^\s*\+\+\+ b\/(.+)$/gm;
/** Pattern of pages with a check of names of code: recipes, and first pages for new developers. */
const OF_CODE = /^docs\/(?:how|start)\//;
/** Pattern of a name of code in backticks: `inOneAct`, `BallotBox.cast`, `<ReportButton>`, `lockJoint(…)`. */
const CODE = /`<?([A-Za-z]+[a-z][A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?=[`.(>])/g;
const SOURCE = /\.(tsx?|mjs|cjs)$/;
const PAGE_IN_SOURCE = /(?<![\w/])docs\/[\w/-]+\.\w+/g;
/** Folders made by commands, so absent from a fresh checkout. */
const MADE = new Set(['build', 'data', 'pictures', 'test-results', 'node_modules', 'coverage']);

/** Collects the existing names below a folder. */
export function readNamed(root: string, paths: readonly string[]): Named {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const vitest = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const words = (path: string) => readFileSync(join(root, path), 'utf8').match(/[A-Za-z]\w+/g) ?? [];
  return {
    identifiers: new Set(paths.filter((path) => SOURCE.test(path)).flatMap(words)),
    kindOf: (path) => {
      const full = join(root, path);
      if (!existsSync(full)) return undefined;
      return statSync(full).isDirectory() ? 'folder' : 'file';
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    names: withEndings(paths),
    commands: new Set(Object.keys(scripts.scripts)),
    projects: new Set(
      [...vitest.matchAll(/(?:\bname: |onServers\(\s*)'(\w+)'/g)].map(([, name = '']) => name),
    ),
  };
}

/** True for a Markdown page to check: any page except the changelog. */
export const isPage = (path: string): boolean => path.endsWith('.md') && path !== HISTORY;

/**
 * Returns a sentence with file and line for each missing name on a page: targets and anchors of links, files,
 * folders in backticks, commands of npm, projects of vitest, and in recipes names of code. Code blocks count,
 * except changes (`diff`).
 */
export function pageBreaches(path: string, named: Named): string[] {
  let fence = '';
  const text = named.read(path);
  const added = [...text.matchAll(ADDED)].map(([, name = '']) => name);
  const all = { ...named, names: new Set([...named.names, ...withEndings(added)]) };
  const namesCode = OF_CODE.test(path) && added.length === 0;
  return text.split('\n').flatMap((line, index) => {
    const opening = /^\s*```(\w*)/.exec(line);
    if (opening) fence = fence === '' ? opening[1] || 'text' : '';
    const isChange = fence === 'diff';
    const found = isChange
      ? []
      : [
          ...namesOfLine(line, all),
          ...(fence === '' ? linksOfLine(path, line, named) : []),
          ...(namesCode ? codeOfLine(line, named) : []),
        ];
    return found.map((sentence) => `${path}:${index + 1}: ${sentence}`);
  });
}

/** Returns a sentence for each page of docs/ mentioned in a source file but missing. */
export function sourceBreaches(path: string, named: Named): string[] {
  if (!SOURCE.test(path)) return [];
  const lines = named.read(path).split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(PAGE_IN_SOURCE)]
      .filter(([page]) => named.kindOf(page) === undefined)
      .map(([page]) => `${path}:${index + 1}: no page is named ${page}`),
  );
}

/** Returns the anchors of a page, made from the headings as GitHub does. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replace(/ /g, '-');
    let anchor = slug;
    for (let nth = 1; anchors.has(anchor); nth += 1) anchor = `${slug}-${nth}`;
    anchors.add(anchor);
  }
  return anchors;
}

function namesOfLine(line: string, named: Named): string[] {
  const all = (pattern: RegExp) => [...line.matchAll(pattern)].map(([, name = '']) => name);
  const isImport = (path: string) => /^\.{1,2}\//.test(path) && /\bimport\b/.test(line);
  const isMade = (path: string) => MADE.has(path.split('/')[0] ?? '');
  return [
    ...missingNames(line.replace(LINK, ''), named.names)
      .filter((name) => !isMade(name) && !isImport(name))
      .map((name) => `no file is named ${name}`),
    ...all(NPM)
      .filter((name) => !named.commands.has(name) && !OF_NPM.has(name))
      .map((name) => `no command is named npm ${name}`),
    ...all(PROJECT)
      .filter((name) => !named.projects.has(name))
      .map((name) => `no project of vitest is named ${name}`),
    ...all(FOLDER)
      .filter((name) => !isMade(name) && !named.names.has(name.replace(/^(?:\.\.?\/)+|\/$/g, '')))
      .map((name) => `no folder is named ${name}`),
  ];
}

function codeOfLine(line: string, { identifiers }: Named): string[] {
  return [...line.matchAll(CODE)]
    .filter(([, name = '']) => !identifiers.has(name))
    .map(([, name]) => `no code has the name ${name}`);
}

function linksOfLine(path: string, line: string, named: Named): string[] {
  return [...line.matchAll(LINK)].flatMap(([, link, source]) => {
    const [target = '', anchor] = (link ?? source ?? '').split('#');
    if (/^[a-z]+:/.test(target)) return [];
    const to = target === '' ? path : posix.join(posix.dirname(path), target).replace(/\/$/, '');
    if (named.kindOf(to) === undefined) return [`no file is at the link ${target}`];
    if (anchor === undefined) return [];
    const page = named.kindOf(to) === 'folder' ? `${to}/README.md` : to;
    return anchorsOf(named.read(page)).has(anchor) ? [] : [`${to} has no heading #${anchor}`];
  });
}
