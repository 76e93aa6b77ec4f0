import type { ColumnRole } from '../../../shared/billing/drafts.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { columnLetter } from '../../platform/sheets/sheet.types.ts';
import { conceptCalled, conceptKey } from '../settings/concept-names.ts';
import {
  type ColumnValues,
  holdsAmounts,
  looksCounted,
  looksLikeRate,
  looksNumbered,
  mayBePesos,
} from './column-values.ts';
import {
  chargedByMeasure,
  isFeeOfMonth,
  isMonthAlone,
  type Meaning,
  mayBeCharge,
  mayBeCredit,
  otherMoney,
} from './column-words.ts';
import type { ColumnFound, RowPlace, UnitGrounds } from './month-sheet.types.ts';

/** Column of a month's spreadsheet while its role is being decided (unit, charge, payment, ignored …). */
export interface MonthColumn extends Omit<ColumnFound, 'meaning' | 'samples'> {
  /** True if the column has a header text. */
  named: boolean;
  /** Meaning of the header's words; null for unknown words. */
  meaning: Meaning | null;
  /** Counts and samples of the cells below the header. */
  values: ColumnValues;
  /** Set if a problem already explains why the column is not read. */
  isReported?: true;
  /** Set if the column is hidden in the sheet. */
  hidden?: true;
  /** Set if the table has no header row. */
  titleless?: true;
}

/**
 * Builds an entry for the list of problems in a month's spreadsheet, shown to the user beside the preview.
 * @param column header of the column; null for a problem of the row or the whole file
 * @param severity an 'error' blocks the month, a 'warning' does not
 * @param code stable name of the kind of problem: 'unitUnknown'
 * @param message Spanish sentence for the user
 * @param place row of the problem; omit for the whole file
 */
export function about(
  column: string | null,
  severity: ImportProblem['severity'],
  code: string,
  message: string,
  place?: RowPlace,
): ImportProblem {
  const sheet = place?.sheet === undefined ? {} : { sheet: place.sheet };
  return { ...sheet, row: place?.row ?? null, column, severity, code, message };
}

/** True for a role chosen for the column, now or under the same header. */
export const isChosen = ({
  byHand,
  isByMonth,
  chosenNow,
}: Pick<ColumnFound, 'byHand' | 'isByMonth' | 'chosenNow'>): boolean =>
  byHand && (isByMonth !== true || chosenNow === true);

/**
 * Reports columns of a month's spreadsheet with a doubtful sign or month: amounts subtracted from the debt,
 * names like 'Reintegro' charged although perhaps in favour, and headers with only a month ('Mayo') read as
 * fee. Several month columns, or a credit column with both signs, are errors; the rest are warnings.
 */
export function aboutSigns(columns: readonly MonthColumn[], { concepts }: UnitGrounds): ImportProblem[] {
  const named = columns.flatMap(({ role, byHand, header, values: { nonZero } }) =>
    role === 'charge' && !byHand && nonZero > 0 && isFeeOfMonth(header) ? [`«${header}»`] : [],
  );
  // A repeated header is another table beside.
  const months = [...new Set(named)];
  return columns.flatMap((column) => {
    const { role, header, nature } = column;
    const { negative, nonZero } = column.values;
    const add = (severity: ImportProblem['severity'], code: string, message: string) => [
      about(header, severity, code, message),
    ];
    if (nonZero === 0) return [];
    if (role === 'credit' && negative > 0 && negative < nonZero) {
      const message = `«${header}» tiene valores positivos y negativos: no se sabe cuáles son a favor. Asígnela como cobro del mes, con los que son a favor en negativo.`;
      return add('error', 'creditMixed', message);
    }
    if (isChosen(column)) return [];
    if (column.byHand && nature !== 'fee') return [];
    if (role === 'credit') {
      const message = `Los valores de «${header}» se restan: son a favor de los inmuebles. Si son un cobro, asigne la columna como cobro del mes.`;
      return add('warning', 'creditRead', message);
    }
    if (role === 'charge' && isFeeOfMonth(header) && (months.length > 1 || isMonthAlone(header))) {
      if (months.length > 1) {
        const message = `La hoja tiene columnas de varios meses (${listedNames(months)}). Asigne «No usar» a las que no se cobran este mes.`;
        return add('error', 'monthsSeveral', message);
      }
      const message = `Los valores de «${header}» se cobran como cuota de administración. Si son otra cosa, cambie lo que es la columna.`;
      return add('warning', 'monthAsFee', message);
    }
    const isNew = conceptCalled(concepts, header) === undefined;
    if (role !== 'charge' || negative > 0 || !isNew || !mayBeCredit(header)) return [];
    const message = `Los valores de «${header}» son positivos: se cobran. Si son a favor de los inmuebles, asigne la columna como «A favor (se resta)».`;
    return add('warning', 'signDoubtful', message);
  });
}

