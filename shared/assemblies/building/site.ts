import { addressOf } from './address.ts';
import { type PlacedUnit, planOf } from './plan.ts';

/** Drawing of all buildings of a joint: windows of the units, and the towers with their names. Sizes in pixels or points. */
export interface Site {
  windows: PlacedUnit[];
  towers: PlacedTower[];
}

/** Ground of a tower in the drawing: its name ('' for a single building), left edge, width and street level. */
export interface PlacedTower {
  name: string;
  x: number;
  width: number;
  street: number;
}

/** Unit with its share of the joint. Only the ratio of the coefficients counts. */
export interface SiteUnit {
  apartmentId: string;
  coefficient: number;
}

/** Size of a drawing: gap between two towers, and height for the names of towers, both 0 without names. */
export interface SiteSize {
  width: number;
  height: number;
  gap: number;
  names: number;
}

/** Highest number of towers in a drawing. With more, the towers are too narrow: one drawing for all. */
const MOST_TOWERS = 12;
/** Highest average number of units on a floor. A longer floor is a row of houses: no floors. */
const MOST_ON_FLOOR = 24;

/**
 * Lays out the units of a joint as windows: one drawing per tower with its floors as rows, parking spaces and
 * deposits as a basement below the street. All towers are equally wide, and each window's area is the unit's
 * coefficient. Names without tower and floor stand in the tower 'Otros'. Skips units without a coefficient.
 */
export function siteOf(units: readonly SiteUnit[], { width, height, gap, names }: SiteSize): Site {
  const drawn = units.filter(({ coefficient }) => coefficient > 0);
  if (width <= 0 || drawn.length === 0) return { windows: [], towers: [] };
  const { towers, basement } = towersAndBasement(drawn);
  const total = shareOf(drawn);
  const below = shareOf(basement) / total;
  const label = towers.length > 1 ? names : 0;
  // Windows of the basement and of the highest tower together have the height without names and gaps.
  const between = basement.length > 0 ? Math.max(gap, label) : label;
  const wide = (width - gap * (towers.length - 1)) / towers.length;
  const highest = Math.max(...towers.map(([, all]) => shareOf(all))) / total;
  // Area per unit of share: the tower with the largest share fills the height above the basement.
  const scale = (height - between) / (highest / wide + below / width);
  const street = (highest / wide) * scale;
  const windows = towers.flatMap(([, all], at) => {
    const high = ((shareOf(all) / total) * scale) / wide;
    return moved(floorsOf(all, wide, high), at * (wide + gap), street - high);
  });
  const base = { width, height: (below / width) * scale };
  return {
    windows: [...windows, ...moved(planOf(basement, base), 0, street + between)],
    towers: towers.map(([name], at) => ({
      name: label === 0 ? '' : name,
      x: at * (wide + gap),
      width: wide,
      street,
    })),
  };
}

const shareOf = (units: readonly SiteUnit[]): number =>
  units.reduce((sum, { coefficient }) => sum + coefficient, 0);

const moved = (plan: readonly PlacedUnit[], x: number, y: number): PlacedUnit[] =>
  plan.map((unit) => ({ ...unit, x: unit.x + x, y: unit.y + y }));

/** Name of the tower for units without a readable tower and floor. */
const OTHERS = 'Otros';

/** Groups units by tower, in the order of the table, with parking spaces and deposits apart. */
function towersAndBasement(units: readonly SiteUnit[]): {
  towers: [string, SiteUnit[]][];
  basement: SiteUnit[];
} {
  const towers = new Map<string, SiteUnit[]>();
  const basement: SiteUnit[] = [];
  for (const unit of units) {
    const address = addressOf(unit.apartmentId);
    if (address?.floor === null) basement.push(unit);
    else {
      const name = address?.tower ?? OTHERS;
      towers.set(name, [...(towers.get(name) ?? []), unit]);
    }
  }
  // Only parking spaces, or too many towers for a drawing each: one drawing for all.
  if (towers.size === 0 || towers.size > MOST_TOWERS) return { towers: [['', [...units]]], basement: [] };
  const named = [...towers].map(([name, all]): [string, SiteUnit[]] => [
    name === OTHERS || name === '' ? OTHERS : `Torre ${name}`,
    all,
  ]);
  return { towers: named, basement };
}

/** Lays out a tower: floors from the street up, as high as their share. Without clear floors, near-square windows. */
function floorsOf(units: readonly SiteUnit[], width: number, height: number): PlacedUnit[] {
  const floors = new Map<number, SiteUnit[]>();
  for (const unit of units) {
    const floor = addressOf(unit.apartmentId)?.floor ?? 0;
    floors.set(floor, [...(floors.get(floor) ?? []), unit]);
  }
  if (floors.has(0) || units.length / floors.size > MOST_ON_FLOOR) return planOf(units, { width, height });
  const total = shareOf(units);
  let ground = height;
  return [...floors]
    .sort(([one], [other]) => one - other)
    .flatMap(([, all]) => {
      const sum = shareOf(all);
      const high = (sum / total) * height;
      ground -= high;
      let x = 0;
      return all.map(({ apartmentId, coefficient }) => {
        const wide = (coefficient / sum) * width;
        x += wide;
        return { apartmentId, x: x - wide, y: ground, width: wide, height: high };
      });
    });
}
