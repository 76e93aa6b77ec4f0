import type { ColumnRole, SheetAsk } from '../../../shared/billing/drafts.api.ts';
import { monthWords } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { date } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { mayBeCharge, monthOfHeader } from './column-words.ts';
import type { ColumnFound, MonthChoices, MonthSheet } from './month-sheet.types.ts';
import type { MonthSaid } from './months-said.ts';

type AskChoice = SheetAsk['choices'][number];

const choice = (label: string, role: ColumnRole, concept?: string): AskChoice => ({
  label,
  role,
  ...defined({ concept }),
});
const NOT_USED = choice('No usar', 'ignore');
const CHARGED = choice('Se cobra este mes', 'charge');

/** Answers the user may choose for a column's problem, by code. A problem without answers is no question. */
const choicesOf: Readonly<Record<string, (found: ColumnFound) => AskChoice[]>> = {
  balanceAfter: ({ role }) => [
    choice('Es el saldo final: usarlo para verificar', 'total'),
    choice('Es el saldo anterior: se suma a los cobros', role),
  ],
  sumDoubtful: () => [
    choice('Es la suma de las demás: usarla para verificar', 'total'),
    choice('Es un cobro más', 'charge'),
  ],
  pesosDoubtful: ({ role, concept }) => [choice('Ya está en pesos completos', role, concept), NOT_USED],
  instalmentsDoubtful: () => [
    choice('Son los cobros de este mes', 'charge'),
    choice('Es lo que se debía antes', 'opening'),
  ],
  measureDoubtful: () => [
    choice('Son pesos que se cobran', 'charge'),
    choice('Es lo que marca el medidor: no usar', 'ignore'),
  ],
  countDoubtful: ({ role, concept }) => [
    choice('Es una cantidad o una tasa: no usar', 'ignore'),
    choice('Son pesos', role, concept),
  ],
  headerUnknown: ({ unknown }) => [
    choice('Es un cobro del mes', 'charge'),
    choice('Es a favor del propietario: se resta', 'credit'),
    ...(unknown?.owed ? [choice('Es lo que se debe de antes', unknown.owed)] : []),
    ...(unknown?.mayBeTotal ? [choice('Es el total de la fila: solo se compara', 'total')] : []),
    choice('Es informativo: no se usa', 'ignore'),
  ],
  alsoDoubtful: ({ meaning }) => [
    meaning === 'payment'
      ? choice('Son otros pagos: se suman', 'payment')
      : choice('Es otra deuda de antes: se suma', 'opening'),
    choice('Ya está contado: no usar', 'ignore'),
  ],
  columnHidden: ({ role, concept }) => [choice('Sí, se usa', role, concept), NOT_USED],
  chargesSame: () => [CHARGED, choice('No se cobra: no usar', 'ignore')],
  discountDoubtful: () => [
    choice('Ya está concedido: se resta', 'credit'),
    choice('Solo se ofrece: no usar', 'ignore'),
  ],
  discountDiffers: () => DISCOUNT,
  discountTwice: () => DISCOUNT,
  agreementDoubtful: () => [
    choice('Es una cuota que se cobra', 'charge'),
    choice('Es un pago recibido', 'payment'),
    NOT_USED,
  ],
  ageDoubtful: () => [choice('Se debe de antes: saldo inicial', 'opening'), CHARGED, NOT_USED],
  creditsPaid: () => [
    choice('Son pagos recibidos', 'payment'),
    choice('Son notas crédito: se restan', 'credit'),
    NOT_USED,
  ],
  interestIgnored: ({ header }) => [
    choice('Los liquida el sistema: no usar', 'ignore'),
    choice('Cobrar los de la planilla', 'interest'),
    ...(mayBeCharge(header) ? [CHARGED] : []),
  ],
  chargeDoubtful: ({ role }) => [
    CHARGED,
    choice(role === 'payment' ? 'Es un pago recibido' : 'Son intereses de antes', role),
  ],
  conceptRaw: ({ role, concept }) =>
    concept === undefined
      ? []
      : [choice(`Llamarlo «${concept}»`, role === 'credit' ? 'credit' : 'charge', concept)],
  monthsSeveral: ({ header }) => [
    CHARGED,
    choice(
      monthOfHeader(header) === null ? 'Se debe: saldo inicial' : 'Se debe de ese mes: saldo inicial',
      'opening',
    ),
    choice(`No cobrar «${header}»`, 'ignore'),
  ],
};

const DISCOUNT = [
  choice('Ya lo da el sistema: no usar', 'ignore'),
  choice('Es otro descuento, ya concedido: se resta', 'credit'),
];

const titles: Readonly<Record<string, (header: string) => string>> = {
  conceptRaw: (header) => `¿Cómo se llama «${header}» en las cuentas?`,
  monthsSeveral: (header) => `¿Se cobra «${header}» este mes?`,
  chargesSame: (header) => `¿Se cobra «${header}» este mes?`,
  columnHidden: (header) => `¿Se usa «${header}», que está oculta?`,
};

