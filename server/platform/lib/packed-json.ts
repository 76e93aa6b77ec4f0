import { gunzipSync, gzipSync } from 'node:zlib';

/** Takes a fifth of the time of the default level for a tenth more bytes. */
const LEVEL = 3;

/** Serializes and compresses (gzip) an answer in the worker: copying megabytes would block the main thread. */
export const packedJson = (value: object): Uint8Array => gzipSync(JSON.stringify(value), { level: LEVEL });

/** Restores an answer of `packedJson`. */
export const unpackedJson = <T>(packed: Uint8Array): T => JSON.parse(gunzipSync(packed).toString()) as T;
