/** Orders names by language. The database engines would sort accents differently. */
export const byName = new Intl.Collator('es', { numeric: true }).compare;
