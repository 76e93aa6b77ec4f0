/**
 * Query key for the signed-in person's vote records on a question. Without `conceptId`: on all questions of a
 * joint.
 */
export function recordsKey(jointId: number, conceptId?: number): readonly unknown[] {
  return conceptId === undefined ? ['records', jointId] : ['records', jointId, conceptId];
}
