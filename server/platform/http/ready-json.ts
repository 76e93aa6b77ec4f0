/**
 * An answer that was written as JSON elsewhere, in a worker: it is sent as it stands, since writing megabytes of it
 * would hold up the main thread. Whoever wrote it answers for its being what the endpoint's schema says.
 */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBufferLike>) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
  }
}
