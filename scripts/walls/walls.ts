import { posix } from 'node:path';
import { type House, MOST_FILES, packages } from './house.ts';
import type { Import, SourceFile } from './tree.ts';

/** Checks of the source tree by name. Each check returns a sentence with the place for each breach. */
const walls: Readonly<Record<string, (files: readonly SourceFile[], house: House) => string[]>> = {
  'rooms stand on lower rooms alone': (files, house) =>
    crossings(files, house).flatMap(({ edge, from, to }) => {
      if (from === undefined) return [`${edge.from} stands in no room of the house`];
      if (to === undefined) return [`${edge.to} stands in no room of the house`];
      if (to.storey < from.storey) return [];
      return [`${placeOf(edge)}: ${from.name} does not know ${to.name}`];
    }),

  'features are entered by their index.ts': (files, house) =>
    crossings(files, house).flatMap(({ edge, from, to }) => {
      if (from === undefined || to === undefined || !house.features.includes(to.name)) return [];
      if (house.composers.includes(from.name) || edge.to === `${to.name}/index.ts`) return [];
      return [`${placeOf(edge)}: ${edge.to} is a part of ${to.name}, which is entered by its index.ts`];
    }),

  'SQL stands in repositories': (files, house) =>
    files
      .filter(
        ({ path }) => !path.endsWith('.repository.ts') && !house.stores.some((room) => isIn(room, path)),
      )
      .flatMap(({ path, sql }) => sql.map((line) => `${path}:${line}: a statement outside of a repository`)),

  'objects are written without needless spreads': (files) =>
    files.flatMap(({ path, spreads }) =>
      spreads.map((line) => `${path}:${line}: write the properties, or spread \`defined({ … })\``),
    ),

  'routes call services': (files) =>
    files
      .filter(({ path }) => path.endsWith('.routes.ts'))
      .flatMap(({ imports }) => imports.filter(({ to }) => to.endsWith('.repository.ts')))
      .map((edge) => `${placeOf(edge)}: a route knows no repository`),

  'files import each other in no circle': (files) => circles(files, (path) => path),

  // The `index.ts` of a feature counts as a node of its own above all folders of the feature.
  'folders import each other in no circle': (files, { features }) =>
    circles(files, (path) =>
      features.some((room) => path === `${room}/index.ts`) ? path : posix.dirname(path),
    ),

  'no name is exported twice in a package': (files) =>
    packages.flatMap((name) => {
      const owners = new Map<string, string[]>();
      for (const { path, exports } of files.filter((file) => isIn(name, file.path))) {
        for (const exported of exports) owners.set(exported, [...(owners.get(exported) ?? []), path]);
      }
      return [...owners]
        .filter(([, paths]) => paths.length > 1)
        .map(
          ([exported, paths]) => `${name} exports '${exported}' ${paths.length} times: ${paths.join(', ')}`,
        );
    }),

  'no folder is crowded': (files) => {
    const sizes = new Map<string, number>();
    for (const { path } of files) sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1);
    return [...sizes]
      .filter(([, size]) => size > MOST_FILES)
      .map(([folder, size]) => `${folder} holds ${size} source files, ${MOST_FILES} at most`);
  },
};

/**
 * Runs the checks ('walls') of the source tree: imports only downwards, no circles, SQL only in
 * repositories …. Returns the findings by name of the check; empty without a finding.
 */
export function breaches(files: readonly SourceFile[], house: House): { wall: string; found: string[] }[] {
  return Object.entries(walls)
    .map(([wall, find]) => ({ wall, found: find(files, house) }))
    .filter(({ found }) => found.length > 0);
}

interface Room {
  name: string;
  storey: number;
}

const isIn = (room: string, path: string): boolean => path === room || path.startsWith(`${room}/`);

const placeOf = ({ from, line, to }: Import): string => `${from}:${line} imports ${to}`;

function roomOf(path: string, { storeys }: House): Room | undefined {
  const rooms = storeys.flatMap((names, storey) => names.map((name) => ({ name, storey })));
  return rooms
    .filter(({ name }) => isIn(name, path))
    .sort((a, b) => b.name.length - a.name.length)
    .at(0);
}

/** Returns the imports from one room (folder of the plan) into another. */
function crossings(files: readonly SourceFile[], house: House) {
  const rooms = new Map<string, Room | undefined>();
  const roomAt = (path: string): Room | undefined => {
    if (!rooms.has(path)) rooms.set(path, roomOf(path, house));
    return rooms.get(path);
  };
  return files
    .flatMap(({ imports }) => imports)
    .map((edge) => ({ edge, from: roomAt(edge.from), to: roomAt(edge.to) }))
    .filter(({ from, to }) => from === undefined || from.name !== to?.name);
}

/** Returns the import cycles between files, or between groups of files by `nodeOf`, with the imports inside. */
function circles(files: readonly SourceFile[], nodeOf: (path: string) => string): string[] {
  const edges = files
    .flatMap(({ imports }) => imports)
    .filter(({ from, to }) => nodeOf(from) !== nodeOf(to) && /\.tsx?$/.test(to));
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    next.set(nodeOf(from), (next.get(nodeOf(from)) ?? new Set()).add(nodeOf(to)));
  }
  return knots(next).map((knot) => {
    const inside = edges.filter(({ from, to }) => knot.has(nodeOf(from)) && knot.has(nodeOf(to)));
    return `${[...knot].sort().join(', ')}: ${inside.map(placeOf).join('; ')}`;
  });
}

/**
 * Returns groups of nodes that reach each other (strongly connected components of more than one node, by Tarjan's
 * algorithm).
 */
function knots(next: ReadonlyMap<string, ReadonlySet<string>>): Set<string>[] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const found: Set<string>[] = [];
  const visit = (node: string): number => {
    const at = index.size;
    index.set(node, at);
    let lowest = at;
    stack.push(node);
    for (const other of next.get(node) ?? []) {
      if (!index.has(other)) lowest = Math.min(lowest, visit(other));
      else if (stack.includes(other)) lowest = Math.min(lowest, index.get(other) ?? at);
    }
    if (lowest === at) {
      const knot = stack.splice(stack.indexOf(node));
      if (knot.length > 1) found.push(new Set(knot));
    }
    return lowest;
  };
  for (const node of next.keys()) if (!index.has(node)) visit(node);
  return found;
}