/** Column roles with amounts that change a unit's debt. */
const moneyRoles: ReadonlySet<ColumnRole> = new Set([
  ...(['charge', 'credit', 'opening', 'openingInterest', 'interest', 'payment', 'balance'] as const),
]);
/** Header words for services billed by meter: water, gas, energy. */
const METER = /\b(agua|acueducto|gas|energia|luz)\b/;

/** True for a column with only amounts below a thousand pesos, some with decimals. */
const isTiny = ({ large, small }: ColumnValues): boolean => large === 0 && !small;

const someOf = ({ samples }: ColumnValues): string => ` (${samples.join('; ')})`;

/**
 * Reports columns of amounts with an unclear role in a month's spreadsheet: money to charge, money to
 * subtract, or no money? Mostly errors until the user chooses the role; a column already read with a role
 * gets a warning.
 */
export function aboutDoubtful(
  columns: readonly MonthColumn[],
  { begun }: Pick<UnitGrounds, 'begun'>,
): ImportProblem[] {
  const hasCharge = columns.some(({ role, values }) => role === 'charge' && values.large > 0);
  const hasTotal = columns.some(({ role }) => role === 'total');
  const hasMoney = columns.some(({ role, values }) => moneyRoles.has(role) && values.large > 0);
  return columns.flatMap((column) => {
    const { header, meaning, values, role, byHand } = column;
    if (byHand || values.nonZero === 0) return [];
    if (role === 'charge' && meaning?.kind === 'measure') {
      const message = `Los valores de «${header}» se leyeron como pesos y se cobran. Si son medidas, asigne la columna como «No usar».`;
      return [about(header, 'warning', 'measureCharged', message)];
    }
    if (role === 'payment' && meaning?.kind === 'credited') {
      const message = `Los valores de «${header}» se leyeron como pagos recibidos. Si son notas crédito, asigne la columna como «A favor (se resta)».`;
      return [about(header, 'warning', 'creditsPaid', message)];
    }
    const same = columns.find((one) => one.role === sameRole(column, begun));
    const first = same && isAfterMonth(column, same, columns) ? undefined : same;
    const doubt = role === 'ignore' ? unreadDoubt(column, first) : readDoubt(column, { hasCharge, hasMoney });
    if (doubt === null) return [];
    column.isReported = true;
    if (doubt[0] === 'headerUnknown') {
      column.unknown = {
        owed: meaning !== null ? null : begun ? 'balance' : 'opening',
        ...defined({ mayBeTotal: hasTotal || meaning !== null ? undefined : (true as const) }),
      };
    }
    return [about(header, 'error', ...doubt)];
  });
}

/** Code and Spanish sentence of a question about a column. */
type Doubt = [code: string, message: string];

/**
 * Returns the question about a column with a role; null without a doubt.
 * @param pesos `hasCharge`: a charge column has pesos; `hasMoney`: a column of any money role has pesos
 */
function readDoubt(
  { header, meaning, values, role, hidden }: MonthColumn,
  pesos: { hasCharge: boolean; hasMoney: boolean },
): Doubt | null {
  const small = `Los valores de «${header}»${someOf(values)} son muy pequeños para pesos: pueden ser`;
  const money = otherMoney(header);
  if (role !== 'concept' && money !== null) {
    return [
      'pesosDoubtful',
      `«${header}» parece estar ${money}, y se lee en pesos. Escriba los valores en pesos completos en el archivo y cárguelo de nuevo; si ya están completos, dígalo.`,
    ];
  }
  if (hidden && moneyRoles.has(role)) {
    return [
      'columnHidden',
      `«${header}» está oculta en la hoja y trae valores${someOf(values)}. Diga si se usa.`,
    ];
  }
  if (role === 'charge' && pesos.hasCharge && isTiny(values) && METER.test(plainWords(header))) {
    return ['measureDoubtful', `${small} lo que marca un medidor. Diga si se cobran.`];
  }
  // 'Recargos' alone is late interest.
  const isNamed = role === 'openingInterest' && plainWords(header).includes(' ');
  if ((role === 'payment' || isNamed) && mayBeCharge(header)) {
    const other = role === 'payment' ? 'un pago recibido' : 'intereses de antes';
    return [
      'chargeDoubtful',
      `«${header}»${someOf(values)} puede ser ${other} o un cobro del mes. Diga qué es.`,
    ];
  }
  const isRate = meaning?.kind === 'interest' && looksLikeRate(values);
  if (moneyRoles.has(role) && pesos.hasMoney && (isRate || looksCounted(values))) {
    return ['countDoubtful', `${small} una cantidad o una tasa. Diga si son pesos.`];
  }
  return null;
}

