/*
 * `npm test`: runs every check, from a fresh clone too; `npm test -- --all` also runs the files of long runs; `--long` is
 * `npm run test:long`. `npm test -- --near` runs the tests near the change. Uses old syntax; modules for a newer Node.js are imported only after the check
 * (lib/node-version.mjs).
 */
import { demandGoodNode } from './lib/node-version.mjs';

if (demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) {
  if (process.argv.includes('--near')) import('./lib/near.mjs').then((near) => near.testNear());
  else {
    import('./lib/check-all.mjs').then((checking) =>
      checking.checkAll({ isLong: process.argv.includes('--long'), isAll: process.argv.includes('--all') }),
    );
  }
} else {
  console.log('0 passed, 1 failed');
}
