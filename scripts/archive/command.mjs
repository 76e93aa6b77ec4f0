/** Runs a built command of an unpacked archive: `node scripts/archive/command.mjs backup --list`. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../lib/processes.mjs';
import { prepareArchive } from './parts.mjs';

const file = join(ROOT, 'build', 'server', `${process.argv[2]}.js`);
prepareArchive();
// The command reads arguments from the third place on.
process.argv.splice(1, 2, file);
createRequire(import.meta.url)(file);
