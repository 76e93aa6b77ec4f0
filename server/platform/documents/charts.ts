import { ticksOf } from '../../../shared/assemblies/ticks.ts';
import { coefficient, count, exactTime, time } from '../../../shared/format.ts';
import { faceOf } from './faces.ts';
import { inks, printable } from './report-text.ts';
import { fitText } from './text-box.ts';
import { textWidth } from './text-width.ts';

/**
 * Data of the chart 'quorum over time': registered coefficient at each change, and the periods of the
 * questions.
 */
export interface QuorumChart {
  /** Width of the chart in PDF points. The height is computed from the width. */
  width: number;
  /**
   * Registered coefficient (in the unit of the table: 2.5 is 2.5 %) after each change, oldest first, never
   * empty; `at` is epoch ms.
   */
  points: readonly { at: number; coefficient: number }[];
  /** Periods of the questions as bands; `closedAt` is null for an open question. Times are epoch ms. */
  questions: readonly { number: number; openedAt: number; closedAt: number | null }[];
  /** Sum of all coefficients in the unit of the table (per cent: 100 is 100 %): the top of the chart. */
  total: number;
  /**
   * Coefficient to be exceeded for a quorum, in the unit of the table (per cent: 50 is 50 %). 0 if no
   * quorum is required.
   */
  required: number;
  /** Time when the quorum was first reached, epoch ms; null if never. */
  reachedAt: number | null;
  /** Closing time of the assembly, epoch milliseconds. Null while the assembly is open. */
  closedAt: number | null;
}

const PLOT = { left: 46, right: 10, height: 150, axis: 18, label: 13 };
const FONT_SIZE = 7.5;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Draws the quorum over time as SVG: a step at each change, a band for each question, and a line at the required
 * coefficient.
 */
export function quorumChart(chart: QuorumChart): string {
  const { width, questions, total, required, reachedAt } = chart;
  const { from, to } = spanOf(chart);
  const right = width - PLOT.right;
  const x = (at: number) => PLOT.left + ((at - from) / (to - from)) * (right - PLOT.left);
  const bands = questions.map(({ number, openedAt, closedAt }) => ({
    label: `V${number}`,
    from: x(Math.max(openedAt, from)),
    to: x(Math.min(Math.max(closedAt ?? to, openedAt), to)),
  }));
  const labels = rowsOf(bands);
  const top = Math.max(1, ...labels.map(({ row }) => row + 1)) * PLOT.label + 4;
  const bottom = top + PLOT.height;
  const highest = Math.max(required, ...chart.points.map((point) => point.coefficient));
  const scale = scaleOf(Math.min(highest * 1.12, Math.max(total, highest)));
  const y = (value: number) => bottom - (value / scale.top) * PLOT.height;
  const line = stepsOf(chart.points, x, y, to);
  const need = `Quórum: más de ${coefficient(required)}`;
  const reached = reachedAt === null ? '' : `, alcanzado a las ${exactTime(iso(reachedAt))}`;
  return svg(width, bottom + PLOT.axis, [
    ...bands.map(
      (band) =>
        `<rect x="${n(band.from)}" y="${top}" width="${n(Math.max(band.to - band.from, 1))}" height="${PLOT.height}" fill="${inks.warningSoft}"/>` +
        vertical(band.from, top, bottom) +
        vertical(band.to, top, bottom),
    ),
    ...scale.ticks.map(
      (value) =>
        `<path d="M${PLOT.left} ${n(y(value))}H${n(right)}" stroke="${inks.line}" stroke-width="0.4"/>` +
        write(scale.write(value), { x: PLOT.left - 5, y: y(value) + 2.6, anchor: 'end' }),
    ),
    ...ticksOf(from, to).map(
      (at) =>
        `<path d="M${n(x(at))} ${bottom}v4" stroke="${inks.soft}" stroke-width="0.6"/>` +
        write(tickTime(at, to - from), { x: x(at), y: bottom + 12, anchor: 'middle' }),
    ),
    `<path d="${line}V${n(bottom)}H${n(x(chart.points[0]?.at ?? from))}Z" fill="${inks.primary}" fill-opacity="0.14"/>`,
    `<path d="${line}" fill="none" stroke="${inks.primary}" stroke-width="1.4"/>`,
    `<path d="M${PLOT.left} ${n(y(0))}H${n(right)}" stroke="${inks.soft}" stroke-width="0.8"/>`,
    ...(required > 0
      ? [
          `<path d="M${PLOT.left} ${n(y(required))}H${n(right)}" stroke="${inks.danger}" stroke-width="1" stroke-dasharray="5 3"/>`,
          ground(`${need}${reached}`, PLOT.left + 4, y(required) - 4),
          write(`${need}${reached}`, {
            x: PLOT.left + 4,
            y: y(required) - 4,
            color: inks.danger,
            bold: true,
          }),
        ]
      : []),
    ...labels.map(({ label, middle, row }) => {
      const at = top - 4 - row * PLOT.label;
      return write(label, { x: middle, y: at, anchor: 'middle', color: inks.warning, bold: true });
    }),
  ]);
}

