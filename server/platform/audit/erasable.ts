import { createHash, randomBytes } from 'node:crypto';

/** Text in place of an erased address. */
export const ERASED_TEXT = 'suprimido';

/** Beginning of the salted hash in the facts of an audit entry. */
const MARK = 'dato:';
/** Pattern of the salted hash of an erasable text. */
const HASHED = /dato:[0-9a-f]{64}/g;
/** Shown in place of an erased text. */
const ERASED = 'dato suprimido';

/** Texts of the facts under way. JSON.stringify runs to the end without other code in between. */
let collected: ErasableText[] = [];

/** Returns the salted hash of a text, as in the facts of an audit entry. @param salt hexadecimal */
export const hashOfText = (salt: string, body: string): string =>
  MARK + createHash('sha256').update(Buffer.from(salt, 'hex')).update(body).digest('hex');

/**
 * Text of a person in the facts of an audit entry: mail address, phone, name. The facts have the salted hash; the text stands
 * beside the entry and can be erased. The random salt goes with the text: the hash alone tells no number.
 */
export class ErasableText {
  readonly salt: string = randomBytes(16).toString('hex');
  readonly body: string;
  readonly hash: string;

  constructor(body: string) {
    this.body = body;
    this.hash = hashOfText(this.salt, body);
  }

  toJSON(): string {
    collected.push(this);
    return this.hash;
  }
}

/** Marks a text of a person in the facts of an audit entry as erasable. */
export const erasable = (body: string): ErasableText => new ErasableText(body);

/**
 * Writes the facts of an audit entry as JSON, with hashes in place of the erasable texts. A text typed by a person in the form of a
 * hash is written with an escaped colon: the same text, and no hash for a verification.
 */
export function factsWithTexts(facts: unknown): { json: string; texts: readonly ErasableText[] } {
  collected = [];
  const written = JSON.stringify(facts);
  const texts = collected;
  collected = [];
  const hashes = new Set(texts.map(({ hash }) => hash));
  const json = written.replace(HASHED, (hash) => (hashes.has(hash) ? hash : hash.replace(':', '\\u003a')));
  return { json, texts };
}

/** Returns the salted hashes in the facts of an audit entry, as stored. */
export const hashesIn = (data: string): string[] => data.match(HASHED) ?? [];

/**
 * Returns the facts of an audit entry with the texts in place of the hashes.
 * @param data JSON of the facts, as stored
 * @param bodies texts by hash; 'dato suprimido' for a missing text
 */
export const withTexts = (data: string, bodies: ReadonlyMap<string, string>): string =>
  data.replace(HASHED, (hash) => JSON.stringify(bodies.get(hash) ?? ERASED).slice(1, -1));
