import { posix } from 'node:path';
import ts from 'typescript';
import { parseSource } from './parse.ts';

/** Import of a source file by another; `line` counts from 1. */
export interface Import {
  from: string;
  to: string;
  line: number;
  /** True for an import by `import()`, loaded at the first use. */
  isDynamic: boolean;
}

/** Source file with the parts needed by the checks. Paths are relative to the top folder, with '/'. */
export interface SourceFile {
  path: string;
  imports: readonly Import[];
  /**
   * Names declared and exported by the file, without duplicates. A type and a value with equal names count once.
   */
  exports: readonly string[];
  /** Numbers of the lines with the begin of an SQL statement. */
  sql: readonly number[];
  /**
   * Numbers of the lines with a useless spread: of an object literal, or of a single property under a condition.
   */
  spreads: readonly number[];
}

/** Methods of Kysely that begin a statement. */
const STATEMENTS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
]);

/** Pattern of tests, and of files only for tests. */
const OF_TESTS = /\.(test|fixture)\.tsx?$|^(server|shared)\/testing\/|^client\/e2e\//;

/** True for a source of the application, except tests. */
export const isHouse = (path: string): boolean =>
  /^(shared|server|client)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !OF_TESTS.test(path);

/** Reads the imports, exports and lines with SQL from the text of a source file, for the checks. */
export function readSource(path: string, text: string): SourceFile {
  const source = parseSource(path, text);
  const imports: Import[] = [];
  const sql: number[] = [];
  const spreads: number[] = [];
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const note = (node: ts.Node, specifier: ts.Expression | undefined, isDynamic: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.'))
      return;
    const to = posix.join(posix.dirname(path), specifier.text);
    imports.push({ from: path, to, line: lineOf(node), isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node, node.moduleSpecifier, false);
    else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) note(node, node.arguments[0], true);
      if (ts.isPropertyAccessExpression(node.expression) && STATEMENTS.has(node.expression.name.text)) {
        sql.push(lineOf(node.expression.name));
      }
    } else if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql') {
      sql.push(lineOf(node));
    } else if (ts.isSpreadAssignment(node) && isVainSpread(node.expression)) spreads.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports, exports: [...new Set(source.statements.flatMap(exportedNames))], sql, spreads };
}

/** True for a useless spread: `...{ a }`, or `...(condition ? { a } : {})` with a single property. */
function isVainSpread(spread: ts.Expression): boolean {
  if (ts.isObjectLiteralExpression(spread)) return true;
  const inner = ts.isParenthesizedExpression(spread) ? spread.expression : spread;
  if (!ts.isConditionalExpression(inner)) return false;
  const sizes = [inner.whenTrue, inner.whenFalse].map((branch) =>
    ts.isObjectLiteralExpression(branch) ? branch.properties.length : Number.POSITIVE_INFINITY,
  );
  return Math.min(...sizes) === 0 && Math.max(...sizes) === 1;
}

function exportedNames(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}
