/**
 * Replaces '@node-rs/argon2' in server tests (vitest.config.ts). Caches results within the process: a hash takes ten
 * milliseconds on purpose, and thousands of tests use the same few passwords. Separate server processes use the real
 * package.
 */
import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

// createRequire, since an import would resolve to this file.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

function once<Given extends unknown[], Answer>(compute: (...inputs: Given) => Promise<Answer>) {
  const computed = new Map<string, Promise<Answer>>();
  return (...inputs: Given): Promise<Answer> => {
    const key = JSON.stringify(inputs);
    const answer = computed.get(key) ?? compute(...inputs);
    computed.set(key, answer);
    return answer;
  };
}

export const hash = once((password: string, options: Parameters<Argon2['hash']>[1]) =>
  argon2.hash(password, options),
);
export const verify = once((hashed: string, password: string) => argon2.verify(hashed, password));
export const { hashRaw } = argon2;
