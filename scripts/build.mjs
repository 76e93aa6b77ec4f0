/** `npm run build`: the server, its workers and the client by Vite, all into build/. */
import { build } from './lib/build.mjs';
import { ROOT } from './lib/processes.mjs';
import { sentenceOf } from './lib/texts.mjs';

try {
  await build(ROOT);
} catch (error) {
  console.error(sentenceOf(error, 'en'));
  process.exitCode = 1;
}
