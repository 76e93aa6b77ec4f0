import ts from 'typescript';
import { parseSource } from './parse.ts';

/** Function of the sources with the length in lines of code; comments and blank lines do not count. */
export interface MeasuredFunction {
  /** Path relative to the top folder, with '/'. */
  path: string;
  line: number;
  /** Name of the function, or of the variable or property with the function. */
  name: string;
  lines: number;
  /** Maximum number of lines for a function of this shape. */
  most: number;
}

/** Maximum number of lines of a function, closures included. */
const MOST_LINES = 70;
/**
 * Maximum number of lines of a factory: a function that declares functions and returns an object with them. A
 * factory is measured like a class: each inner function has the limit of functions, the whole has this limit.
 */
const MOST_LINES_OF_FACTORY = 150;

const LAYOUT = 'the blocks of a report in the order of the page';
const CASES = 'a switch with a short case for each act';
/** Functions allowed to be longer than the limit, by path and name, with the reason. At most 15. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/assemblies/evidence/standing-records.repository.ts standingRecords': 'a query for each table',
  'server/assemblies/reports/attendance.report.ts attendanceLayout': LAYOUT,
  'server/assemblies/reports/election-parts.ts electionParts': LAYOUT,
  'server/assemblies/reports/powers.report.ts powersLayout': LAYOUT,
  'server/assemblies/reports/vote.report.ts voteLayout': LAYOUT,
  'server/assemblies/store/questions/concepts.repository.ts readConcepts': 'one query with its columns',
  'server/assemblies/store/roll/opening.repository.ts copyRoll': 'one copy of a table with its columns',
  'shared/evidence/replay.ts apply': CASES,
  'server/billing/reports/months-payments.report.ts monthsPaymentsLayout': LAYOUT,
  'client/features/assemblies/prepare/steps.ts stepsOf': 'a table of steps with their texts',
  'client/home/concerns.ts concernsOf': 'a table of cards for each profile',
  'scripts/faults/evenings/acts.ts sendAct': CASES,
  'scripts/faults/evenings/rules.ts enter': CASES,
};

const OF_TESTS = /\.(test|fixture)\.tsx?$|^(server|shared)\/testing\/|^client\/e2e\/|\.d\.ts$/;

/** Returns the functions of a TypeScript file with more lines than allowed. */
export function longFunctions(path: string, text: string): MeasuredFunction[] {
  const source = parseSource(path, text);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const long: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (hasBody(node)) {
      const line = lineAt(node.getStart(source));
      const most = isFactory(node) ? MOST_LINES_OF_FACTORY : MOST_LINES;
      const lines = lineAt(node.end) - line < most ? 0 : codeLines(node, source);
      if (lines > most) long.push({ path, line, name: nameOf(node), lines, most });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

/** True for a TypeScript file with a limit for functions: scripts too, but no tests and migrations. */
export const hasFunctionLimit = (path: string): boolean =>
  /^(shared|server|client|scripts)\/.*\.tsx?$/.test(path) && !OF_TESTS.test(path);

/**
 * Returns a sentence for each function longer than allowed, and for each unneeded exception.
 * @param exceptions reason for each function allowed to be longer, by path and name
 */
export function functionBreaches(
  long: readonly MeasuredFunction[],
  exceptions: Readonly<Record<string, string>> = EXCEPTIONS,
): string[] {
  const keys = new Set(long.map(keyOf));
  return [
    ...long
      .filter((measured) => exceptions[keyOf(measured)] === undefined)
      .map(
        ({ path, line, name, lines, most }) => `${path}:${line}: ${name} has ${lines} lines, ${most} at most`,
      ),
    ...Object.keys(exceptions)
      .filter((key) => !keys.has(key))
      .map((key) => `the exception '${key}' names no function over the limit`),
  ];
}

const keyOf = ({ path, name }: MeasuredFunction): string => `${path} ${name}`;

const hasBody = (node: ts.Node): node is ts.FunctionLikeDeclaration & { body: ts.ConciseBody } =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** True for a function that only declares constants and functions, and then returns an object. */
function isFactory({ body }: { body: ts.ConciseBody }): boolean {
  if (!ts.isBlock(body)) return ts.isParenthesizedExpression(body) && holdsFunctions(body.expression);
  const inner = body.statements.filter((statement) => !ts.isReturnStatement(statement));
  const last = body.statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined) return false;
  return (
    ts.isObjectLiteralExpression(last.expression) &&
    inner.length === body.statements.length - 1 &&
    inner.every((statement) => ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement)) &&
    (inner.some(ts.isFunctionDeclaration) || holdsFunctions(last.expression))
  );
}

const holdsFunctions = (value: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(value) &&
  value.properties.some(
    (property) =>
      ts.isMethodDeclaration(property) ||
      (ts.isPropertyAssignment(property) && ts.isFunctionLike(property.initializer)),
  );

/** Counts the lines with a token of the function. */
function codeLines(node: ts.Node, source: ts.SourceFile): number {
  const lines = new Set<number>();
  const visit = (part: ts.Node): void => {
    if (ts.isJSDoc(part)) return;
    const parts = part.getChildren(source);
    parts.forEach(visit);
    if (parts.length > 0 || part.getWidth(source) === 0) return;
    const last = source.getLineAndCharacterOfPosition(part.end).line;
    for (let line = source.getLineAndCharacterOfPosition(part.getStart(source)).line; line <= last; line++)
      lines.add(line);
  };
  visit(node);
  return lines.size;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  for (const owner of [node, parent, parent.parent] as (ts.Node & { name?: ts.Node })[]) {
    const { name } = owner;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))) return name.text;
  }
  return 'anonymous';
}
