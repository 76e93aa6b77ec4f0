/** What a private unit is. */
export const apartmentKinds = ['vivienda', 'local', 'parqueadero', 'deposito', 'otro'] as const;
export type ApartmentKind = (typeof apartmentKinds)[number];
