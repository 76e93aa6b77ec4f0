import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';

/** The kinds of unit, as screens say them. */
export const kindNames: Record<ApartmentKind, string> = {
  vivienda: 'Vivienda',
  local: 'Local',
  parqueadero: 'Parqueadero',
  deposito: 'Depósito',
  otro: 'Otro',
};

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
