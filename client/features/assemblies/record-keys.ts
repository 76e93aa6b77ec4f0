/** Query key of one's own records of a concept; without a concept, of all of a joint. */
export function recordsKey(jointId: number, conceptId?: number): readonly unknown[] {
  return conceptId === undefined ? ['records', jointId] : ['records', jointId, conceptId];
}
