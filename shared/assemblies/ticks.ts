const MINUTE = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440].map((minutes) => minutes * MINUTE);
const MOST_TICKS = 6;

/**
 * Returns the times for the labels on the time axis of a chart: round times of day in Bogotá (18:00, 18:15 …)
 * between two times, few enough to read. Epoch ms, ascending.
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
