import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface WorkerFile {
  url: URL;
  execArgv: string[];
}

/**
 * Finds a worker's file beside the module that starts it, both as `x.worker.ts` (tests and development, where
 * the worker needs tsx to load it) and as `x.worker.js` (the build).
 * `path` is relative and without extension: `new Worker(file.url, { execArgv: file.execArgv })` with
 * `file = workerFile('./sheets.worker', import.meta.url)`.
 */
export function workerFile(path: string, importMetaUrl: string): WorkerFile {
  const typescript = new URL(importMetaUrl).pathname.endsWith('.ts');
  const url = new URL(`${path}${typescript ? '.ts' : '.js'}`, importMetaUrl);
  if (!typescript) return { url, execArgv: [] };
  // By its full path: a bare 'tsx' would be looked for from the current directory.
  const loader = pathToFileURL(createRequire(importMetaUrl).resolve('tsx')).href;
  return { url, execArgv: ['--import', loader] };
}
