/** A unit of the hero's drawing: a rectangle whose area is its coefficient. */
export interface PlanUnit {
  x: number;
  y: number;
  width: number;
  height: number;
  /** In hundredths of one per cent: the whole plan is 100 by 100. */
  share: number;
  /** Its turn among those who come in, from 0; null: it does not come. */
  turn: number | null;
}

/** The floors from the roof down: how high each is, and how wide its units are. */
const floors: readonly { height: number; widths: readonly number[] }[] = [
  { height: 13, widths: [30, 40, 30] },
  { height: 17, widths: [22, 28, 19, 31] },
  { height: 16, widths: [31, 19, 28, 22] },
  { height: 18, widths: [22, 28, 19, 31] },
  { height: 17, widths: [31, 19, 28, 22] },
  { height: 19, widths: [44, 21, 35] },
];

/** Who comes in, in this order: floor and unit of it. */
const arrivals: readonly (readonly [floor: number, unit: number])[] = [
  [5, 1],
  [3, 0],
  [4, 2],
  [1, 3],
  [2, 0],
  [0, 1],
  [3, 3],
  [5, 0],
  [1, 1],
  [4, 0],
  [2, 2],
  [3, 2],
  [1, 0],
  [0, 2],
  [4, 1],
];

const turnOf = (floor: number, unit: number): number | null => {
  const at = arrivals.findIndex(([itsFloor, itsUnit]) => itsFloor === floor && itsUnit === unit);
  return at < 0 ? null : at;
};

function unitsOf({ height, widths }: (typeof floors)[number], floor: number): PlanUnit[] {
  const y = floors.slice(0, floor).reduce((sum, one) => sum + one.height, 0);
  return widths.map((width, unit) => ({
    x: widths.slice(0, unit).reduce((sum, one) => sum + one, 0),
    y,
    width,
    height,
    share: width * height,
    turn: turnOf(floor, unit),
  }));
}

/** A made-up building of 100 by 100, so that an area is a share of it. */
export const plan: readonly PlanUnit[] = floors.flatMap(unitsOf);

/** Those who come, in their order. */
export const present = plan
  .filter((unit): unit is PlanUnit & { turn: number } => unit.turn !== null)
  .sort((a, b) => a.turn - b.turn);

/** In hundredths of one per cent. */
export const presentShare = present.reduce((sum, { share }) => sum + share, 0);

/** '67,32': hundredths as people read them. */
export function percent(hundredths: number): string {
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`;
}
