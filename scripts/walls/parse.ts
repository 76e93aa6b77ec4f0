import ts from 'typescript';

let last: { path: string; text: string; source: ts.SourceFile } | undefined;

/**
 * Parses a source file, with the parent of each node. The file parsed last is not parsed again: the checks read a file
 * one after another (`survey.ts`).
 */
export function parseSource(path: string, text: string): ts.SourceFile {
  if (last?.path === path && last.text === text) return last.source;
  const kind = /\.[tj]sx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  last = { path, text, source };
  return source;
}
