/**
 * Finds file and line of a running function by the name of the declaration, so the tour never prints old line
 * numbers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Declaration named by a step of the tour: an exported function, class, service factory, or object. */
export type Target =
  | { export: string }
  | { method: string; of: string }
  /** Route of an endpoint. */
  | { mounts: string };

/** Place of a declaration in the sources. */
export interface Place {
  /** Path relative to the top folder, with '/'. */
  file: string;
  line: number;
  /** Name for readers, like `BallotBox.cast`. */
  name: string;
}

/** Texts of the sources of server and shared, without tests. */
export class Sources {
  readonly #texts: ReadonlyMap<string, string>;

  constructor() {
    const paths = ['server', 'shared'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.split('\\').join('/')}`)
        .filter((path) => path.endsWith('.ts') && !/\.(test|fixture|d)\.ts$|\/testing\//.test(path)),
    );
    this.#texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  }

  /** Finds the place of a declaration. @throws Error if the sources have no declaration, or several */
  find(target: Target): Place {
    if ('mounts' in target) {
      return this.#only(new RegExp(`\\bmount\\(\\s*\\w+\\.${target.mounts},`), `mount(${target.mounts})`);
    }
    if ('export' in target) return this.#exported(target.export);
    const owner = this.#exported(target.of);
    const lines = this.#linesOf(owner.file);
    const declared = new RegExp(`^\\s+(?:async )?${target.method}(?:: (?:async )?\\(|: <|\\()`);
    const at = lines.findIndex((line, index) => index >= owner.line && declared.test(line));
    if (at < 0) throw new Error(`${owner.file} declares no ${target.of}.${target.method}.`);
    return { file: owner.file, line: at + 1, name: `${target.of}.${target.method}` };
  }

  #exported(name: string): Place {
    return this.#only(new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`), name);
  }

  #only(declared: RegExp, name: string): Place {
    const found = [...this.#texts.keys()].flatMap((file) => {
      const line = this.#texts.get(file)?.match(new RegExp(declared, 'm')) ? this.#lineOf(file, declared) : 0;
      return line > 0 ? [{ file, line, name }] : [];
    });
    const [place] = found;
    if (place === undefined || found.length > 1) {
      throw new Error(`${found.length} declarations of ${name}: ${found.map(({ file }) => file).join(', ')}`);
    }
    return place;
  }

  #lineOf(file: string, declared: RegExp): number {
    const text = this.#texts.get(file) ?? '';
    const index = text.search(new RegExp(declared, 'm'));
    return text.slice(0, index).split('\n').length;
  }

  #linesOf(file: string): string[] {
    return (this.#texts.get(file) ?? '').split('\n');
  }
}

/**
 * Runs an act and returns the places of the functions called meanwhile in the same thread, by V8's call counters.
 * @param places functions to look for
 */
export async function calledPlaces(
  places: readonly Place[],
  act: () => Promise<unknown>,
): Promise<ReadonlySet<Place>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Debugger.enable');
    const called = new Set<Place>();
    for (const { url, scriptId, functions } of scripts) {
      const wanted = places.filter(({ file }) => url.replace(/\?.*$/, '').endsWith(join(root, file)));
      if (wanted.length === 0) continue;
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      const names = functions.flatMap(({ functionName, ranges: [range] }) =>
        range === undefined || range.count === 0
          ? []
          : [functionName || nameAfter(scriptSource, range.endOffset)],
      );
      for (const place of wanted) if (names.includes(place.name.split('.').at(-1) ?? '')) called.add(place);
    }
    return called;
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** Returns the name given to an arrow function by a compiler: `__name(() => {}, "cast")`. */
const nameAfter = (source: string, end: number): string =>
  /^\s*,\s*"(\w+)"\)/.exec(source.slice(end, end + 100))?.[1] ?? '';