/**
 * Returns the role of a further column of payments, or of debts before the books begin: once begun, balances are compared.
 * Null for other columns.
 */
function sameRole({ meaning }: MonthColumn, begun: boolean): ColumnRole | null {
  const kind = meaning?.kind;
  return kind === 'payment' || (kind === 'opening' && !begun) ? kind : null;
}

/** True for a bare 'Saldo' behind all charges, beside 'Saldo anterior': the debt after the month. */
const isAfterMonth = (
  { header, column }: MonthColumn,
  first: MonthColumn,
  columns: readonly MonthColumn[],
): boolean =>
  /anterior|inicial|\bant\b/i.test(first.header) &&
  /^(saldo|sdo)s?( (pendientes?|total(es)?))?$/.test(plainWords(header)) &&
  columns.every((one) => one.role !== 'charge' || one.column < column);

/**
 * Returns the question about a column of amounts without a role; null without a doubt.
 * @param first column read as payments or debts, beside a further column of the same kind
 */
function unreadDoubt(
  { header, meaning, values, named, hidden, titleless }: MonthColumn,
  first: MonthColumn | undefined,
): Doubt | null {
  if (!holdsAmounts(values)) return null;
  if (first !== undefined && !looksCounted(values)) {
    return [
      'alsoDoubtful',
      `«${header}»${someOf(values)} puede sumarse a «${first.header}», o estar ya en esos valores. No se usa mientras usted no lo diga.`,
    ];
  }
  const isTitleless = titleless || !named;
  const isUnknown = meaning === null || meaning.kind === 'unsure';
  if (isUnknown && !looksNumbered(values)) {
    const why = isTitleless
      ? `La columna ${header} no tiene título: diga qué son sus valores${someOf(values)}.`
      : `El título «${header}»${hidden ? ', de una columna oculta,' : ''} no dice si sus valores${someOf(values)} se cobran.`;
    return ['headerUnknown', `${why} No se usan mientras usted no lo diga.`];
  }
  if (meaning?.kind === 'age') {
    return [
      'ageDoubtful',
      `«${header}» parece lo que se debe de antes, por edades, y no un cobro del mes. Diga qué es.`,
    ];
  }
  if (meaning?.kind === 'measure' && mayBePesos(values) && chargedByMeasure(header)?.isMetered) {
    return ['measureDoubtful', `«${header}» puede traer pesos o lo que marca un medidor. Diga si se cobra.`];
  }
  if (meaning?.kind === 'discount') {
    return [
      'discountDoubtful',
      `«${header}» puede ser un descuento ya concedido, que se resta, o uno que solo se ofrece. Diga cuál es.`,
    ];
  }
  if (meaning?.kind === 'agreement') {
    return [
      'agreementDoubtful',
      `«${header}» puede ser una cuota que se cobra o un pago recibido. Diga cuál es; si esa deuda ya está en libros, no la cobre otra vez.`,
    ];
  }
  return null;
}

/**
 * Warns if several columns of a month's spreadsheet are charged under the same concept ('Administración'
 * twice): one of the columns may be no charge.
 */
