/**
 * Returns the key, in the cache of answers, of the votes of the signed-in person's units on a question. Without
 * `conceptId`: key for all questions of a joint, to drop all at once.
 */
export function recordsKey(jointId: number, conceptId?: number): readonly unknown[] {
  return conceptId === undefined ? ['records', jointId] : ['records', jointId, conceptId];
}
