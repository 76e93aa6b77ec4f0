/** As people order names; the engines would each order accents in their own way. */
export const byName = new Intl.Collator('es', { numeric: true }).compare;
