import { sameText } from '../../../../shared/assemblies/concept-words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { PaperArrival, PaperVote } from '../../../../shared/assemblies/paper-evening/typing.api.ts';
import { instantInBogota } from '../../../../shared/days.ts';
import { defined } from '../../../../shared/defined.ts';

/** Fault in a typed line: number of the line, from 1, and Spanish sentence. */
export interface LineFault {
  line: number;
  text: string;
}

/** Unit of the roll as needed to check typed lines. */
export interface PaperUnit {
  apartmentId: string;
  /** False for a unit with coefficient 0. */
  hasVote: boolean;
}

/** Day (YYYY-MM-DD) and called hour ('HH:mm') of an evening. */
interface EveningStart {
  day: string;
  hour: string;
}

/** Returns a search for units by typed id: without regard to case, accents and double spaces. */
export function unitFinder(units: readonly PaperUnit[]): (typed: string) => PaperUnit | undefined {
  const byText = new Map(units.map((unit) => [sameText(unit.apartmentId), unit]));
  return (typed) => byText.get(sameText(typed));
}

/**
 * Reads an hour of the paper: '18:40', '6:40 pm', '6.40 p. m.', '1840'. Returns 'HH:mm', or null for another text.
 */
export function readHour(typed: string): string | null {
  const text = typed.toLowerCase().replace(/[\s.]+(?=[apm])|\.(?=\s|$)/g, '');
  const [, hours = '', minutes = '', half] = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:([ap])m?)?$/.exec(text) ?? [];
  if (hours === '') return null;
  const hour = Number(hours);
  const isTwelve = half !== undefined;
  if (isTwelve ? hour < 1 || hour > 12 : hour > 23 || minutes === '') return null;
  if (Number(minutes) > 59) return null;
  const whole = isTwelve ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return `${String(whole).padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/** Earliest hour of the paper, minutes before the call of the evening. */
const EARLIEST = 3 * 60;
/** Minutes after the call; a later hour is unusual. */
const UNUSUAL = 10 * 60;
const A_DAY = 24 * 60;

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/**
 * Reads an hour of the paper as an instant (ISO 8601), from three hours before the call of the evening: an hour after
 * midnight is of the next day. Null for another text.
 * @param fault called with a Spanish sentence for another text, and for an hour far from the call without am or pm,
 *   for example '6:40' on an evening called for 18:00
 */
export function readInstant(
  typed: string,
  start: EveningStart,
  fault: (words: string) => void,
): string | null {
  const hour = readHour(typed);
  if (hour === null) {
    fault(typed.trim() === '' ? 'falta la hora, como 18:40.' : `«${typed}» no es una hora: escriba 18:40.`);
    return null;
  }
  const after = ((minutesOf(hour) - minutesOf(start.hour) + EARLIEST + A_DAY) % A_DAY) - EARLIEST;
  const isClear = /[ap]/i.test(typed) || hour >= '13:00';
  if (after > UNUSUAL && !isClear)
    fault(`«${typed}» está lejos de las ${start.hour}, la hora citada: escriba am o pm.`);
  return new Date(Date.parse(instantInBogota(start.day, start.hour)) + after * 60_000).toISOString();
}

interface TypedLine {
  line: number;
  cells: string[];
}

/** Splits a text in lines with cells, divided by tab or semicolon. Skips empty lines and the titles of a sheet. */
const typedLines = (text: string): TypedLine[] =>
  text.split(/\r?\n/).flatMap((typed, i) => {
    if (typed.trim() === '' || /^\s*inmuebles?\s*[;\t]/i.test(typed)) return [];
    return [{ line: i + 1, cells: typed.split(/[;\t]/).map((cell) => cell.trim()) }];
  });

/** Splits a name with a document behind it: 'ANA RUIZ 52.111.222'. */
function personOf(typed: string): { name: string; document?: string } {
  const [, name = '', document] = /^(.*?)[\s,(]+([\d.]{5,})\)?$/.exec(typed) ?? [];
  return name === '' ? { name: typed } : { name, ...defined({ document }) };
}

const YES = new Set(['x', 'si', 's', 'poder', 'con poder']);
const NO = new Set(['', 'no', 'n', '-']);

/** Returns the first hour of entry on the list, 'HH:mm'; null for a list without hours. */
export const firstHour = (text: string): string | null =>
  typedLines(text)
    .map(({ cells }) => readHour(cells[1] ?? ''))
    .find((hour) => hour !== null) ?? null;

/**
 * Reads the list of attendance. A line: units (several divided by commas); hour of entry; name of a person who is not
 * the owner; 'x' for a power; hour of departure. Without an hour of entry the hour of the line above counts.
 */
export function readArrivals(
  text: string,
  start: EveningStart,
  find: ReturnType<typeof unitFinder>,
): { arrivals: PaperArrival[]; faults: LineFault[] } {
  const arrivals: PaperArrival[] = [];
  const faults: LineFault[] = [];
  const seen = new Set<string>();
  let above: string | null = null;
  for (const { line, cells } of typedLines(text)) {
    const [typedUnits = '', typedHour = '', person = '', power = '', typedLeft = ''] = cells;
    const fault = (words: string) => faults.push({ line, text: words });
    const units = typedUnits.split(',').flatMap((typed) => {
      const found = find(typed);
      if (found === undefined) fault(`el inmueble «${typed.trim()}» no está en el censo.`);
      else if (seen.has(found.apartmentId)) fault(`el inmueble ${found.apartmentId} ya está en otra línea.`);
      else {
        seen.add(found.apartmentId);
        return [found.apartmentId];
      }
      return [];
    });
    const at: string | null =
      typedHour === '' && above !== null ? above : readInstant(typedHour, start, fault);
    above = at ?? above;
    const leftAt = typedLeft === '' ? null : readInstant(typedLeft, start, fault);
    if (leftAt !== null && at !== null && leftAt < at) fault('la salida es anterior a la entrada.');
    const byProxy = YES.has(sameText(power));
    if (!byProxy && !NO.has(sameText(power))) fault(`en «Poder» escriba x, o deje vacío: dice «${power}».`);
    if (byProxy && person === '') fault('falta el nombre de quien vino con poder.');
    if (units.length === 0 || at === null) continue;
    arrivals.push({
      apartmentIds: units,
      at,
      ...defined({
        leftAt: leftAt ?? undefined,
        attendee: person === '' ? undefined : personOf(person),
        byProxy: byProxy ? true : undefined,
      }),
    });
  }
  return { arrivals, faults };
}

/** Splits the line of a vote without tab or semicolon at its last space: 'PQ 1 2' is unit 'PQ 1', answer 2. */
const voteCells = ({ cells }: TypedLine): [unit: string, answer: string] => {
  const [first = '', second] = cells;
  if (second !== undefined) return [first, second];
  const at = first.search(/\s\S+$/);
  return at === -1 ? [first, ''] : [first.slice(0, at), first.slice(at + 1)];
};

/** Numbers of the typed answers: '2', '1,4' or the text of an answer. Null for another text. */
function answersTyped(typed: string, answers: LiveConcept['answers']): number[] | null {
  const named = answers.find(({ answerDescription }) => sameText(answerDescription) === sameText(typed));
  if (named !== undefined) return [named.answerId];
  const numbers = typed.split(/[,+]/).map((part) => Number(part.trim() || Number.NaN));
  const areAnswers = numbers.every((number) => answers.some(({ answerId }) => answerId === number));
  return areAnswers ? [...new Set(numbers)].sort((a, b) => a - b) : null;
}

/**
 * Reads the votes of a question. A line: unit, and number or text of the answer; several names divided by commas.
 * @param present units present at the hour of the count; null if the hour is missing
 */
export function readVotes(
  text: string,
  answers: LiveConcept['answers'],
  find: ReturnType<typeof unitFinder>,
  present: ReadonlySet<string> | null,
): { votes: PaperVote[]; faults: LineFault[] } {
  const votes: PaperVote[] = [];
  const faults: LineFault[] = [];
  const seen = new Set<string>();
  for (const typed of typedLines(text)) {
    const [typedUnit, typedAnswer] = voteCells(typed);
    const unit = find(typedUnit);
    const chosen = answersTyped(typedAnswer, answers);
    const faultText = voteFault({ typedUnit, typedAnswer, unit, chosen, seen, present });
    if (unit === undefined || chosen === null || faultText !== null) {
      faults.push({ line: typed.line, text: faultText ?? '' });
      continue;
    }
    seen.add(unit.apartmentId);
    const voteId = chosen.at(-1) ?? 0;
    votes.push({
      apartmentId: unit.apartmentId,
      voteId,
      ...defined({ voteIds: chosen.length > 1 ? chosen : undefined }),
    });
  }
  return { votes, faults };
}

function voteFault({
  typedUnit,
  typedAnswer,
  unit,
  chosen,
  seen,
  present,
}: {
  typedUnit: string;
  typedAnswer: string;
  unit: PaperUnit | undefined;
  chosen: number[] | null;
  seen: ReadonlySet<string>;
  present: ReadonlySet<string> | null;
}): string | null {
  if (unit === undefined) return `el inmueble «${typedUnit.trim()}» no está en el censo.`;
  const { apartmentId, hasVote } = unit;
  if (typedAnswer === '') return `falta la respuesta del inmueble ${apartmentId}.`;
  if (chosen === null) return `«${typedAnswer}» no es una respuesta de esta votación.`;
  if (seen.has(apartmentId)) return `el inmueble ${apartmentId} ya votó en otra línea.`;
  if (!hasVote) return `el inmueble ${apartmentId} tiene coeficiente 0 y no vota.`;
  if (present !== null && !present.has(apartmentId))
    return `el inmueble ${apartmentId} no estaba presente a esa hora, según la lista.`;
  return null;
}
