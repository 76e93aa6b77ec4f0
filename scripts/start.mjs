/*
 * `npm start`: installs what is missing, builds what changed, serves. Old syntax on purpose, and what
 * needs a newer Node.js is imported only after the check: see lib/node-version.mjs.
 */
import { demandGoodNode } from './lib/node-version.mjs';

if (
  demandGoodNode(
    'SCAF necesita Node.js 20.19, 22.12 o una versión posterior; esta máquina tiene la {version}.',
  )
) {
  import('./lib/serve.mjs').then((serving) => serving.serve());
}
