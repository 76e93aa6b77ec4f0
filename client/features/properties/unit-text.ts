/**
 * Returns all texts of a unit joined, for the search field of the list of units: name, owner, identity
 * document and contact.
 */
export const unitText = (unit: {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  emails?: readonly string[];
  phones?: readonly string[];
}): string =>
  [unit.apartmentId, unit.owner, unit.ownerDocument, ...(unit.emails ?? []), ...(unit.phones ?? [])].join(
    ' ',
  );
