const TOWER = /^(torre|bloque|interior|manzana|etapa|edificio)( (no|n|nro))? (\w{1,3})$/;

/**
 * The tower that a line over units, or a sheet's name, tells: 'torre 2' is '2'. Null where it tells none.
 * @param words without accents, case and punctuation
 */
export const towerInWords = (words: string): string | null => TOWER.exec(words)?.[4]?.toUpperCase() ?? null;
