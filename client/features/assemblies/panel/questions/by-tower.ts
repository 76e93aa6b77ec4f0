/** Units of a tower or floor without a vote, for the operator. */
export interface TowerCount {
  /** Name of the tower or floor: 'Torre 2', 'Piso 3', 'Local'. */
  tower: string;
  units: number;
}

const byName = new Intl.Collator('es', { numeric: true });

/**
 * Counts units by tower; units with a plain number by floor. The id of the unit has the tower: '2-301' and 'T2 301' are
 * of tower 2, '301' is of floor 3. Sorted by name.
 */
export function countByTower(units: readonly { apartmentId: string }[]): TowerCount[] {
  const counts = new Map<string, number>();
  for (const { apartmentId } of units) {
    const tower = towerOf(apartmentId);
    counts.set(tower, (counts.get(tower) ?? 0) + 1);
  }
  return [...counts]
    .map(([tower, count]) => ({ tower, units: count }))
    .sort((a, b) => byName.compare(a.tower, b.tower));
}

function towerOf(apartmentId: string): string {
  const text = apartmentId.trim();
  const floor = /^(\d{1,2})\d{2}[A-Za-z]?$/.exec(text)?.[1];
  if (floor !== undefined) return `Piso ${floor}`;
  const [, prefix] =
    /^(.*[A-Za-zÀ-ÿ0-9])[\s\-–_./]+\d+[A-Za-z]?$/.exec(text) ?? /^([A-Za-zÀ-ÿ]+)\d+$/.exec(text) ?? [];
  if (prefix === undefined) return 'Otros';
  const number = /^(?:t|to|torre|bl|bloque|int|interior)?\.?\s*(\d+|[A-Za-z])$/i.exec(prefix)?.[1];
  return number === undefined ? prefix : `Torre ${number.toUpperCase()}`;
}
