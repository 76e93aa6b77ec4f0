import { posix } from 'node:path';

/**
 * Returns a sentence for each file with a name that repeats the folder's name before a hyphen, in the plural or the
 * singular (`panel-…` in `panel/`, `user-…` in `users/`). Allowed: the main file of a folder (`wall.tsx` in
 * `wall/`) and a file with a role (`wall.module.css`).
 */
export function repeatedFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folder = posix.basename(posix.dirname(path));
    const file = posix.basename(path);
    const prefix = [folder, singular(folder)].find((name) => name !== '' && file.startsWith(`${name}-`));
    if (prefix === undefined) return [];
    return [`${path} repeats the name of its folder: name the file ${file.slice(prefix.length + 1)}`];
  });
}

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');
