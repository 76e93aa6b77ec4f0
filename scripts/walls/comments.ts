import ts from 'typescript';
import { parseSource } from './parse.ts';

/** A comment of a source file, with the lines of one `//` block joined. */
export interface Comment {
  /** Line number of the first character, from 1. */
  line: number;
  /** Text without comment signs, tags (`@param x`) and line breaks. */
  text: string;
  /** Name of the declaration below a docstring; undefined for other comments. */
  declares?: string;
}

/** Name of a test, with the line of the call. */
export interface TestName {
  line: number;
  text: string;
}

const TESTERS = new Set(['it', 'test', 'describe']);
/**
 * Pattern of possible beginnings of a comment or of a call of a test. Parts of the source without a match are
 * skipped for speed.
 */
const MARKERS = /\/[/*]|\b(?:it|test|describe)\b/g;

/** Reads the comments and the names of tests of one file (TypeScript or JavaScript). */
export function readProse(path: string, text: string): { comments: Comment[]; tests: TestName[] } {
  const source = parseSource(path, text);
  const ranges = new Map<number, ts.CommentRange>();
  const docs = new Map<number, string>();
  const tests: TestName[] = [];
  const marks = [...text.matchAll(MARKERS)].map(({ index }) => index);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;

  const visit = (node: ts.Node): void => {
    const start = node.getFullStart();
    if (node.kind !== ts.SyntaxKind.JsxText) {
      const before = start === 0 ? [] : (ts.getTrailingCommentRanges(text, start) ?? []);
      const found = [...before, ...(ts.getLeadingCommentRanges(text, start) ?? [])];
      for (const range of found) ranges.set(range.pos, range);
      const last = found.at(-1);
      const name = declaredName(node);
      if (last !== undefined && name !== undefined && text.startsWith('/**', last.pos))
        docs.set(last.pos, name);
    }
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first) && TESTERS.has(callee(node.expression))) {
        tests.push({ line: lineAt(first.getStart(source)), text: first.text });
      }
    }
    for (const child of node.getChildren(source)) {
      if (hasMark(marks, child.getFullStart(), child.end)) visit(child);
    }
  };
  visit(source);

  const comments: Comment[] = [];
  /** End of the `//` comment before, to join the lines of a single block; undefined after a block comment. */
  let end: number | undefined;
  for (const range of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const words = plainText(text.slice(range.pos, range.end));
    const isLineComment = range.kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const previous = comments.at(-1);
    const continues = isLineComment && end !== undefined && /^\r?\n[ \t]*$/.test(text.slice(end, range.pos));
    if (continues && previous !== undefined) previous.text += ` ${words}`;
    else if (words !== '')
      comments.push({ line: lineAt(range.pos), text: words, declares: docs.get(range.pos) });
    end = isLineComment ? range.end : undefined;
  }
  return { comments, tests };
}

/** True if a sorted list of positions has a position from `start` to `end`. */
function hasMark(marks: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low < marks.length && (marks[low] as number) <= end;
}

/** Reads the paragraphs, list items and table rows of a Markdown page, without code blocks and addresses of links. */
export function readMarkdown(text: string): Comment[] {
  const blocks: Comment[] = [];
  let isCode = false;
  let isInside = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const words = line.replace(/\]\([^)]*\)/g, ']').trim();
    const isBlank = isCode || words === '' || words.startsWith('```');
    const previous = blocks.at(-1);
    if (!isBlank && isInside && previous !== undefined && !/^(?:[-*|#]|\d+\.) ?/.test(words)) {
      previous.text += ` ${words}`;
    } else if (!isBlank) blocks.push({ line: index + 1, text: words });
    isInside = !isBlank && !words.startsWith('#');
  }
  return blocks;
}

/** Returns the name at the root of a call, for example `it` for `it.each(rows)`. */
function callee(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return callee(expression.expression);
  return '';
}

function declaredName(node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node)) {
    const [first] = node.declarationList.declarations;
    return first !== undefined && ts.isIdentifier(first.name) ? first.name.text : undefined;
  }
  const { name } = node as ts.Node & { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

function plainText(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .replace(/^[ \t]*\*(?!\/)/gm, '')
    .replace(/@(?:param|throws)\s+\S+|@\w+/g, ' ')
    .replace(/biome-ignore[^:]*:|<reference[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