/**
 * Returns the time span of the chart: from the first arrival to the last change, or to the closing if the closing
 * follows soon.
 */
function spanOf({ points, questions, closedAt }: QuorumChart): { from: number; to: number } {
  const times = [
    ...points.map((point) => point.at),
    ...questions.flatMap((one) => [one.openedAt, one.closedAt ?? one.openedAt]),
  ];
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  const after = Math.max((last - first) * 0.15, 5 * 60_000);
  const to = Math.min(closedAt === null ? Number.POSITIVE_INFINITY : Math.max(closedAt, last), last + after);
  return { from: first - (to - first) * 0.03 - 1_000, to: to + 1_000 };
}

/** Returns the SVG path of the registered coefficient: a horizontal line to the next change, then a step. */
function stepsOf(
  points: QuorumChart['points'],
  x: (at: number) => number,
  y: (value: number) => number,
  to: number,
): string {
  const [first] = points;
  const start = first === undefined ? '' : `M${n(x(first.at))} ${n(y(0))}`;
  const steps = points.map((point) => `H${n(x(point.at))}V${n(y(point.coefficient))}`);
  return `${start}${steps.join('')}H${n(x(to))}`;
}

interface PlacedLabel {
  label: string;
  middle: number;
  row: number;
}

/** Places the labels of question bands in rows so no labels overlap. Drops labels beyond the fourth row. */
function rowsOf(bands: readonly { label: string; from: number; to: number }[]): PlacedLabel[] {
  const ends: number[] = [];
  return bands.flatMap(({ label, from, to }) => {
    const half = textWidth(label, FONT_SIZE, true) / 2 + 2;
    const middle = Math.max((from + to) / 2, PLOT.left + half);
    const free = ends.findIndex((end) => end <= middle - half);
    const row = free === -1 ? ends.length : free;
    if (row > 3) return [];
    ends[row] = middle + half;
    return [{ label, middle, row }];
  });
}

/** Returns round values for the marks of a chart's axis that starts at 0. */
function scaleOf(highest: number): { top: number; ticks: number[]; write: (value: number) => string } {
  const rough = Math.max(highest, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((part) => part * power).find((one) => one >= rough * 0.999) ?? rough;
  const steps = Math.ceil(highest / step - 0.001) || 1;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9) + (step / power === 2.5 ? 1 : 0));
  return {
    top: steps * step,
    ticks: Array.from({ length: steps + 1 }, (_, i) => i * step),
    write: (value) =>
      step >= 1 && step % 1 === 0 ? count(value) : value.toFixed(decimals).replace('.', ','),
  };
}

const DAY = 24 * 3_600_000;
const dayAndTime = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  day: 'numeric',
  month: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function tickTime(at: number, span: number): string {
  return span > DAY * 0.75 ? dayAndTime.format(new Date(at)) : time(iso(at));
}

/**
 * Data of a bar chart in the report of a question: a bar for each answer, by share of the deciding votes.
 */
export interface AnswersChart {
  /** Width of the chart in points. */
  width: number;
  bars: readonly AnswerBar[];
  /**
   * Vertical line with a label at the share (0 to 1) needed by an answer to win. Null if the answer with
   * the most votes wins.
   */
  mark: { share: number; words: string } | null;
}

interface AnswerBar {
  answer: string;
  /** Length of the bar: share of the deciding votes, 0 to 1. */
  share: number;
  /** Part of the share counted for the majority, 0 to 1. Null if the whole share counts. */
  counted: number | null;
  /** Figures printed beside the bar, as text. */
  figures: string;
  isStrong: boolean;
}

const BAR = { label: 150, figures: 150, height: 14, row: 26, gap: 8 };

