import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Set by `npm test` alone, which has just built: the build's workers start in a third of the time that tsx needs,
 * and they are what is shipped.
 */
const usesBuild = process.env.SCAF_BUILT_WORKERS === '1';
const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Finds a worker's file beside the module that starts it, whether that is TypeScript (tests and development) or
 * the build: `new Worker(workerFile('./sheets.worker', import.meta.url))`. `path` is relative, without extension.
 *
 * In TypeScript the answer is a small data: module that registers tsx in the new thread and then loads the file.
 * `--import tsx` in the worker's execArgv is not enough: on Node 20 tsx registers itself in main threads alone.
 */
export function workerFile(path: string, importMetaUrl: string): URL {
  const typescript = new URL(importMetaUrl).pathname.endsWith('.ts');
  const file = new URL(`${path}${typescript ? '.ts' : '.js'}`, importMetaUrl);
  if (!typescript) return file;
  if (usesBuild) return pathToFileURL(builtFile(path, importMetaUrl));
  // By its full path: from a data: module, a bare 'tsx' is not found.
  const tsx = dirname(createRequire(importMetaUrl).resolve('tsx/package.json'));
  const api = pathToFileURL(join(tsx, 'dist/esm/api/index.mjs'));
  const code = `import { register } from ${JSON.stringify(api.href)}; register(); await import(${JSON.stringify(file.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The same for a process of its own, a worker or a whole server: the file to run, and what Node.js needs to run it. */
export function workerScript(path: string, importMetaUrl: string): { file: string; execArgv: string[] } {
  const typescript = new URL(importMetaUrl).pathname.endsWith('.ts');
  const file = fileURLToPath(new URL(`${path}${typescript ? '.ts' : '.js'}`, importMetaUrl));
  if (!typescript) return { file, execArgv: [] };
  if (usesBuild) return { file: builtFile(path, importMetaUrl), execArgv: [] };
  const tsx = createRequire(importMetaUrl).resolve('tsx');
  return { file, execArgv: ['--import', pathToFileURL(tsx).href] };
}

function builtFile(path: string, importMetaUrl: string): string {
  return join(root, 'build', relative(root, fileURLToPath(new URL(`${path}.js`, importMetaUrl))));
}
