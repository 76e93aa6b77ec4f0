/** Script of `npm run package`: makes the archive of this version into `dist/`, or into the folder of the argument. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeArchive } from './lib/archive.mjs';
import { ROOT } from './lib/processes.mjs';
import { runBuilt } from './lib/run-built.mjs';

runBuilt(async ([folder]) => {
  const target = folder === undefined ? join(ROOT, 'dist') : resolve(folder);
  mkdirSync(target, { recursive: true });
  const { file, sum } = await makeArchive(ROOT, target);
  console.log(`${file}\nsha256 ${sum}`);
  return 0;
});
