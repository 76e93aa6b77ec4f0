/** Compares two names for sorting, by the rules of Spanish. The database engines would sort accents differently. */
export const byName = new Intl.Collator('es', { numeric: true }).compare;
