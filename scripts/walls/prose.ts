import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Comment, readMarkdown, readProse, type TestName } from './comments.ts';

/** Figures about the language of the comments of a room (folder of the plan). */
interface Figures {
  /** Number of words in the comments of the room. */
  words: number;
  /** Relation words (`which`, `where`, `whose`) per 100 words. */
  relation: number;
  /** Pronouns (`it`, `its`, `that`, `one`) per 100 words. */
  pronouns: number;
  /** Comments with an unclear first word (`What`, `Whose`, `Of`, `The same` …) per 1,000 words. */
  openings: number;
}

type Rates = Omit<Figures, 'words'>;

/** Contents of `prose.json`: figures about comments, allowed only to fall ('ratchet'). */
export interface Ratchet {
  /** Highest allowed figures of each room. */
  rooms: Readonly<Record<string, Rates>>;
  /** Files over the limits, each with a hash of the comments and test names from the time of the figures. */
  files: Readonly<Record<string, string>>;
}

/** Source file or page with measured comments. */
export interface ProseFile {
  /** Path relative to the top folder, with '/'. */
  path: string;
  comments: readonly Comment[];
  tests: readonly TestName[];
  words: number;
  relation: readonly Place[];
  pronouns: readonly Place[];
  openings: readonly Place[];
}

/** Line of a counted word. */
interface Place {
  line: number;
  word: string;
}

const KINDS = ['relation', 'pronouns', 'openings'] as const;

/** Limits for a file and for a room. The whole tree has the stricter limits 1.0, 4.0 and 1.0. */
const MARKS: Rates = { relation: 1.5, pronouns: 5, openings: 2 };
/** Maximum length of a test's name, in characters. */
const LONGEST_TEST_NAME = 90;
/** Pattern of a test name without a subject (`is refused`), or with an unnamed person or case (`whoever asks`). */
const UNCLEAR_TEST_NAME =
  /^(?:are|has|have|is|that) |\b(?:anybody|nobody|somebody|whatever|whichever|whoever|whom|whose)\b/;
/** Maximum length of a commit's subject, in characters. */
const LONGEST_SUBJECT = 72;
/** Number of the last 100 commits allowed to have a longer subject. */
const LONG_SUBJECTS = 5;

const RELATION = wordList(
  'whoever whom whose whichever whatever what which where whether who none nobody nothing such',
);
const PRONOUNS = wordList('it its they them their that those these this one ones he she his her');
const OPENINGS = wordList(
  'what whose whom whoever who of those whether that where as so such nothing nobody',
);
/** Words ignored in the comparison of a comment with the declared name. */
const FILLERS = wordList('a an the of for to and or in on is are with by its this that gets returns return');
/** Pattern of a file name, but not of an ending (`.routes.ts`) or a pattern (`*.test.ts`). */
const FILE_NAME = /(?<![\w$*<>{.-])(?!\.\w)[\w./-]*\w\.(?:test\.tsx?|tsx?|mjs|cjs|md)(?![\w*])/g;

/**
 * Returns the room (folder of the plan) of a path, as in docs/start/architecture.md: `server/platform/db`,
 * `client/features/billing`.
 */
function proseRoom(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const depth = /^(server\/platform|client\/features)\//.test(path) ? 3 : 2;
  return folders.slice(0, depth).join('/');
}

/** Lists the paths below a folder, relative to the folder. */
export function listTree(root: string): string[] {
  return [
    ...readdirSync(root),
    ...['server', 'client', 'shared', 'scripts', 'migrations', 'docs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.split('\\').join('/')}`,
      ),
    ),
  ].filter((path) => !path.includes('/node_modules/'));
}

/** True for a source file or a page with measured comments: tests and scripts too. */
export const hasProse = (path: string): boolean =>
  /\.(tsx?|mjs|cjs|md)$/.test(path) && !/\.d\.m?ts$/.test(path);

/**
 * Reads the comments of a source file, or the text of a Markdown page, and counts words, relation words,
 * pronouns and unclear first words.
 */
export function measureFile(path: string, text: string): ProseFile {
  const { comments, tests } = path.endsWith('.md')
    ? { comments: readMarkdown(text), tests: [] }
    : readProse(path, text);
  const relation: Place[] = [];
  const pronouns: Place[] = [];
  const openings: Place[] = [];
  let count = 0;
  for (const comment of comments) {
    const { line } = comment;
    const words = wordsOf(comment.text);
    count += words.length;
    for (const word of words) {
      if (RELATION.has(word)) relation.push({ line, word });
      if (PRONOUNS.has(word)) pronouns.push({ line, word });
    }
    const [first, second] = words;
    if (first !== undefined && (OPENINGS.has(first) || (first === 'the' && second === 'same')))
      openings.push({ line, word: first });
  }
  return { path, comments, tests, words: count, relation, pronouns, openings };
}

