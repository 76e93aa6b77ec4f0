import { gunzipSync, gzipSync } from 'node:zlib';

/** A fifth of the time of the usual level, for a tenth more bytes. */
const LEVEL = 3;

/**
 * Writes down an answer as JSON and packs it (gzip), in the worker that made it: megabytes that crossed over as they are
 * would hold up the main thread at each copy.
 */
export const packedJson = (value: object): Uint8Array => gzipSync(JSON.stringify(value), { level: LEVEL });

/** The answer again. */
export const unpackedJson = <T>(packed: Uint8Array): T => JSON.parse(gunzipSync(packed).toString()) as T;
