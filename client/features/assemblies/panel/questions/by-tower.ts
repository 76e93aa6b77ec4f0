import { addressOf } from '../../../../../shared/assemblies/building/address.ts';

/** Units of a tower or floor without a vote, for the operator. */
export interface TowerCount {
  /** Name of the tower or floor: 'Torre 2', 'Piso 3'. */
  tower: string;
  units: number;
}

const byName = new Intl.Collator('es', { numeric: true });

/**
 * Counts units by tower, as drawn on the wall; units without a tower by floor. Sorted by name.
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
  const address = addressOf(apartmentId);
  if (address === null) return 'Otros';
  if (address.floor === null) return 'Parqueaderos y depósitos';
  return address.tower === '' ? `Piso ${address.floor}` : `Torre ${address.tower}`;
}
