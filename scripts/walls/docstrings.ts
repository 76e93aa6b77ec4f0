import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseSource } from './parse.ts';

/** Number of exported names in source files, and of exported names with a docstring. */
export interface DocstringShare {
  exported: number;
  documented: number;
}

const OF_TESTS = /\.(test|fixture)\.tsx?$|^(server|shared)\/testing\/|^client\/e2e\/|\.d\.ts$/;

/**
 * Counts the exported declarations of a TypeScript file, and the exported declarations with a docstring (a
 * comment with two stars above).
 */
export function docstringShare(path: string, text: string): DocstringShare {
  const source = parseSource(path, text);
  const exported = source.statements.filter(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword),
  );
  const documented = exported.filter((statement) => ts.getJSDocCommentsAndTags(statement).length > 0);
  return { exported: exported.length, documented: documented.length };
}

/**
 * Counts the exported declarations of several source files, tests left out, and the declarations with a
 * docstring.
 * @param paths relative to `root`
 */
export function readDocstringShare(root: string, paths: readonly string[]): DocstringShare {
  const sum = { exported: 0, documented: 0 };
  for (const path of paths) {
    if (!/\.tsx?$/.test(path) || OF_TESTS.test(path)) continue;
    const { exported, documented } = docstringShare(path, readFileSync(join(root, path), 'utf8'));
    sum.exported += exported;
    sum.documented += documented;
  }
  return sum;
}
