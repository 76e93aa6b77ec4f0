/** Script of `npm run build`: builds the server, the workers and the client with Vite into build/. */
import { build } from './lib/build.mjs';
import { ROOT } from './lib/processes.mjs';
import { sentenceOf } from './lib/texts.mjs';

try {
  await build(ROOT);
} catch (error) {
  console.error(sentenceOf(error, 'en'));
  process.exitCode = 1;
}
