/**
 * Follows a recipe of the documents: applies the changes of a page (`diff` blocks) to a copy of the source tree.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Names of folders made by commands and not copied. */
const MADE = new Set(['.git', 'build', 'data', 'pictures', 'test-results', 'node_modules', 'coverage']);

/** Change of the source tree, as described in a recipe. */
export interface Change {
  /** Text of a unified diff, joined from all blocks of the page. */
  diff: string;
  /** Paths of changed and new files, without tests. */
  files: readonly string[];
  tests: readonly string[];
}

/** Reads the change described in a page of docs/. */
export function readChange(page: string): Change {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^( *)```diff\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const paths = blocks.flatMap((block) =>
    [...block.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path),
  );
  const isTest = (path: string) => path.endsWith('.test.ts');
  return {
    diff: blocks.join(''),
    files: paths.filter((path) => !isTest(path)),
    tests: paths.filter(isTest),
  };
}

/** Returns the reason if a change no longer fits the source tree; else ''. */
export function whyNotFitting({ diff }: Change): string {
  return apply(root, diff, '--check').stderr;
}

/**
 * Applies changes to a copy of the source tree, checks types and runs the new tests there.
 * @returns the output of the first failed step; else ''
 */
export function follow(changes: readonly Change[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'scaf-recipes-'));
  try {
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => !MADE.has(relative(root, path).split('/')[0] ?? ''),
    });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const steps = [
      ...changes.map(
        ({ diff }) =>
          () =>
            apply(copy, diff),
      ),
      () => run(copy, 'npm', ['run', '--silent', 'types']),
      () =>
        run(copy, 'npx', ['vitest', 'run', '--project', 'server', ...changes.flatMap(({ tests }) => tests)]),
    ];
    for (const step of steps) {
      const { status, stdout, stderr } = step();
      if (status !== 0) return `${stdout}\n${stderr}`;
    }
    return '';
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const apply = (folder: string, diff: string, ...flags: string[]) =>
  run(folder, 'git', ['apply', '--recount', ...flags, '-'], diff);

const run = (folder: string, command: string, args: readonly string[], input = '') =>
  spawnSync(command, args, { cwd: folder, encoding: 'utf8', input });
