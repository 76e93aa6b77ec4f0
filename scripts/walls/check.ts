/**
 * `npm run lint`, after the linter: prints each breach of a wall (a rule for the source tree) with file and line,
 * and ends with exit code 1. With `--tighten` lowers the figures of `prose.json` and `names.json` to the present
 * figures; never raises a figure. Run `--tighten` also after splitting a file with names in
 * `names.json`. With `--freeze` adds the hashes of new migrations to `frozen.json`. With `--figures` prints the figures of each room (folder of the plan), and
 * the number of exported names with a docstring. With `--print` prints the
 * rooms into docs/start/architecture.md first.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocstringShare } from './docstrings.ts';
import { repeatedFolders } from './file-names.ts';
import { type FrozenFiles, frozenBreaches, readMigrations } from './frozen.ts';
import { functionBreaches } from './functions.ts';
import { glossary } from './glossary.ts';
import { contents, house } from './house.ts';
import { hasFallen, type NamesRatchet, namesBreaches, takeNamesRatchet } from './names.ts';
import { isPage, pageBreaches, readNamed, sourceBreaches } from './pages.ts';
import { type ProseFile, proseBreaches, proseFigures, type Ratchet, takeRatchet } from './prose.ts';
import { foldersBelow, printRooms, ROOMS_PAGE, withRooms } from './rooms.ts';
import { surveyTree } from './survey.ts';
import { breaches } from './walls.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ratchetFile = fileURLToPath(new URL('prose.json', import.meta.url));
const ratchet = JSON.parse(readFileSync(ratchetFile, 'utf8')) as Ratchet;
const roomsPage = join(root, ROOMS_PAGE);
const page = readFileSync(roomsPage, 'utf8');
const printed = withRooms(page, printRooms(house, contents, foldersBelow(root, house)));
if (process.argv.includes('--print')) writeFileSync(roomsPage, printed);

const survey = surveyTree(root);
const { names, paths } = survey;
const tree = { files: survey.prose, names: survey.endings };

const namesFile = fileURLToPath(new URL('names.json', import.meta.url));
const namesRatchet = JSON.parse(readFileSync(namesFile, 'utf8')) as NamesRatchet;
const isTightening = process.argv.includes('--tighten');
const namesNow = takeNamesRatchet(names, glossary);
const isLower = isTightening && hasFallen(namesRatchet, namesNow);
if (isLower) writeFileSync(namesFile, `${JSON.stringify(namesNow, null, 2)}\n`);

const frozenFile = fileURLToPath(new URL('frozen.json', import.meta.url));
const frozen = JSON.parse(readFileSync(frozenFile, 'utf8')) as FrozenFiles;
const migrationsNow = readMigrations(root);
const isFreezing = process.argv.includes('--freeze');
const frozenNow = isFreezing ? { ...migrationsNow, ...frozen } : frozen;
if (isFreezing) writeFileSync(frozenFile, `${JSON.stringify(frozenNow, null, 2)}\n`);

const found = breaches(survey.house, house);
const thawed = frozenBreaches(migrationsNow, frozenNow);
if (thawed.length > 0) found.push({ wall: 'a landed migration does not change', found: thawed });
const prose = proseBreaches(tree, ratchet, lastSubjects());
if (prose.length > 0) found.push({ wall: 'words are plain', found: prose });
const misnamed = namesBreaches(names, glossary, isLower ? namesNow : namesRatchet);
if (misnamed.length > 0) found.push({ wall: 'a name has one meaning', found: misnamed });
const repeating = repeatedFolders(paths);
if (repeating.length > 0) found.push({ wall: 'a file does not repeat its folder', found: repeating });
const tooLong = functionBreaches(survey.long);
if (tooLong.length > 0) found.push({ wall: 'functions are short', found: tooLong });
const named = readNamed(root, paths);
const absent = [
  ...paths.filter(isPage).flatMap((path) => pageBreaches(path, named)),
  ...paths.flatMap((path) => sourceBreaches(path, named)),
];
if (absent.length > 0) found.push({ wall: 'names and links of pages exist', found: absent });
if (readFileSync(roomsPage, 'utf8') !== printed)
  found.push({
    wall: 'the rooms of the architecture are printed',
    found: [`${ROOMS_PAGE}: run check.ts --print`],
  });
for (const { wall, found: places } of found)
  console.error(`${wall}:\n${places.map((place) => `  ${place}`).join('\n')}`);
if (found.length > 0) process.exitCode = 1;
else if (isTightening) {
  writeFileSync(ratchetFile, `${JSON.stringify(takeRatchet(tree.files, tree.names), null, 2)}\n`);
}
if (process.argv.includes('--figures')) printFigures(tree.files);

/** Returns the subjects of the last 100 commits, newest first; empty outside a git checkout. */
function lastSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '-100', '--no-merges', '--format=%s'], {
      cwd: root,
      stdio: 'pipe',
    });
    return log.toString('utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function printFigures(files: readonly ProseFile[]): void {
  for (const [room, figures] of proseFigures(files)) console.log(room || 'the whole tree', figures);
  console.log('exported names with a docstring', readDocstringShare(root, paths));
}
