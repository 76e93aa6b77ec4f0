import type { ColumnRole, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import { type ChargeNature, chargeNatureWords } from '../../../shared/billing/natures.ts';
import { capitalized } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { columnLetter, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import {
  amountOf,
  type ColumnValues,
  holdsAmounts,
  lookAt,
  lookedAt,
  looksNumbered,
  mayBePesos,
  shortText,
} from './column-values.ts';
import {
  chargedByMeasure,
  conceptKey,
  conceptOfHeader,
  isFeeOfMonth,
  isInThousands,
  isMonthAlone,
  isRawName,
  type Meaning,
  mayBeCredit,
  meaningOf,
  natureOf,
} from './column-words.ts';
import type { MonthHeader } from './month-header.ts';
import type { ColumnFound, Place, UnitGrounds } from './month-sheet.types.ts';
import { chooseUnit } from './unit-columns.ts';

/** One of the sheet's columns on the way to its role. */
interface Column {
  column: number;
  header: string;
  named: boolean;
  meaning: Meaning | null;
  values: ColumnValues;
  role: ColumnRole;
  concept?: string;
  nature?: ChargeNature;
  /** In this request, or in the joint's last sheet. */
  byHand: boolean;
  asked?: true;
  /** Mapped in the joint's sheet before. */
  remembered?: true;
  conceptOfRow?: true;
  inFavour?: true;
  leftOut?: true;
  /** Why it is not read was said. */
  told?: true;
}

/** There is one column of each at most: one that is mapped by hand takes the guessed one's place. */
const single: ReadonlySet<ColumnRole> = new Set(['balance', 'total', 'concept', 'dueDate', 'paidOn']);

/**
 * Says what each column is: as the request has it, else as somebody mapped the same header in the sheet before, else
 * by its words and values. A column of amounts with a header that nobody knows is proposed as a charge of that name;
 * one whose amounts are not read is warned of, so that nobody's money is dropped silently.
 */
export function findColumns(
  rows: readonly SheetRow[],
  header: MonthHeader,
  known: UnitGrounds,
  asked: readonly SheetColumn[],
): { columns: ColumnFound[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), header.labels.length);
  const looked = lookedAt(rows, width);
  const columns = Array.from({ length: width }, (_, column): Column => {
    const label = header.labels[column] ?? '';
    const values = lookAt(looked, column);
    const rest = { role: 'ignore', byHand: false } as const;
    const named = label !== '';
    return {
      ...{ column, header: named ? label : columnLetter(column), named, values, ...rest },
      meaning: named ? meaningIn(label, known) : null,
    };
  });
  const unknown = asked.filter(({ column }) => column >= width);
  for (const { column } of unknown) {
    problems.push(about(columnLetter(column), 'error', 'columnUnknown', 'La hoja no tiene esa columna.'));
  }
  remember(columns, known);
  problems.push(...guessRoles(columns, known, looked));
  for (const given of asked) {
    const column = columns[given.column];
    map(column, given);
    if (column) column.asked = true;
  }
  for (const { role } of asked.filter((given) => single.has(given.role))) {
    for (const column of columns) if (column.role === role && !column.byHand) column.role = 'ignore';
  }
  for (const column of columns) {
    // A second column of interest is the month's, beside what was owed before.
    const isOfMonth = known.begun || firstOf(columns, 'openingInterest') !== undefined;
    if (column.role === 'ignore' && column.meaning?.kind === 'interest' && isOfMonth) column.leftOut = true;
  }
  chooseUnit(rows, columns, known.units);
  for (const column of columns) {
    if (column.role === 'charge' || column.role === 'credit')
      problems.push(...nameConcept(column, columns, known));
  }
  problems.push(...aboutSigns(columns, known), ...repeatedConcepts(columns));
  problems.push(...aboutDoubtful(columns));
  for (const column of columns) {
    if (column.role !== 'ignore' || column.meaning?.kind !== 'dueDate' || column.told) continue;
    // One day for all is the bills' own, which is said elsewhere.
    const said = looked.filter((row) => shortText(row, column.column) !== '');
    const days = new Set(said.map((row) => cellDay(row, column.column)));
    if (days.size === 1 && !days.has(null)) column.told = true;
  }
  problems.push(...notRead(columns), ...datesNotRead(columns));
  return { columns: columns.map(toFound), problems };
}

/** What a joint charges already is a charge, whatever else its name might say. */
function meaningIn(label: string, { concepts }: UnitGrounds): Meaning | null {
  const said = meaningOf(label);
  if (said?.kind === 'credit') return said; // its concept was stored with what it took away
  const key = conceptKey(label);
  const stored = key === '' ? undefined : concepts.find(({ name }) => conceptKey(name) === key);
  return stored ? { kind: 'charge', nature: stored.nature } : said;
}

function map(column: Column | undefined, { role, concept, nature }: Omit<SheetColumn, 'column'>): void {
  if (!column) return;
  Object.assign(column, { role, byHand: true });
  if (concept !== undefined) column.concept = concept;
  if (nature !== undefined) column.nature = nature;
  if (column.meaning?.kind === 'favour' && (role === 'opening' || role === 'balance')) column.inFavour = true;
}

/** What nobody reads is never compared again: that is said of a balance or a total in each sheet anew. */
const compared: ReadonlySet<Meaning['kind'] | undefined> = new Set([
  ...(['opening', 'favour', 'after', 'total'] as const),
]);

/** What was mapped by hand the last time; how balances are read depends on the books, and is guessed anew. */
function remember(columns: readonly Column[], known: UnitGrounds): void {
  const roles: readonly ColumnRole[] = [
    'charge',
    'credit',
    'ignore',
    'interest',
    'payment',
    'paidOn',
    'total',
  ];
  for (const column of columns) {
    if (column.byHand || !column.named) continue;
    const key = conceptKey(column.header);
    const same = known.remembered.filter(({ header, byHand }) => byHand && conceptKey(header) === key);
    // What was owed under a name that nobody knows is never charged as a concept of that name.
    if (same.some(({ role }) => role === 'opening' || role === 'balance')) {
      column.meaning = { kind: 'opening' };
      column.remembered = true;
      continue;
    }
    const before = same.find(({ role }) => roles.includes(role));
    if (before === undefined || (before.role === 'ignore' && compared.has(column.meaning?.kind))) continue;
    map(column, before);
    column.remembered = true;
  }
}

function guessRoles(
  columns: readonly Column[],
  { begun }: UnitGrounds,
  rows: readonly SheetRow[],
): ImportProblem[] {
  const free = columns.filter(({ byHand }) => !byHand);
  const all = (kind: Meaning['kind']) => free.filter(({ meaning }) => meaning?.kind === kind);
  const give = (column: Column | undefined, role: ColumnRole): void => {
    if (column && !firstOf(columns, role)) column.role = role;
  };
  give(all('concept')[0], 'concept');
  // A column of due dates is one of instalments only beside their concepts: else it is the new bill's date.
  if (firstOf(columns, 'concept')) give(all('dueDate')[0], 'dueDate');
  give(all('payment')[0] ?? all('credited')[0], 'payment');
  if (firstOf(columns, 'payment')) give(all('paidOn')[0], 'paidOn');
  const totals = all('total');
  give(totals.find(({ header }) => /pagar|general|gran/i.test(header)) ?? totals.at(-1), 'total');
  for (const column of free) {
    const { meaning, values, named } = column;
    const unsure = (meaning === null && named) || meaning?.kind === 'place';
    const money = unsure && holdsAmounts(values) && !looksNumbered(values);
    if (meaning?.kind === 'credit') column.role = 'credit';
    const byMeasure = meaning?.kind === 'measure' && mayBePesos(values) && isByCoefficient(column);
    if (meaning?.kind === 'charge' || meaning?.kind === 'amount' || money || byMeasure)
      column.role = 'charge';
  }
  const balances = all('opening');
  const instalment = firstOf(columns, 'dueDate') && !begun ? all('amount')[0] : undefined;
  const [favour] = all('favour');
  const chosen =
    balances.find(({ header }) => /anterior|inicial|\bant\b/i.test(header)) ??
    balances[0] ??
    instalment ??
    favour;
  const role = begun ? 'balance' : 'opening';
  give(chosen, role);
  if (chosen && chosen === favour) chosen.inFavour = true;
  if (!begun) give(all('interest')[0], 'openingInterest');
  const balance = firstOf(columns, role);
  if (!favour || !balance || favour === balance || !holdsAmounts(favour.values)) return [];
  return besideBalance(favour, balance, rows);
}

/** 'Cuota por coeficiente': no meter tells it, so pesos that stand there are a charge. */
const isByCoefficient = ({ header }: Column): boolean => chargedByMeasure(header)?.isMetered === false;

/** A balance in favour beside another is one too, where no row has both: else the other may hold it already. */
function besideBalance(favour: Column, balance: Column, rows: readonly SheetRow[]): ImportProblem[] {
  const has = (row: SheetRow, { column }: Column) => (amountOf(row.cells[column]) ?? 0) !== 0;
  const names = `«${favour.header}» y «${balance.header}»`;
  if (rows.some((row) => has(row, favour) && has(row, balance))) {
    favour.told = true;
    const message = `Hay inmuebles con valores en ${names}: no se leyó «${favour.header}», que puede estar ya restado. Si no lo está, asígnela también como saldo.`;
    return [about(favour.header, 'warning', 'favourIgnored', message)];
  }
  Object.assign(favour, { role: balance.role, inFavour: true });
  const message = `Se leyeron los dos saldos, ${names}: los de «${favour.header}», a favor de los inmuebles.`;
  return [about(favour.header, 'warning', 'favourRead', message)];
}

/** Columns that take away, those that might and do not, and those of a month that is named and nothing else. */
function aboutSigns(columns: readonly Column[], { concepts }: UnitGrounds): ImportProblem[] {
  const named = columns.flatMap(({ role, byHand, header, values: { nonZero } }) =>
    role === 'charge' && !byHand && nonZero > 0 && isFeeOfMonth(header) ? [`«${header}»`] : [],
  );
  // The same one twice is another table beside.
  const months = [...new Set(named)];
  return columns.flatMap(({ role, byHand, header, values: { negative, nonZero } }) => {
    const add = (severity: ImportProblem['severity'], code: string, message: string) => [
      about(header, severity, code, message),
    ];
    if (nonZero === 0) return [];
    if (role === 'credit' && negative > 0 && negative < nonZero) {
      const message = `«${header}» tiene valores positivos y negativos: no se sabe cuáles son a favor. Asígnela como cobro del mes, con los que son a favor en negativo.`;
      return add('error', 'creditMixed', message);
    }
    if (byHand) return [];
    if (role === 'credit') {
      const message = `Los valores de «${header}» se restan: son a favor de los inmuebles. Si son un cobro, asigne la columna como cobro del mes.`;
      return add('warning', 'creditRead', message);
    }
    if (role === 'charge' && isFeeOfMonth(header) && (months.length > 1 || isMonthAlone(header))) {
      if (months.length > 1) {
        const message = `La hoja tiene columnas de varios meses (${listed(months)}). Asigne «No usar» a las que no se cobran este mes.`;
        return add('error', 'monthsSeveral', message);
      }
      const message = `Los valores de «${header}» se cobran como cuota de administración. Si son otra cosa, cambie lo que es la columna.`;
      return add('warning', 'monthAsFee', message);
    }
    const isNew = !concepts.some(({ name }) => conceptKey(name) === conceptKey(header));
    if (role !== 'charge' || negative > 0 || !isNew || !mayBeCredit(header)) return [];
    const message = `Los valores de «${header}» son positivos: se cobran. Si son a favor de los inmuebles, asigne la columna como «A favor (se resta)».`;
    return add('warning', 'signDoubtful', message);
  });
}

/**
 * Columns of pesos that may be charged, taken away or neither, as their words go: only a person knows, and an error stands
 * until one says it.
 */
function aboutDoubtful(columns: readonly Column[]): ImportProblem[] {
  return columns.flatMap((column) => {
    const { header, meaning, values, role, byHand } = column;
    if (byHand || values.nonZero === 0) return [];
    const ask = (code: string, message: string): ImportProblem[] => {
      column.told = true;
      return [about(header, 'error', code, message)];
    };
    if (role === 'charge' && meaning?.kind === 'measure') {
      const message = `Los valores de «${header}» se leyeron como pesos y se cobran. Si son medidas, asigne la columna como «No usar».`;
      return [about(header, 'warning', 'measureCharged', message)];
    }
    if (role === 'payment' && meaning?.kind === 'credited') {
      const message = `Los valores de «${header}» se leyeron como pagos recibidos. Si son notas crédito, asigne la columna como «A favor (se resta)».`;
      return [about(header, 'warning', 'creditsPaid', message)];
    }
    if (role !== 'ignore' && role !== 'concept' && isInThousands(header)) {
      return ask(
        'thousandsDoubtful',
        `«${header}» parece estar en miles de pesos, y se lee en pesos. Escriba los valores completos en el archivo y cárguelo de nuevo; si ya están completos, dígalo.`,
      );
    }
    if (role !== 'ignore' || !holdsAmounts(values)) return [];
    if (meaning?.kind === 'age') {
      return ask(
        'ageDoubtful',
        `«${header}» parece lo que se debe de antes, por edades, y no un cobro del mes. Diga qué es.`,
      );
    }
    if (meaning?.kind === 'measure' && mayBePesos(values) && chargedByMeasure(header)?.isMetered) {
      return ask(
        'measureDoubtful',
        `«${header}» puede traer pesos o lo que marca un medidor. Diga si se cobra.`,
      );
    }
    if (meaning?.kind === 'discount') {
      return ask(
        'discountDoubtful',
        `«${header}» puede ser un descuento ya concedido, que se resta, o uno que solo se ofrece. Diga cuál es.`,
      );
    }
    if (meaning?.kind === 'agreement') {
      return ask(
        'agreementDoubtful',
        `«${header}» puede ser una cuota que se cobra o un pago recibido. Diga cuál es; si esa deuda ya está en libros, no la cobre otra vez.`,
      );
    }
    return [];
  });
}

/** Columns that are charged as one concept because they are called the same. */
function repeatedConcepts(columns: readonly Column[]): ImportProblem[] {
  const byConcept = new Map<string, Column[]>();
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

const firstOf = (columns: readonly Column[], role: ColumnRole) =>
  columns.find((column) => column.role === role);

/** A concept that the joint has keeps its spelling, and what it counts as. */
function nameConcept(column: Column, columns: readonly Column[], { concepts }: UnitGrounds): ImportProblem[] {
  const ofRow = column.concept === undefined && column.meaning?.kind === 'amount';
  if (ofRow && firstOf(columns, 'concept')) {
    column.conceptOfRow = true;
    return [];
  }
  const unnamed = column.concept === undefined;
  const kept = concepts.find(({ name }) => conceptKey(name) === conceptKey(column.header));
  const name = column.concept ?? kept?.name ?? nameOf(column, columns);
  const stored = concepts.find((concept) => conceptKey(concept.name) === conceptKey(name));
  const wanted = column.nature ?? natureOf(name);
  column.concept = stored?.name ?? name;
  column.nature = stored?.nature ?? wanted;
  if (unnamed && stored === undefined && saysNoName(column)) {
    const why = isRawName(column.header) ? 'es el nombre que le da un programa' : 'no dice qué se cobra';
    const message = `«${column.header}» ${why}. En las cuentas de los propietarios dirá «${name}»: confírmelo o escriba otro nombre.`;
    return [about(column.header, 'warning', 'conceptRaw', message)];
  }
  if (!column.asked || column.nature === wanted) return [];
  const message = `El concepto «${column.concept}» ya existe como «${chargeNatureWords[column.nature]}», y así se cobra. Cámbielo en los conceptos de la copropiedad.`;
  return [about(column.header, 'warning', 'natureKept', message)];
}

/** A program's name, or 'Valor' and the like: nothing that an owner should read. */
const saysNoName = ({ header, meaning }: Column): boolean => isRawName(header) || meaning?.kind === 'amount';

/**
 * What a heading of a program ('expensa_A') is called until somebody says it: the only fee of a sheet by its class, any
 * other in words.
 */
function nameOf(column: Column, columns: readonly Column[]): string {
  const { header, meaning } = column;
  if (!saysNoName(column)) return conceptOfHeader(header);
  if (meaning?.kind === 'amount') {
    const isOnly = columns.filter(({ role }) => role === 'charge').length === 1;
    return isOnly ? chargeNatureWords.fee : header;
  }
  const isFee = (one: Column) =>
    one.role === 'charge' && one.meaning?.kind === 'charge' && one.meaning.nature === 'fee';
  const isOnlyFee =
    meaning?.kind === 'charge' && meaning.nature === 'fee' && columns.filter(isFee).length === 1;
  if (isOnlyFee) return chargeNatureWords.fee;
  const words = header
    .replace(/([a-z])([A-Z\d])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim();
  return words === '' ? header : capitalized(words);
}

const NOTES = /\b(observacion(es)?|notas?|novedad(es)?|comentarios?|detalles?)\b/;

/** Columns of amounts that nobody reads and that may be somebody's money. */
function notRead(columns: readonly Column[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const left = columns.filter(
    ({ role, asked, told, values }) => role === 'ignore' && !asked && !told && holdsAmounts(values),
  );
  const interest = left.filter(({ leftOut }) => leftOut);
  const nameless = left.filter(({ named }) => !named);
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
    const message = `No se leyó ${namesOf(after)}: puede ser el saldo después de los cobros. Si es el de antes, asígnelo como saldo.`;
    problems.push(about(after[0]?.header ?? null, 'warning', 'balanceIgnored', message));
  }
  if (interest.length > 0) {
    const message = `Los intereses de mora los liquida el sistema: no se leyó ${namesOf(interest)}. Si este mes se cobran los de la planilla, dígalo.`;
    problems.push(about(interest[0]?.header ?? null, 'warning', 'interestIgnored', message));
  }
  const notes = columns.filter(
    ({ role, asked, header, values }) =>
      role === 'ignore' && !asked && values.spoken.length > 0 && NOTES.test(plainWords(header)),
  );
  for (const { header, values } of notes) {
    const message = `«${header}» nombra valores, y las notas no se cobran: ${values.spoken.map((text) => `«${text}»`).join(', ')}. Si se cobran, póngalos en una columna de su concepto.`;
    problems.push(about(header, 'warning', 'amountsInNotes', message));
  }
  if (nameless.length > 0) {
    const message = `Hay valores sin encabezado que no se leyeron, en las columnas ${namesOf(nameless)}. Si son un cobro, asígneles un concepto.`;
    problems.push(about(null, 'warning', 'columnNameless', message));
  }
  if (other.length > 0) {
    const message = `No se leyeron estas columnas con números: ${namesOf(other)}. Si alguna es un cobro, asígnele un concepto; si es a favor de los inmuebles, asígnela como «A favor (se resta)», o como saldo si es un saldo.`;
    problems.push(about(null, 'warning', 'columnIgnored', message));
  }
  return problems;
}

/** Dates that nobody reads: a sheet's own day to pay by, or that of a discount. */
function datesNotRead(columns: readonly Column[]): ImportProblem[] {
  const dates = columns.filter(
    ({ role, asked, told, values: { days, filled } }) =>
      role === 'ignore' && !asked && !told && days > 0 && days * 2 >= filled,
  );
  if (dates.length === 0) return [];
  const message = `No se leyeron las fechas de ${namesOf(dates)}: las cuentas vencen el día que tiene la copropiedad en su configuración.`;
  return [about(dates[0]?.header ?? null, 'warning', 'datesIgnored', message)];
}

/** A number of a parking space and a second total are nobody's money. */
const quiet: ReadonlySet<Meaning['kind']> = new Set([
  ...(['quiet', 'owner', 'after', 'unit', 'tower', 'place', 'total', 'concept'] as const),
]);

const namesOf = (columns: readonly Column[]) => columns.map(({ header }) => `«${header}»`).join(', ');

/** @param place of a row; left out where the whole file is meant */
export function about(
  column: string | null,
  severity: ImportProblem['severity'],
  code: string,
  message: string,
  place?: Place,
): ImportProblem {
  const sheet = place?.sheet === undefined ? {} : { sheet: place.sheet };
  return { ...sheet, row: place?.row ?? null, column, severity, code, message };
}

function toFound(column: Column): ColumnFound {
  const { named: _named, meaning, told: _told, values, ...rest } = column;
  // Single roles that were guessed beside one mapped by hand were never given; the rest is as it stands.
  return { ...rest, meaning: meaning?.kind ?? null, samples: values.samples };
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);