/** Returns the sentence about rows of a concept that may be a charge or no charge. */
export const conceptDoubt = (concept: string): string =>
  `Las filas de «${concept}» pueden ser un cobro, o un pago, un total o intereses. No se cobran mientras usted no lo diga; si no son un cobro, póngalas en una columna propia («Pagos», «Intereses», «Total») o bórrelas.`;

const askedOfConcepts = (concepts: readonly string[], charged: readonly string[]): SheetAsk[] =>
  concepts.map((concept) => ({
    code: 'conceptDoubtful',
    column: null,
    title: `¿Se cobra «${concept}» este mes?`,
    text: conceptDoubt(concept),
    choices: [{ label: 'Sí, se cobra', chargedConcepts: [...charged, concept] }],
  }));

/** Asks once about the columns of several months: debts of each month, or a fee beside earlier debts. */
function askedOfMonths(problems: readonly ImportProblem[], columns: readonly ColumnFound[]): SheetAsk[] {
  const several = problems.filter(({ code }) => code === 'monthsSeveral');
  const months = columns.filter(
    ({ header, chosenNow }) => chosenNow !== true && several.some(({ column }) => column === header),
  );
  const [last, ...others] = [...months].reverse();
  const [first] = several;
  if (first === undefined || last === undefined || others.length === 0) return [];
  // A debt without a month has no due date.
  if (months.some(({ header }) => monthOfHeader(header) === null)) return [];
  const owed = (of: readonly ColumnFound[]) => of.map(({ column }) => ({ column, role: 'opening' as const }));
  const choices: AskChoice[] = [
    { label: 'Se debe cada mes, desde su vencimiento', columns: owed(months) },
    {
      label: `Se cobra «${last.header}», y los otros se deben`,
      columns: [...owed(others), { column: last.column, role: 'charge' }],
    },
  ];
  const title = '¿Qué son los meses de la planilla?';
  return [{ code: 'monthsSeveral', column: null, title, text: first.message, choices }];
}

/** Answers the user may choose for a problem of rows, by code. */
const choicesOfRows: Readonly<Record<string, { title: string; choices: AskChoice[] }>> = {
  chargesAlike: {
    title: '¿Se cobran las filas iguales?',
    choices: [
      { label: 'Cada una se cobra', equalRows: 'all' },
      { label: 'Es un solo cobro repetido', equalRows: 'once' },
    ],
  },
  instalmentsMixed: {
    title: '¿Qué son las filas vencidas antes del mes?',
    choices: [
      { label: 'Se deben de antes; las del mes se cobran', dueRows: 'month' },
      { label: 'Todas las filas son lo mismo', dueRows: 'all' },
    ],
  },
  rowsHidden: {
    title: '¿Se leen las filas ocultas?',
    choices: [
      { label: 'Sí, leerlas', hiddenRows: 'read' },
      { label: 'No leerlas', hiddenRows: 'skip' },
    ],
  },
};

function askedOfRows(problems: readonly ImportProblem[]): SheetAsk[] {
  return Object.entries(choicesOfRows).flatMap(([code, question]) => {
    const text = problems
      .flatMap((one) => (one.code === code && one.severity === 'error' ? [one.message] : []))
      .join(' ');
    return text === '' ? [] : [{ code, column: null, text, ...question }];
  });
}

function askedOfColumns(problems: readonly ImportProblem[], columns: readonly ColumnFound[]): SheetAsk[] {
  const reported = new Set<string>();
  return problems.flatMap((problem) => {
    const found = columns.find(({ header, chosenNow }) => header === problem.column && chosenNow !== true);
    const choices = found && choicesOf[problem.code]?.(found);
    if (!found || !choices?.length) return [];
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
): AskChoice[] {
  const isOne = unread.length === 1;
  const each = isOne || unread.length > MOST_ONE_BY_ONE ? [] : unread;
  return [
    { label: isOne ? 'Unirla' : 'Unirlas todas', joinSheets: [...joinSheets, ...unread] },
    { label: isOne ? 'No leer esa hoja' : 'No leer esas hojas', skipSheets: [...skipSheets, ...unread] },
    ...each.map((name) => ({ label: `No leer «${name}»`, skipSheets: [...skipSheets, name] })),
  ];
}

/**
 * Builds the questions to the user before a month's spreadsheet is accepted: role of ambiguous columns,
 * sheets left unread, due date, and month if the file names another month. Empty if all is clear.
 * @param unread sheets with other units than the read sheets
 * @param months months named in the file that differ from the month read
 */
export function asksOf(
  problems: readonly ImportProblem[],
  sheet: Pick<MonthSheet, 'columns' | 'unread' | 'dueDay' | 'dayAsks' | 'doubtfulConcepts'>,
  months: readonly MonthSaid[],
  reading: Pick<MonthChoices, 'skipSheets' | 'joinSheets' | 'chargedConcepts'>,
): SheetAsk[] {
  const { columns, unread, dueDay, dayAsks, doubtfulConcepts } = sheet;
  const asks = [...askedOfMonths(problems, columns), ...askedOfColumns(problems, columns), ...dayAsks];
  asks.push(...askedOfRows(problems), ...askedOfConcepts(doubtfulConcepts, reading.chargedConcepts ?? []));
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
