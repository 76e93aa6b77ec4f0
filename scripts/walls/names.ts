import ts from 'typescript';
import type { Term } from './glossary.ts';
import { parseSource } from './parse.ts';

/** Names declared in a source file, for the check of names against the glossary. */
export interface NamedFile {
  /** Path relative to the top folder, with '/'. */
  path: string;
  /** Exported names. Empty for tests and scripts. */
  exported: readonly Name[];
  /** Names declared at the top level of the file, without duplicates. Empty for tests and scripts. */
  top: readonly string[];
  /** Declared names without information about the value, for example 'known' or 'given'. */
  empty: readonly Name[];
}

interface Name {
  line: number;
  name: string;
}

/**
 * Contents of `names.json`: numbers of bad names accepted from before the check. A number may only fall
 * ('ratchet').
 */
export interface NamesRatchet {
  /** Number of exported names forbidden by the glossary, by file. */
  glossary: Readonly<Record<string, number>>;
  /** Number of names that say too little about the value, by file. */
  empty: Readonly<Record<string, number>>;
  /** Number of files with the same top-level name, by name. */
  repeated: Readonly<Record<string, number>>;
}

/** Words in lower case that alone say too little about a value; forbidden as names. */
const EMPTY = new Set('known asked given said told kept plain wish thing'.split(' '));
/** Maximum number of files with the same top-level name. */
const MOST_FILES_OF_NAME = 3;
/**
 * Names allowed in any number of files. `Props`: properties of the React component in the same file. `columns`:
 * columns of the table in the same file. `require`: CommonJS loader of a module.
 */
const CONVENTIONS = new Set(['Props', 'columns', 'require']);
const NO_HOUSE =
  /\.(test|fixture)\.tsx?$|^(server|shared)\/testing\/|^client\/e2e\/|^scripts\/|^migrations\//;

/**
 * Reads the names of a TypeScript file. A local name taken from a property (`const { known } = reply`), and the
 * properties of an object literal, count only at the declaration of the type.
 */
export function readNames(path: string, text: string): NamedFile {
  const source = parseSource(path, text);
  const empty: Name[] = [];
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name !== undefined && EMPTY.has(name.text.toLowerCase()))
      empty.push({ line: lineOf(name), name: name.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (NO_HOUSE.test(path)) return { path, exported: [], top: [], empty };
  const names = source.statements.flatMap((statement) =>
    topNames(statement).map((name) => ({
      line: lineOf(name),
      name: name.text,
      isExported: isExported(statement),
    })),
  );
  const exported = names.filter((name) => name.isExported).map(({ line, name }) => ({ line, name }));
  return { path, exported, top: [...new Set(names.map(({ name }) => name))], empty };
}

/** True for a TypeScript file with checked names: tests and scripts too. */
export const hasNames = (path: string): boolean =>
  /^(shared|server|client|scripts|migrations)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts');

/** Returns a sentence for each forbidden name, except names counted in `names.json`. */
export function namesBreaches(
  files: readonly NamedFile[],
  glossary: readonly Term[],
  ratchet: NamesRatchet,
): string[] {
  const repeated = [...filesOfNames(files)]
    .filter(([name, paths]) => paths.length > Math.max(MOST_FILES_OF_NAME, ratchet.repeated[name] ?? 0))
    .map(([name, paths]) => `'${name}' is a top-level name of ${paths.length} files: ${paths.join(', ')}`);
  return [
    ...beyondRatchet(files, ratchet.glossary, (file) => againstGlossary(file, glossary)),
    ...beyondRatchet(files, ratchet.empty, ({ path, empty }) =>
      empty.map(({ line, name }) => `${path}:${line}: '${name}' says nothing about the value`),
    ),
    ...repeated,
  ];
}

/** Returns the new content of `names.json` ('ratchet': numbers may only fall) for the present names. */
export function takeNamesRatchet(files: readonly NamedFile[], glossary: readonly Term[]): NamesRatchet {
  const counts = (of: (file: NamedFile) => number) =>
    Object.fromEntries(files.map((file) => [file.path, of(file)] as const).filter(([, count]) => count > 0));
  const repeated = [...filesOfNames(files)]
    .filter(([, { length }]) => length > MOST_FILES_OF_NAME)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    glossary: counts((file) => againstGlossary(file, glossary).length),
    empty: counts(({ empty }) => empty.length),
    repeated: Object.fromEntries(repeated.map(([name, { length }]) => [name, length])),
  };
}

/** True if no number of bad names has grown, over all files together. A name may move to another file. */
export function hasFallen(before: NamesRatchet, after: NamesRatchet): boolean {
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  return (
    sum(after.glossary) <= sum(before.glossary) &&
    sum(after.empty) <= sum(before.empty) &&
    Object.entries(after.repeated).every(([name, count]) => count <= (before.repeated[name] ?? 0))
  );
}

/**
 * Returns the faults of files with more faults than `names.json` allows; renamed files share the counts of the old
 * paths.
 */
function beyondRatchet(
  files: readonly NamedFile[],
  allowed: Readonly<Record<string, number>>,
  faultsOf: (file: NamedFile) => string[],
): string[] {
  const paths = new Set(files.map(({ path }) => path));
  let ofMoved = Object.entries(allowed)
    .filter(([path]) => !paths.has(path))
    .reduce((sum, [, count]) => sum + count, 0);
  return files.flatMap((file) => {
    const faults = faultsOf(file);
    const isListed = allowed[file.path] !== undefined;
    const most = allowed[file.path] ?? ofMoved;
    if (faults.length > most) return faults;
    if (!isListed) ofMoved -= faults.length;
    return [];
  });
}

function againstGlossary({ path, exported }: NamedFile, glossary: readonly Term[]): string[] {
  return exported.flatMap(({ line, name }) => {
    const words = ` ${wordsOfName(name).join(' ')} `;
    const holds = (run: string) => words.includes(` ${run} `) || words.includes(` ${run}s `);
    return glossary.flatMap(({ term, synonyms, allowed = [], owns, owners = [] }) => {
      const synonym = allowed.includes(name) ? undefined : synonyms.find(holds);
      const isAnother = owns !== undefined && holds(owns) && !owners.includes(name);
      if (synonym !== undefined)
        return [`${path}:${line}: ${name}: the glossary says '${term}', not '${synonym}'`];
      return isAnother ? [`${path}:${line}: ${name}: '${owns}' has another meaning in the glossary`] : [];
    });
  });
}

/** Splits a name into words in lower case: `BillLine`, `BILL_LINE` → bill, line. */
function wordsOfName(name: string): string[] {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return parted.replaceAll('_', ' ').trim().toLowerCase().split(/\s+/);
}

function filesOfNames(files: readonly NamedFile[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { path, top } of files) {
    for (const name of top) if (!CONVENTIONS.has(name)) owners.set(name, [...(owners.get(name) ?? []), path]);
  }
  return owners;
}

/** Returns the identifier that a node declares, except properties of object literals and repeated properties. */
function declaredName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isBindingElement(node)) {
    const isRepeated = node.propertyName === undefined && ts.isObjectBindingPattern(node.parent);
    return isRepeated || !ts.isIdentifier(node.name) ? undefined : node.name;
  }
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  const { name } = node as ts.Node & { name?: ts.Node };
  return declares && name !== undefined && ts.isIdentifier(name) ? name : undefined;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** Returns the names that a statement declares: constants, functions, classes and types. */
function topNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name] : [];
}

function namesIn(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}
