/**
 * `npm run pictures`: builds the program after a change of a source, then makes a picture of every screen in every
 * state into pictures/. Arguments:
 * - words (`npm run pictures -- quorum vote/3`): only scenes with a word at the begin of the name;
 * - `--looks=narrow,turned`: only these looks (`views.ts` has the list);
 * - `--readme`: the README's pictures into docs/pictures/ instead;
 * - `--tutorials`: the pictures of the tutorials (with words: only the named pictures).
 */
import { join } from 'node:path';
import { build, isBuilt } from '../lib/build.mjs';
import { install, isInstalled } from '../lib/install.mjs';
import { demandGoodNode } from '../lib/node-version.mjs';
import { endingTogether, ROOT, run } from '../lib/processes.mjs';
import { sentenceOf, text } from '../lib/texts.mjs';

async function makePictures(args) {
  if (!isInstalled(ROOT)) {
    console.log(text('installing', 'en'));
    await install(ROOT);
  }
  if (!isBuilt(ROOT)) {
    console.log(text('building', 'en'));
    await build(ROOT);
  }
  const other = ['readme', 'tutorials'].find((one) => args.includes(`--${one}`));
  const file = `${other ?? 'pictures'}.ts`;
  const names = args.filter((arg) => !arg.startsWith('--') || arg.startsWith('--looks='));
  const program = [process.execPath, '--import', 'tsx', join(ROOT, 'scripts', 'pictures', file)];
  const { code } = await run(program, names, { minutes: 60 });
  process.exitCode = code;
}

if (demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) {
  endingTogether(() => makePictures(process.argv.slice(2))).catch((error) => {
    console.error(sentenceOf(error, 'en'));
    process.exitCode = 1;
  });
}
