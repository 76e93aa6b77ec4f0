/** Random enough that no two requests share it. `crypto.randomUUID` is missing where a hall's server has no TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Idempotency keys of requests whose answer may get lost: the same request keeps its key until it was
 * answered with success, another request gets another.
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

  /** It was answered: the next one is a new request, even with the same content. */
  done(): void {
    this.#request = null;
  }
}
