/** What a private unit is. */
export const apartmentKinds = ['vivienda', 'local', 'parqueadero', 'deposito', 'otro'] as const;
export type ApartmentKind = (typeof apartmentKinds)[number];

/** The kinds of unit, as screens, papers and tables say them. */
export const apartmentKindNames: Record<ApartmentKind, string> = {
  vivienda: 'Vivienda',
  local: 'Local',
  parqueadero: 'Parqueadero',
  deposito: 'Depósito',
  otro: 'Otro',
};
