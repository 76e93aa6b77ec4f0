/**
 * What servers' tests get for '@node-rs/argon2' (vitest.config.ts): the package, which does not compute again what it has
 * computed in this process. It takes ten milliseconds of a processor on purpose, and thousands of tests sign in with the
 * same few passwords. Servers that are processes of their own have the package itself.
 */
import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

// Not by `import`, which would find this file.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

function once<Given extends unknown[], Answer>(compute: (...given: Given) => Promise<Answer>) {
  const computed = new Map<string, Promise<Answer>>();
  return (...given: Given): Promise<Answer> => {
    const key = JSON.stringify(given);
    const answer = computed.get(key) ?? compute(...given);
    computed.set(key, answer);
    return answer;
  };
}

export const hash = once((password: string, options: Parameters<Argon2['hash']>[1]) =>
  argon2.hash(password, options),
);
export const verify = once((hashed: string, password: string) => argon2.verify(hashed, password));
export const { hashRaw } = argon2;