/** Returns the figures of each room, and of the whole tree under the key `''`. */
export function proseFigures(files: readonly ProseFile[]): Map<string, Figures> {
  const rooms = new Map<string, ProseFile[]>([['', [...files]]]);
  for (const file of files) {
    const room = proseRoom(file.path);
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  return new Map([...rooms].map(([room, inRoom]) => [room, figuresOf(inRoom)]));
}

/**
 * Returns the new content of `prose.json` ('ratchet': figures may only fall) for the present figures, with
 * the list of files over the limits.
 */
export function takeRatchet(files: readonly ProseFile[], names: ReadonlySet<string>): Ratchet {
  const rooms = [...proseFigures(files)].map(([room, { words: _, ...rates }]) => [room, rates] as const);
  const rough = files.filter((file) => faultsOfFile(file, names).length > 0);
  return {
    rooms: Object.fromEntries(rooms),
    files: Object.fromEntries(rough.map((file) => [file.path, proseHash(file)])),
  };
}

/**
 * Returns a sentence with file and line for each breach of plain language:
 * 1. a room with a figure above `prose.json`;
 * 2. a file over the limits, if the file is new or has changed comments or test names;
 * 3. commit subjects over 72 characters, if more than five of the last 100 are longer.
 */
export function proseBreaches(
  { files, names }: { files: readonly ProseFile[]; names: ReadonlySet<string> },
  ratchet: Ratchet,
  subjects: readonly string[],
): string[] {
  const long = subjects.slice(0, 100).filter((subject) => subject.length > LONGEST_SUBJECT);
  return [
    ...risenRooms(files, ratchet),
    ...files
      .filter((file) => ratchet.files[file.path] !== proseHash(file))
      .flatMap((file) => faultsOfFile(file, names)),
    ...(long.length > LONG_SUBJECTS
      ? long.map((subject) => `commit subject over ${LONGEST_SUBJECT} characters: ${subject}`)
      : []),
  ];
}

function risenRooms(files: readonly ProseFile[], ratchet: Ratchet): string[] {
  return [...proseFigures(files)].flatMap(([room, figures]) => {
    const allowed = ratchet.rooms[room] ?? MARKS;
    return KINDS.filter((kind) => figures[kind] > allowed[kind]).map(
      (kind) => `${room || 'the whole tree'}: ${kind} rose from ${allowed[kind]} to ${figures[kind]}`,
    );
  });
}

function faultsOfFile(file: ProseFile, names: ReadonlySet<string>): string[] {
  const { path, comments, tests } = file;
  const tooMany = KINDS.flatMap((kind) => {
    const per = kind === 'openings' ? 1000 : 100;
    const most = Math.max(kind === 'pronouns' ? 2 : 1, Math.floor((file.words * MARKS[kind]) / per));
    if (file[kind].length <= most) return [];
    const places = file[kind].slice(0, 8).map(({ line, word }) => `${line} '${word}'`);
    return [`${path}: ${file[kind].length} ${kind}, at most ${most}: lines ${places.join(', ')}`];
  });
  const repeating = comments
    .filter(repeatsName)
    .map(({ line, declares }) => `${path}:${line}: the comment repeats the name ${declares}`);
  const longNames = tests
    .filter((test) => test.text.length > LONGEST_TEST_NAME)
    .map(({ line, text }) => `${path}:${line}: test name of ${text.length} characters`);
  const unclearNames = tests
    .filter((test) => UNCLEAR_TEST_NAME.test(test.text))
    .map(({ line, text }) => `${path}:${line}: test name without a clear subject: ${text}`);
  // The check of pages reads the names in Markdown.
  const missing = path.endsWith('.md')
    ? []
    : comments.flatMap(({ line, text }) =>
        missingNames(text, names).map((name) => `${path}:${line}: no file is named ${name}`),
      );
  return [...tooMany, ...repeating, ...longNames, ...unclearNames, ...missing];
}

/**
 * Returns the names of files mentioned in a text but missing in the project.
 * @param names all paths and endings of paths, from `withEndings`
 */
export function missingNames(text: string, names: ReadonlySet<string>): string[] {
  return (text.match(FILE_NAME) ?? []).filter((name) => !names.has(name.replace(/^[./]+/, '')));
}

/**
 * Returns every path together with all endings of the path, to look up file names: 'db/engine' gives
 * 'db/engine' and 'engine'.
 */
export function withEndings(paths: readonly string[]): Set<string> {
  return new Set(
    paths.flatMap((path) => {
      const parts = path.split('/');
      return parts.map((_, from) => parts.slice(from).join('/'));
    }),
  );
}

function repeatsName({ text, declares }: Comment): boolean {
  if (declares === undefined || text.includes('`')) return false;
  const parts = declares.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const inName = new Set(parts.split(/[\s_]+/).map(stem));
  const content = wordsOf(text).filter((word) => !FILLERS.has(word));
  return content.length > 0 && content.every((word) => inName.has(stem(word)));
}

const stem = (word: string): string => word.replace(/(?:es|s)$/, '');

/** Returns the words of a comment in lower case, without code and quoted text. */
function wordsOf(text: string): string[] {
  const own = text
    .replace(/`[^`]*`|"[^"]*"|«[^»]*»|“[^”]*”/g, ' ')
    .replace(/(^|[^\p{L}])'[^']*'(?!\p{L})/gu, '$1 ');
  return (own.match(/\p{L}[\p{L}'’-]*/gu) ?? []).map((word) => word.toLowerCase());
}

function figuresOf(files: readonly ProseFile[]): Figures {
  const words = files.reduce((sum, file) => sum + file.words, 0);
  const rate = (kind: (typeof KINDS)[number], per: number) => {
    const count = files.reduce((sum, file) => sum + file[kind].length, 0);
    return words === 0 ? 0 : Math.round((count * per * 100) / words) / 100;
  };
  return {
    words,
    relation: rate('relation', 100),
    pronouns: rate('pronouns', 100),
    openings: rate('openings', 1000),
  };
}

function proseHash({ comments, tests }: ProseFile): string {
  const words = [...comments, ...tests].map((part) => part.text).join('\n');
  return createHash('sha256').update(words).digest('hex').slice(0, 10);
}

function wordList(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
