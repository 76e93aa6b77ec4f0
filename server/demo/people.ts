/** Invented owner of the demonstration. */
export interface Owner {
  name: string;
  document: string | null;
}

const GIVEN_NAMES = [
  'María Fernanda',
  'Jorge Iván',
  'Luz Marina',
  'Andrés Felipe',
  'Gloria Inés',
  'Óscar Darío',
  'Adriana',
  'Héctor Fabio',
  'Sofía',
  'Julián',
  'Martha Cecilia',
  'Álvaro',
  'Paula Andrea',
  'Íngrid Johana',
  'Néstor Raúl',
  'Yolanda',
  'Sebastián',
  'Blanca Nubia',
  'Édgar',
  'Claudia Patricia',
  'Tomás',
  'Mónica',
  'Wilson Alberto',
  'Begoña',
  'Rubén Darío',
  'Ángela',
  'Germán',
  'Doris Amparo',
  'Iván Camilo',
  'Nubia Stella',
  'Simón',
  'Lucía',
  'Hernán',
  'Rocío del Pilar',
  'Efraín',
  'Catalina',
  'Jesús Antonio',
  'Mariana',
  'Elkin',
  'Dora Alicia',
] as const;

// The number of surnames is coprime with the number of given names, so no combination repeats among the first 1,880.
const SURNAMES = [
  'Muñoz',
  'Peña',
  'Zuluaga',
  'Castaño',
  'Rincón',
  'Ordóñez',
  'Vélez',
  'Acuña',
  'Barrientos',
  'Cárdenas',
  'Londoño',
  'Ibáñez',
  'Guzmán',
  'Escobar',
  'Montaño',
  'Gómez',
  'Tobón',
  'Bolaños',
  'Suárez',
  'Henao',
  'Piñeros',
  'Restrepo',
  'Avendaño',
  'Cifuentes',
  'Quiñones',
  'Salazar',
  'Nariño',
  'Yepes',
  'Márquez',
  'Patiño',
  'Ocampo',
  'Buitrago',
  'Cañas',
  'Echeverri',
  'Forero',
  'Galán',
  'Páez',
  'Mosquera',
  'Núñez',
  'Arboleda',
  'Sepúlveda',
  'Triana',
  'Urrutia',
  'Villamizar',
  'Wilches',
  'Zapata',
  'Rentería',
] as const;

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** Returns invented person number n, the same for every call. One person in eleven has no identity document. */
export function person(n: number): Owner {
  const name = `${pick(GIVEN_NAMES, n)} ${pick(SURNAMES, n * 11 + 3)} ${pick(SURNAMES, n * 17 + 20)}`;
  return { name, document: n % 11 === 7 ? null : citizenId(n) };
}

/** Returns a cédula of 10 digits from an unassigned range (19…). */
export function citizenId(n: number): string {
  return String(1_900_000_000 + ((n * 7_919_317 + 13_580_113) % 99_999_989));
}

/** Returns a company with a NIT from an unassigned range (909…) and check digit. */
export function company(name: string, n: number): Owner {
  const number = `909${String((n * 104_729 + 271_828) % 1_000_000).padStart(6, '0')}`;
  return { name, document: `${number}-${checkDigit(number)}` };
}

/** Check digit of a NIT of nine digits, by the method of the DIAN. */
function checkDigit(number: string): number {
  const weights = [41, 37, 29, 23, 19, 17, 13, 7, 3];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(number.charAt(i)), 0);
  const rest = sum % 11;
  return rest > 1 ? 11 - rest : rest;
}
