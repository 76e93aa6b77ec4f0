/** Query key of the person's records of a concept. Without a concept, of all records of a joint. */
export function recordsKey(jointId: number, conceptId?: number): readonly unknown[] {
  return conceptId === undefined ? ['records', jointId] : ['records', jointId, conceptId];
}
