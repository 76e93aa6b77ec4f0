/** What a unit is found by. */
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
