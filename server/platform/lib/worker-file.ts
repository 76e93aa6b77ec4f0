import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Set by `npm test` alone, which has just built: the build's workers start in a third of the time that tsx needs,
 * and they are what is shipped.
 */
const usesBuild = process.env.SCAF_BUILT_WORKERS === '1';
const built = fileURLToPath(new URL('../../../build/server', import.meta.url));

/**
 * Finds a worker's file, whether that is TypeScript (tests and development) beside the module that starts it, or the
 * build, where all files lie in one folder: `new Worker(workerFile('./copy.worker', import.meta.url))`. `path` is
 * relative, without extension.
 *
 * In TypeScript the answer is a small data: module that registers tsx in the new thread and then loads the file.
 * `--import tsx` in the worker's execArgv is not enough: on Node 20 tsx registers itself in main threads alone.
 */
export function workerFile(path: string, importMetaUrl: string): URL {
  const { file, isTypescript } = fileOf(path, importMetaUrl);
  const url = pathToFileURL(file);
  if (!isTypescript) return url;
  // By its full path: from a data: module, a bare 'tsx' is not found.
  const tsx = dirname(createRequire(importMetaUrl).resolve('tsx/package.json'));
  const api = pathToFileURL(join(tsx, 'dist/esm/api/index.mjs'));
  const code = `import { register } from ${JSON.stringify(api.href)}; register(); await import(${JSON.stringify(url.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The same for a process of its own, a worker or a whole server: the file to run, and what Node.js needs to run it. */
export function workerScript(path: string, importMetaUrl: string): { file: string; execArgv: string[] } {
  const { file, isTypescript } = fileOf(path, importMetaUrl);
  if (!isTypescript) return { file, execArgv: [] };
  const tsx = createRequire(importMetaUrl).resolve('tsx');
  return { file, execArgv: ['--import', pathToFileURL(tsx).href] };
}

function fileOf(path: string, importMetaUrl: string): { file: string; isTypescript: boolean } {
  const isTypescript = new URL(importMetaUrl).pathname.endsWith('.ts');
  if (isTypescript && !usesBuild) {
    return { file: fileURLToPath(new URL(`${path}.ts`, importMetaUrl)), isTypescript };
  }
  const folder = isTypescript ? built : dirname(fileURLToPath(importMetaUrl));
  return { file: join(folder, `${basename(path)}.js`), isTypescript: false };
}
