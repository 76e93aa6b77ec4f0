interface SubstituteValues {
  substitute: string;
  substituteDocument: string;
}

/** Returns the faults of the fields of a substitute. @param needs `document` if a name needs a document */
export const substituteFaults = (
  { substitute, substituteDocument }: SubstituteValues,
  needs?: 'document',
): Record<keyof SubstituteValues, string | null> => {
  const [hasName, hasDocument] = [substitute.trim() !== '', substituteDocument.trim() !== ''];
  return {
    substitute: hasDocument && !hasName ? 'Escriba el nombre del suplente, o borre su documento.' : null,
    substituteDocument: needs === 'document' && hasName && !hasDocument ? 'Escriba el documento.' : null,
  };
};
