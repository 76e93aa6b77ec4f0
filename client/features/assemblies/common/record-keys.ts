/**
 * Query key for the signed-in person's vote records on a question. Without `conceptId`: on all questions of a joint.
 * Without `jointId`: on all questions.
 */
export function recordsKey(jointId?: number, conceptId?: number): readonly unknown[] {
  return ['records', jointId, conceptId].filter((part) => part !== undefined);
}
