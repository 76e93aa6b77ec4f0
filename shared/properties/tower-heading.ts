const TOWER = /^(torre|bloque|interior|manzana|etapa|edificio)( (no|n|nro))? (\w{1,3})$/;

/**
 * Finds the tower in a heading above units or in a sheet's name: 'torre 2' is '2'. Null without a tower.
 * @param words without accents, case and punctuation
 */
export const towerInWords = (words: string): string | null => TOWER.exec(words)?.[4]?.toUpperCase() ?? null;
