const MINUTE = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440].map((minutes) => minutes * MINUTE);
const MOST_TICKS = 6;

/**
 * Returns round times of day (epoch ms, ascending) between two times for the axis of a chart, few enough to read.
 * Round in Bogotá time, a whole number of hours from UTC.
 * @param from first time of the axis, epoch ms
 * @param to last time of the axis, epoch ms
 */
export function ticksOf(from: number, to: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= MOST_TICKS) ?? (to - from) / MOST_TICKS;
  const ticks: number[] = [];
  // Leaves room for the right half of the last label.
  const last = to - (to - from) * 0.05;
  for (let at = Math.ceil(from / step) * step; at <= last; at += step) ticks.push(at);
  return ticks;
}
