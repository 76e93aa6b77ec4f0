import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';

/** The kinds of unit, as screens say them. */
export const kindNames: Record<ApartmentKind, string> = {
  vivienda: 'Vivienda',
  local: 'Local',
  parqueadero: 'Parqueadero',
  deposito: 'Depósito',
  otro: 'Otro',
};
