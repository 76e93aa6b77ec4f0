import type { SheetAsk } from '../../../shared/billing/drafts.api.ts';
import { monthWords } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { date } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { ColumnFound, MonthChoices, MonthSheet } from './month-sheet.types.ts';
import type { MonthSaid } from './months-said.ts';

type Choice = SheetAsk['choices'][number];

const NOT_USED: Choice = { label: 'No usar', role: 'ignore' };

/** Returns the answers the user may choose for a column's problem; null if the problem is no question. */
function choicesOf({ code }: ImportProblem, found: ColumnFound): Choice[] | null {
  const { header, role, concept } = found;
  switch (code) {
    case 'balanceAfter':
      return [
        { label: 'Es el saldo final: usarlo para verificar', role: 'total' },
        { label: 'Es el saldo anterior: se suma a los cobros', role },
      ];
    case 'sumDoubtful':
      return [
        { label: 'Es la suma de las demás: usarla para verificar', role: 'total' },
        { label: 'Es un cobro más', role: 'charge' },
      ];
    case 'thousandsDoubtful':
      return [{ label: 'Ya está en pesos completos', role, ...defined({ concept }) }, NOT_USED];
    case 'instalmentsDoubtful':
      return [
        { label: 'Son los cobros de este mes', role: 'charge' },
        { label: 'Es lo que se debía antes', role: 'opening' },
      ];
    case 'measureDoubtful':
      return [
        { label: 'Son pesos que se cobran', role: 'charge' },
        { label: 'Es lo que marca el medidor: no usar', role: 'ignore' },
      ];
    case 'headerUnknown':
      return [
        { label: 'Es un cobro del mes', role: 'charge' },
        { label: 'Es a favor del propietario: se resta', role: 'credit' },
        { label: 'Es informativo: no se usa', role: 'ignore' },
      ];
    case 'columnHidden':
      return [{ label: 'Sí, se usa', role, ...defined({ concept }) }, NOT_USED];
    case 'chargesSame':
      return [
        { label: 'Se cobra este mes', role: 'charge' },
        { label: 'No se cobra: no usar', role: 'ignore' },
      ];
    case 'discountDoubtful':
      return [
        { label: 'Ya está concedido: se resta', role: 'credit' },
        { label: 'Solo se ofrece: no usar', role: 'ignore' },
      ];
    case 'discountDiffers':
    case 'discountTwice':
      return [
        { label: 'Ya lo da el sistema: no usar', role: 'ignore' },
        { label: 'Es otro descuento, ya concedido: se resta', role: 'credit' },
      ];
    case 'agreementDoubtful':
      return [
        { label: 'Es una cuota que se cobra', role: 'charge' },
        { label: 'Es un pago recibido', role: 'payment' },
        NOT_USED,
      ];
    case 'ageDoubtful':
      return [
        { label: 'Se debe de antes: saldo inicial', role: 'opening' },
        { label: 'Se cobra este mes', role: 'charge' },
        NOT_USED,
      ];
    case 'creditsPaid':
      return [
        { label: 'Son pagos recibidos', role: 'payment' },
        { label: 'Son notas crédito: se restan', role: 'credit' },
        NOT_USED,
      ];
    case 'interestIgnored':
      return [
        { label: 'Los liquida el sistema: no usar', role: 'ignore' },
        { label: 'Cobrar los de la planilla', role: 'interest' },
      ];
    case 'conceptRaw':
      return concept === undefined
        ? null
        : [{ label: `Llamarlo «${concept}»`, role: role === 'credit' ? 'credit' : 'charge', concept }];
    case 'monthsSeveral':
      return [
        { label: 'Se cobra este mes', role: 'charge' },
        { label: `No cobrar «${header}»`, role: 'ignore' },
      ];
    default:
      return null;
  }
}

const titles: Readonly<Record<string, (header: string) => string>> = {
  conceptRaw: (header) => `¿Cómo se llama «${header}» en las cuentas?`,
  monthsSeveral: (header) => `¿Se cobra «${header}» este mes?`,
  chargesSame: (header) => `¿Se cobra «${header}» este mes?`,
  columnHidden: (header) => `¿Se usa «${header}», que está oculta?`,
};

function askedOfColumns(problems: readonly ImportProblem[], columns: readonly ColumnFound[]): SheetAsk[] {
  const reported = new Set<string>();
  return problems.flatMap((problem) => {
    const found = columns.find(({ header, asked }) => header === problem.column && asked !== true);
    const choices = found === undefined ? null : choicesOf(problem, found);
    if (found === undefined || choices === null) return [];
    // Joined sheets ask about the same column once.
    const key = `${problem.code} ${found.column}`;
    if (reported.has(key)) return [];
    reported.add(key);
    const title = titles[problem.code]?.(found.header) ?? `¿Qué es «${found.header}»?`;
    return [{ code: problem.code, column: found.column, title, text: problem.message, choices }];
  });
}

/** Most sheets offered one by one to leave out. */
const MOST_ONE_BY_ONE = 6;

function choicesOfSheets(
  unread: readonly string[],
  { skipSheets = [], joinSheets = [] }: Pick<MonthChoices, 'skipSheets' | 'joinSheets'>,
): Choice[] {
  const isOne = unread.length === 1;
  const each = isOne || unread.length > MOST_ONE_BY_ONE ? [] : unread;
  return [
    { label: isOne ? 'Unirla' : 'Unirlas todas', joinSheets: [...joinSheets, ...unread] },
    { label: isOne ? 'No leer esa hoja' : 'No leer esas hojas', skipSheets: [...skipSheets, ...unread] },
    ...each.map((name) => ({ label: `No leer «${name}»`, skipSheets: [...skipSheets, name] })),
  ];
}

/**
 * Builds the questions to the user about a month's file: ambiguous columns, unread sheets, due date and month.
 * @param unread sheets with other units than the read sheets
 * @param months months named in the file that differ from the month read
 */
export function asksOf(
  problems: readonly ImportProblem[],
  { columns, unread, dueDay, dayAsks }: Pick<MonthSheet, 'columns' | 'unread' | 'dueDay' | 'dayAsks'>,
  months: readonly MonthSaid[],
  reading: Pick<MonthChoices, 'skipSheets' | 'joinSheets'>,
): SheetAsk[] {
  const asks = [...askedOfColumns(problems, columns), ...dayAsks];
  const unreadText = problems.find(({ code }) => code === 'sheetsUnread')?.message;
  if (unreadText !== undefined) {
    const title = '¿Qué se hace con las otras hojas?';
    const choices = choicesOfSheets(unread, reading);
    asks.push({ code: 'sheetsUnread', column: null, title, text: unreadText, choices });
  }
  const dueText = problems.find(({ code }) => code === 'dueDateSaid')?.message;
  if (dueText !== undefined && dueDay !== null) {
    const { day } = dueDay;
    const choices = [
      { label: `Vencen el ${date(`${day}T17:00:00Z`)}`, dueDate: day },
      { label: 'Vencen el día que tiene la copropiedad', dueDate: null },
    ];
    asks.push({
      code: 'dueDateSaid',
      column: null,
      title: '¿Cuándo vencen las cuentas?',
      text: dueText,
      choices,
    });
  }
  if (months.length > 0) {
    const text = problems
      .flatMap(({ code, message }) => (code === 'monthDiffers' ? [message] : []))
      .join(' ');
    const choices = months.map(({ year, month, words }) => ({
      year,
      month,
      label: `Leerla como ${monthWords(words)}`,
    }));
    asks.push({ code: 'monthDiffers', column: null, title: '¿De qué mes es la planilla?', text, choices });
  }
  return asks;
}
