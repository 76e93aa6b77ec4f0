import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SHA-256 of each file of the migrations, by path below `migrations/`. */
export type FrozenFiles = Readonly<Record<string, string>>;

/** Returns the files of the migrations with the hashes of the content, without the index. */
export function readMigrations(root: string): FrozenFiles {
  const folder = join(root, 'migrations');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const files = paths.filter((path) => path.endsWith('.ts') && path !== 'index.ts').sort();
  return Object.fromEntries(
    files.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}

/** Returns a breach for each changed, removed or unlisted file of the migrations: stores have the schema of the files. */
export function frozenBreaches(now: FrozenFiles, frozen: FrozenFiles): string[] {
  const changed = Object.keys(frozen).filter((path) => now[path] !== frozen[path]);
  const added = Object.keys(now).filter((path) => frozen[path] === undefined);
  return [
    ...changed.map((path) => `migrations/${path}: is frozen; write a new migration`),
    ...added.map((path) => `migrations/${path}: run check.ts --freeze`),
  ];
}
