/**
 * Kinds of private unit in a joint (co-owned property): dwelling, shop, parking space, storage room, other.
 */
export const apartmentKinds = ['vivienda', 'local', 'parqueadero', 'deposito', 'otro'] as const;
export type ApartmentKind = (typeof apartmentKinds)[number];

/** Spanish names of the kinds of unit, for screens, papers and tables. */
export const apartmentKindNames: Record<ApartmentKind, string> = {
  vivienda: 'Vivienda',
  local: 'Local',
  parqueadero: 'Parqueadero',
  deposito: 'Depósito',
  otro: 'Otro',
};
