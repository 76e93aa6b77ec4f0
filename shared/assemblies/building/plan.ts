/** Rectangle of a unit in the drawing of the building on the wall, in pixels from the upper left corner. */
export interface PlacedUnit {
  apartmentId: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Lays out the units of a building as rectangles with areas proportional to the coefficients: floors from the
 * ground up, units from left to right, in the given order. Skips units without a coefficient.
 * @param size width and height of the drawing in pixels
 */
export function planOf(
  units: readonly { apartmentId: string; coefficient: number }[],
  { width, height }: { width: number; height: number },
): PlacedUnit[] {
  // A hidden element has width 0, and no count of floors would fit.
  if (width <= 0) return [];
  const drawn = units.filter(({ coefficient }) => coefficient > 0);
  const total = drawn.reduce((sum, { coefficient }) => sum + coefficient, 0);
  // Number of floors that makes most units about square.
  const count = Math.max(1, Math.round(Math.sqrt((drawn.length * height) / width)));
  const floors: (typeof drawn)[] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const unit of drawn) {
    const middle = (before + unit.coefficient / 2) / total;
    floors[Math.min(count - 1, Math.floor(middle * count))]?.push(unit);
    before += unit.coefficient;
  }
  let ground = height;
  return floors.flatMap((floor) => {
    const sum = floor.reduce((all, { coefficient }) => all + coefficient, 0);
    const high = (sum / total) * height;
    ground -= high;
    let x = 0;
    return floor.map(({ apartmentId, coefficient }) => {
      const wide = (coefficient / sum) * width;
      x += wide;
      return { apartmentId, x: x - wide, y: ground, width: wide, height: high };
    });
  });
}
