/**
 * An answer that a worker has serialised: it is sent unchanged, since serialising megabytes would hold up the main
 * thread. The worker's code ensures that it matches the endpoint's schema.
 */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBufferLike>) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
  }
}
