/*
 * `npm start` in an unpacked archive: serves without installing and without building. `--check` only tries the native
 * parts. Uses old syntax; modules for a newer Node.js are imported only after the check (../lib/node-version.mjs).
 */
import { demandGoodNode } from '../lib/node-version.mjs';

if (
  demandGoodNode(
    'SCAF necesita Node.js 20.19, 22.12 o una versión posterior; esta máquina tiene la {version}.',
  )
) {
  import('./parts.mjs').then((parts) => {
    parts.prepareArchive();
    if (!process.argv.includes('--check')) import('../lib/serve.mjs').then((serving) => serving.serve());
  });
}