/** Draws a bar for each answer as SVG: answer text (cut if long), bar and figures. */
export function answersChart({ width, bars, mark }: AnswersChart): string {
  const left = BAR.label + BAR.gap;
  const room = width - left - BAR.figures - BAR.gap;
  const most = Math.max(0.05, mark === null ? 0 : mark.share * 1.15, ...bars.map((bar) => bar.share));
  const scale = scaleOf(Math.min(100, most * 100));
  const x = (share: number) => left + ((share * 100) / scale.top) * room;
  const top = mark === null ? 2 : 14;
  const bottom = top + bars.length * BAR.row;
  return svg(width, bottom + PLOT.axis, [
    PATTERNS,
    ...scale.ticks.map(
      (value) =>
        `<path d="M${n(x(value / 100))} ${top}V${n(bottom + 3)}" stroke="${inks.line}" stroke-width="0.4"/>` +
        write(`${scale.write(value)} %`, { x: x(value / 100), y: bottom + 12, anchor: 'middle' }),
    ),
    ...bars.map((bar, i) => drawBar(bar, { y: top + i * BAR.row, left, width, x })),
    ...(mark === null
      ? []
      : [
          `<path d="M${n(x(mark.share))} ${top - 2}V${n(bottom)}" stroke="${inks.danger}" stroke-width="1" stroke-dasharray="4 2.5"/>`,
          write(mark.words, {
            x: x(mark.share),
            y: top - 5,
            anchor: 'middle',
            color: inks.danger,
            bold: true,
          }),
        ]),
  ]);
}

function drawBar(
  { answer, share, counted, figures, isStrong }: AnswerBar,
  { y, left, width, x }: { y: number; left: number; width: number; x: (share: number) => number },
): string {
  const { lines } = fitText(answer, {
    x: 0,
    y: 0,
    width: BAR.label,
    height: 2 * FONT_SIZE * 1.15,
    size: FONT_SIZE,
    bold: isStrong,
  });
  const middle = y + BAR.row / 2;
  const first = middle + 2.6 - ((lines.length - 1) * FONT_SIZE * 1.15) / 2;
  const rect = (to: number, fill: string) =>
    `<rect x="${n(left)}" y="${n(middle - BAR.height / 2)}" width="${n(Math.max(x(to) - left, 0))}" height="${BAR.height}" fill="${fill}"/>`;
  const whole = isStrong ? inks.primary : '#7fa3aa';
  return [
    ...lines.map((line, i) =>
      write(line, {
        x: BAR.label,
        y: first + i * FONT_SIZE * 1.15,
        anchor: 'end',
        bold: isStrong,
        color: inks.ink,
      }),
    ),
    counted === null ? rect(share, whole) : rect(share, 'url(#uncounted)') + rect(counted, whole),
    `<path d="M${n(left)} ${n(middle - BAR.height / 2 - 3)}v${BAR.height + 6}" stroke="${inks.soft}" stroke-width="0.8"/>`,
    write(figures, { x: width, y: middle + 2.6, anchor: 'end', bold: isStrong, color: inks.ink }),
  ].join('');
}

/** SVG pattern of stripes for votes not counted for the majority. */
const PATTERNS = `<defs><pattern id="uncounted" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" fill="#ffffff"/><rect width="1.6" height="4" fill="${inks.primary}"/></pattern></defs>`;

function svg(width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}">${parts.join('')}</svg>`;
}

function vertical(x: number, top: number, bottom: number): string {
  return `<path d="M${n(x)} ${top}V${n(bottom)}" stroke="${inks.accent}" stroke-width="0.7"/>`;
}

interface Written {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  color?: string;
  bold?: boolean;
}

function write(text: string, { x, y, anchor = 'start', color = inks.soft, bold = false }: Written): string {
  const visible = printable(text);
  return `<text x="${n(x)}" y="${n(y)}" font-family="${faceOf(visible)}" font-size="${FONT_SIZE}" text-anchor="${anchor}" fill="${color}"${bold ? ' font-weight="bold"' : ''}>${escaped(visible)}</text>`;
}

/** Draws a white rectangle behind a text, so a line through the text does not disturb. */
function ground(text: string, x: number, y: number): string {
  return `<rect x="${n(x - 2)}" y="${n(y - FONT_SIZE)}" width="${n(textWidth(text, FONT_SIZE, true) + 4)}" height="${FONT_SIZE + 2.5}" fill="#ffffff" fill-opacity="0.8"/>`;
}

const n = (value: number): string => String(Math.round(value * 100) / 100);

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
