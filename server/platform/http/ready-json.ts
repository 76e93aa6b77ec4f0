import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * An answer that is JSON already, from a worker (serialising megabytes would hold up the main thread) or made once for
 * many: it is sent unchanged. Whoever made it ensures that it matches the endpoint's schema.
 */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBufferLike>) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
  }
}

/** One that the worker packed as well (`packedJson`): clients take it as it is. */
export class PackedJson extends ReadyJson {
  /** As it is to who does not take it packed. */
  unpacked(): NodeJS.ReadableStream {
    return Readable.from([this.bytes]).pipe(createGunzip());
  }
}

/** True if a client takes answers that are packed so. */
export const takes = (encoding: 'br' | 'gzip', acceptEncoding: string | string[] | undefined): boolean =>
  [acceptEncoding ?? ''].flat().some((text) => ACCEPTED[encoding].test(text));

const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
};
