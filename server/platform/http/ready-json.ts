import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * Answer of an endpoint as finished JSON bytes, sent unchanged: written by a worker, because serialising
 * megabytes would block the main thread, or written once for many requests. Not validated; the maker
 * ensures the endpoint's schema.
 */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBufferLike>) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
  }
}

/** JSON answer compressed by a worker (`packedJson`): sent unchanged to clients with support for gzip. */
export class PackedJson extends ReadyJson {
  /** Returns the JSON uncompressed, for clients without support for gzip. */
  unpacked(): NodeJS.ReadableStream {
    return Readable.from([this.bytes]).pipe(createGunzip());
  }
}

/** True if a client accepts a compression (`br` or `gzip`), by the header Accept-Encoding. */
export const takes = (encoding: 'br' | 'gzip', acceptEncoding: string | string[] | undefined): boolean =>
  [acceptEncoding ?? ''].flat().some((text) => ACCEPTED[encoding].test(text));

const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
};
