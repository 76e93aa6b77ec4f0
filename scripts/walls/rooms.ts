import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from './house.ts';

/** Page with the printed rooms (folders of the plan). */
export const ROOMS_PAGE = 'docs/start/architecture.md';

const BEGIN = '<!-- rooms: printed by `npx tsx scripts/walls/check.ts --print` -->';
const END = '<!-- end of the rooms -->';

/**
 * Replaces the text between the two marks of a page by the printed plan of the rooms (folders of the plan).
 * Throws without the marks.
 */
export function withRooms(page: string, rooms: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${ROOMS_PAGE} has no marks for the list of rooms.`);
  return `${before}${BEGIN}\n\n${rooms}\n\n${END}${after}`;
}

/**
 * Returns the plan of the source tree as Markdown: a drawing of the storeys, and a table of the rooms from
 * the lowest storey to the highest.
 * @param foldersOf returns the folders in a room, except rooms
 * @throws if a room has no content in `contents`
 */
export function printRooms(
  house: House,
  contents: Readonly<Record<string, string>>,
  foldersOf: (room: string) => readonly string[],
): string {
  const rows = house.storeys.flat().map((room) => {
    const content = contents[room];
    if (content === undefined) throw new Error(`The room ${room} has no content in house.ts.`);
    const folders = foldersOf(room).map((folder) => `\`${folder}/\``);
    return `| \`${room}${/\.tsx?$/.test(room) ? '' : '/'}\` | ${content} | ${folders.join(' ')} |`;
  });
  return [
    ...['```mermaid', 'flowchart BT', ...drawing(house.storeys), '```', ''],
    ...['| Room | Content | Folders |', '|---|---|---|', ...rows],
  ].join('\n');
}

/** Returns a function that lists the folders in a room, without other rooms of the plan and without tests. */
export function foldersBelow(root: string, { storeys }: House): (room: string) => string[] {
  const rooms = new Set(storeys.flat());
  return (room) => {
    if (/\.tsx?$/.test(room) || room === 'migrations') return [];
    return readdirSync(join(root, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !rooms.has(`${room}/${entry.name}`))
      .filter(({ name }) => hasFiles(join(root, room, name)))
      .map(({ name }) => name)
      .sort();
  };
}

/** True if a folder holds a file. Git leaves an empty folder behind after a move. */
const hasFiles = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/** Draws the storeys of each package, the higher storey above the lower. */
function drawing(storeys: House['storeys']): string[] {
  const nodes = storeys.map((rooms, at) => {
    const [first = ''] = rooms;
    const side = first.split('/')[0] ?? '';
    const names = rooms.map((room) => room.slice(room.indexOf('/') + 1));
    return { side, id: `s${at}`, label: names.join(', ') };
  });
  const sides = ['server', 'client'].flatMap((side) => {
    const own = nodes.filter((node) => node.side === side);
    return [
      `  subgraph ${side}`,
      ...own.map(({ id, label }) => `    ${id}["${label}"]`),
      `    ${own.map(({ id }) => id).join(' --> ')}`,
      '  end',
      `  shared --> ${own[0]?.id}`,
    ];
  });
  return ['  shared["shared"]', ...sides];
}
