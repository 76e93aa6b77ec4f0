/**
 * `npm run pictures`: builds the program after a change of a source, then makes a picture of every screen in every
 * state into pictures/. Arguments:
 * - words (`npm run pictures -- quorum vote/3`): only scenes with a word at the begin of the name;
 * - `--looks=narrow,turned`: only these looks (`views.ts` has the list);
 * - `--readme`: the pictures of the README, into docs/pictures/;
 * - `--tutorials`: the pictures of the tutorials (with words: only the named pictures).
 */
import { join } from 'node:path';
import { ROOT, run } from '../lib/processes.mjs';
import { runBuilt } from '../lib/run-built.mjs';

async function makePictures(args) {
  const other = ['readme', 'tutorials'].find((one) => args.includes(`--${one}`));
  const file = `${other ?? 'pictures'}.ts`;
  const names = args.filter((arg) => !arg.startsWith('--') || arg.startsWith('--looks='));
  const program = [process.execPath, '--import', 'tsx', join(ROOT, 'scripts', 'pictures', file)];
  const { code } = await run(program, names, { minutes: 60 });
  return code;
}

await runBuilt(makePictures);
