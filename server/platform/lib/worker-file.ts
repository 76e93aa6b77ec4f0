import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * True if workers run from the build instead of TypeScript. Only `npm test` sets the variable, after a build: built
 * workers start in a third of the time, and are the shipped code.
 */
const usesBuild = process.env.SCAF_BUILT_WORKERS === '1';
const built = fileURLToPath(new URL('../../../build/server', import.meta.url));

/**
 * Returns the URL of the file to start a worker thread: `new Worker(workerFile('./copy.worker',
 * import.meta.url))`. In development the TypeScript file beside the calling module, in a build the file in
 * the folder of the build.
 *
 * For TypeScript the result is a small data: module to register tsx in the new thread and load the file.
 * `--import tsx` in execArgv is not enough: on Node 20 tsx registers only in main threads.
 * @param path path relative to the calling module, without ending
 */
export function workerFile(path: string, importMetaUrl: string): URL {
  const { file, isTypescript } = fileOf(path, importMetaUrl);
  const url = pathToFileURL(file);
  if (!isTypescript) return url;
  // Full path: a data: module cannot resolve a bare 'tsx'.
  const tsx = dirname(createRequire(importMetaUrl).resolve('tsx/package.json'));
  const api = pathToFileURL(join(tsx, 'dist/esm/api/index.mjs'));
  const code = `import { register } from ${JSON.stringify(api.href)}; register(); await import(${JSON.stringify(url.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/**
 * Returns the file and the Node.js arguments to start a separate process (a worker or a whole server), in
 * development or in a build.
 * @param path path relative to the calling module, without ending
 */
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
