/**
 * Returns a random idempotency key, 32 hexadecimal digits. A repeat of a request with the same key has no
 * second effect. Not `crypto.randomUUID`, missing on pages without TLS.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Idempotency key for a request at risk of a lost answer. `for` returns the same key for equal requests
 * until `done`, so a repeat by the person has no second effect. A different request gets a new key.
 */
export class KeptKey {
  #request: string | null = null;
  #key = '';

  for(request: unknown): string {
    const text = JSON.stringify(request);
    if (text !== this.#request) {
      this.#request = text;
      this.#key = newKey();
    }
    return this.#key;
  }

  /** Call after a success: the next request gets a new key, even with equal content. */
  done(): void {
    this.#request = null;
  }
}
