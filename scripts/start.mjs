/*
 * `npm start`: installs missing packages, builds after changes, serves. Uses old syntax; modules for a newer Node.js
 * are imported only after the check (lib/node-version.mjs).
 */
import { demandGoodNode } from './lib/node-version.mjs';

if (
  demandGoodNode(
    'SCAF necesita Node.js 20.19, 22.12 o una versión posterior; esta máquina tiene la {version}.',
  )
) {
  import('./lib/serve.mjs').then((serving) =>
    serving.serve(() => import('./lib/prepare.mjs').then((preparing) => preparing.prepare('es'))),
  );
}
