import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Function with its length in lines, from the first line of the declaration to the last; docstrings do not count. */
export interface MeasuredFunction {
  /** Path relative to the top folder, with '/'. */
  path: string;
  line: number;
  /** Name of the function, or of the variable or property with the function. */
  name: string;
  lines: number;
}

/**
 * Contents of `functions.json`: present length in lines of each function over the limit, by path and name. A length
 * may only fall. A function moved to another file keeps the length by name.
 */
export type FunctionsRatchet = Readonly<Record<string, number>>;

/** Maximum number of lines of a function, closures included. */
const MOST_LINES = 70;

/** Functions allowed to be longer than the limit, by name, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

const OF_TESTS = /\.(test|fixture)\.tsx?$|^(server|shared)\/testing\/|^client\/e2e\/|\.d\.ts$/;

/** Returns the functions of a TypeScript file with more lines than allowed. */
export function longFunctions(path: string, text: string): MeasuredFunction[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const long: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineAt(node.getStart(source));
      const lines = lineAt(node.end) - line + 1;
      if (lines > MOST_LINES) long.push({ path, line, name: nameOf(node), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

/** Finds functions over the limit below a folder, scripts included. Skips tests and migrations. */
export function readLongFunctions(root: string): MeasuredFunction[] {
  return ['shared', 'server', 'client', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.split('\\').join('/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !OF_TESTS.test(path))
      .sort()
      .flatMap((path) => longFunctions(path, readFileSync(join(root, path), 'utf8'))),
  );
}

/** Returns a sentence for each function over the limit, and for each needless exception. */
export function functionBreaches(
  long: readonly MeasuredFunction[],
  ratchet: FunctionsRatchet,
  exceptions: Readonly<Record<string, string>> = EXCEPTIONS,
): string[] {
  const keys = new Set(long.map(keyOf));
  const moved = new Map(
    Object.entries(ratchet)
      .filter(([key]) => !keys.has(key))
      .map(([key, lines]) => [key.slice(key.indexOf(' ') + 1), lines]),
  );
  const names = new Set(long.map(({ name }) => name));
  return [
    ...long
      .filter(({ name }) => exceptions[name] === undefined)
      .flatMap((measured) => {
        const { path, line, name, lines } = measured;
        const most = ratchet[keyOf(measured)] ?? moved.get(name) ?? MOST_LINES;
        return lines > most ? [`${path}:${line}: ${name} has ${lines} lines, ${most} at most`] : [];
      }),
    ...Object.keys(exceptions)
      .filter((name) => !names.has(name))
      .map((name) => `the exception '${name}' names no function over ${MOST_LINES} lines`),
  ];
}

/**
 * Returns the content of `functions.json` for the present lengths; functions of a file with equal names share the
 * longest length.
 */
export function takeFunctionsRatchet(long: readonly MeasuredFunction[]): FunctionsRatchet {
  const lengths = new Map<string, number>();
  for (const measured of long) {
    if (EXCEPTIONS[measured.name] !== undefined) continue;
    lengths.set(keyOf(measured), Math.max(measured.lines, lengths.get(keyOf(measured)) ?? 0));
  }
  return Object.fromEntries(lengths);
}

const keyOf = ({ path, name }: MeasuredFunction): string => `${path} ${name}`;

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  for (const owner of [node, parent, parent.parent] as (ts.Node & { name?: ts.Node })[]) {
    const { name } = owner;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))) return name.text;
  }
  return 'anonymous';
}