export function repeatedConcepts(columns: readonly MonthColumn[]): ImportProblem[] {
  const byConcept = new Map<string, MonthColumn[]>();
  for (const column of columns) {
    if ((column.role !== 'charge' && column.role !== 'credit') || column.conceptOfRow) continue;
    const key = conceptKey(column.concept ?? column.header);
    byConcept.set(key, [...(byConcept.get(key) ?? []), column]);
  }
  return [...byConcept.values()].flatMap((same) => {
    const [first] = same;
    if (!first || same.length < 2 || same.every(({ byHand }) => byHand)) return [];
    const letters = same.map(({ column }) => columnLetter(column)).join(', ');
    const message = `Las columnas ${letters} son del mismo concepto, «${first.concept ?? first.header}», y se cobran todas. Si alguna no es un cobro, asígnela como «No usar».`;
    return [about(first.header, 'warning', 'conceptRepeated', message)];
  });
}

const NOTES = /\b(observacion(es)?|notas?|novedad(es)?|comentarios?|detalles?)\b/;

/**
 * Warns about columns with amounts left unread in a month's spreadsheet, because the amounts may be debts or
 * payments of owners.
 */
export function notRead(columns: readonly MonthColumn[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  // '10%' below 'Descuento'.
  const isShare = ({ meaning, values: { filled, amounts, days } }: MonthColumn) =>
    meaning?.kind === 'discount' && filled > 0 && amounts + days === 0;
  const left = columns.filter(
    (column) =>
      column.role === 'ignore' &&
      !column.chosenNow &&
      !column.isReported &&
      (holdsAmounts(column.values) || isShare(column)),
  );
  const interest = left.filter(({ leftOut }) => leftOut);
  const hasBalance = columns.some(({ role }) => role === 'opening' || role === 'balance');
  const after = hasBalance ? [] : left.filter(({ meaning }) => meaning?.kind === 'after');
  const other = left.filter(
    ({ meaning, named, leftOut, values }) =>
      named &&
      !leftOut &&
      !quiet.has(meaning?.kind ?? 'aside') &&
      !(meaning?.kind === 'measure' && !mayBePesos(values)),
  );
  if (after.length > 0) {
    const message = `No se leyó ${headerNames(after)}: puede ser el saldo después de los cobros. Si es el de antes, asígnelo como saldo.`;
    problems.push(about(after[0]?.header ?? null, 'warning', 'balanceIgnored', message));
  }
  if (interest.length > 0) {
    const message = `Los intereses de mora los liquida el sistema: no se leyó ${headerNames(interest)}. Si este mes se cobran los de la planilla, dígalo.`;
    problems.push(about(interest[0]?.header ?? null, 'warning', 'interestIgnored', message));
  }
  const notes = columns.filter(
    ({ role, chosenNow, header, values }) =>
      role === 'ignore' && !chosenNow && values.spoken.length > 0 && NOTES.test(plainWords(header)),
  );
  for (const { header, values } of notes) {
    const message = `«${header}» nombra valores, y las notas no se cobran: ${values.spoken.map((text) => `«${text}»`).join(', ')}. Si se cobran, póngalos en una columna de su concepto.`;
    problems.push(about(header, 'warning', 'amountsInNotes', message));
  }
  if (other.length > 0) {
    const message = `No se leyeron estas columnas con números: ${headerNames(other)}. Si alguna es un cobro, asígnele un concepto; si es a favor de los inmuebles, asígnela como «A favor (se resta)», o como saldo si es un saldo.`;
    problems.push(about(null, 'warning', 'columnIgnored', message));
  }
  return problems;
}

/**
 * Warns about columns with dates left unread in a month's spreadsheet: possibly the due date of the bills, or
 * the last day of a discount.
 */
export function datesNotRead(columns: readonly MonthColumn[]): ImportProblem[] {
  const dates = columns.filter(
    ({ role, chosenNow, isReported, values: { days, filled } }) =>
      role === 'ignore' && !chosenNow && !isReported && days > 0 && days * 2 >= filled,
  );
  if (dates.length === 0) return [];
  const message = `No se leyeron las fechas de ${headerNames(dates)}: las cuentas vencen el día que tiene la copropiedad en su configuración.`;
  return [about(dates[0]?.header ?? null, 'warning', 'datesIgnored', message)];
}

/** Meanings of a header without money to bill: parking numbers, second totals and similar. */
const quiet: ReadonlySet<Meaning['kind']> = new Set([
  ...(['quiet', 'owner', 'after', 'unit', 'tower', 'place', 'total', 'concept'] as const),
]);

const headerNames = (columns: readonly MonthColumn[]) =>
  columns.map(({ header }) => `«${header}»`).join(', ');

const listedNames = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);
