import type { RowChange } from './rows.ts';
import type { ShownAct } from './tour.ts';

const BEGIN = '<!-- tour: printed by `npm run tour -- --page` -->';
const MOST_LETTERS = 90;

/** Patterns of values that differ in each run, each with the word to print instead. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '‹instant›'],
  [/\b1[789]\d{11}\b/g, '‹ms›'],
  [/\b[0-9a-f]{64}\b/g, '‹hash›'],
  [/\b[0-9a-f]{32}\b/g, '‹id›'],
  [/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, '‹code›'],
  [/\b(?=\d*[A-Z])[0-9A-Z]{12}\b/g, '‹code›'],
  [/\bQR-[0-9a-f]{16}\b/g, '‹codeId›'],
  [/[0-9A-Z]{2}••-••••-••[0-9A-Z]{2}/g, '‹masked code›'],
  [/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, '‹receipt›'],
];

interface Look {
  where: (place: ShownAct['way'][number]['place']) => string;
  /** Replaces values that differ in each run by words. */
  steady: (text: string) => string;
}

/** Prints the acts of the tour as Markdown, with the line number of each named function. */
export const printTour = (acts: readonly ShownAct[]): string =>
  acts
    .map((act) => printAct(act, { where: ({ file, line }) => `${file}:${line}`, steady: (text) => text }))
    .join('\n');

/** Puts the acts into the page of the tour, without line numbers and without values that differ in each run. */
export function tourPage(page: string, acts: readonly ShownAct[]): string {
  const [before, after] = page.split(BEGIN);
  if (before === undefined || after === undefined) throw new Error('The page has no marks for the tour.');
  const steady = (text: string) =>
    CHANGING.reduce((made, [pattern, word]) => made.replace(pattern, word), text);
  const look: Look = { where: ({ file }) => file, steady };
  return `${before}${BEGIN}\n\n${acts.map((act) => printAct(act, look)).join('\n')}`;
}

function printAct({ title, call, way, rows, entries, events }: ShownAct, { where, steady }: Look): string {
  const steps = way.map(
    ({ place, runsIn, says }, at) =>
      `| ${at + 1} | \`${place.name}\` | ${where(place)} | ${says}${runsIn === 'main thread' || runsIn === 'declaration' ? '' : ` (${runsIn})`} |`,
  );
  return [
    ...[`## ${title}`, '', '```text', steady(call), '```', ''],
    ...['| | Function | Place | Task |', '|---|---|---|---|', ...steps, ''],
    ...[
      'Written rows (`+` new, `~` changed):',
      '',
      '```text',
      ...rows.map((row) => rowLine(row, steady)),
      '```',
      '',
    ],
    ...['Audit entries, as the trail shows them:', ''],
    ...entries.map(({ act, what }) => `- \`${act}\`: ${steady(what)}`),
    ...['', ...(events.length === 0 ? ['No live event: the screen polls the job.'] : ['Live events:']), ''],
    ...(events.length === 0
      ? []
      : [
          '```text',
          ...events.map(({ name, event }) => `${name} ${steady(JSON.stringify(event))}`),
          '```',
          '',
        ]),
  ].join('\n');
}

function rowLine({ table, kind, values }: RowChange, steady: Look['steady']): string {
  const columns = Object.entries(values).map(([name, value]) => `${name}=${shortened(value, steady)}`);
  return `${kind === 'new' ? '+' : '~'} ${table}: ${columns.join(' ')}`;
}

function shortened(value: unknown, steady: Look['steady']): string {
  if (value instanceof Uint8Array) return '‹bytes›';
  const text = steady(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}
