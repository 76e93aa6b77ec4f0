import {
  assemblyKindNames,
  callNames,
  capacityNames,
  identificationNames,
  modeNames,
} from '../assemblies/assembly-words.ts';
import { meetingFactNames, meetingFactText } from '../assemblies/facts/facts.ts';
import { convenerNames } from '../assemblies/law/conveners.ts';
import { matterLaw } from '../assemblies/law/matters.ts';
import { powerEndNames, powerOriginNames } from '../assemblies/powers/power-words.ts';
import { ruleNames } from '../assemblies/rule-words.ts';
import { itemNatureWords } from '../billing/natures.ts';
import { accountKindWords } from '../billing/where-to-pay.ts';
import { formatExact, nano } from '../coefficient.ts';
import { isDay, shortDay } from '../days.ts';
import { dateTime, formatCoefficientExact } from '../format.ts';
import { centavos, formatPesos } from '../money.ts';
import { apartmentKindNames } from '../properties/apartment-kinds.ts';
import { barredRoleNames } from '../properties/power-rules.api.ts';
import { factsToRead } from './act-amounts.ts';
import { factNames } from './fact-names.ts';

/** A fact of an act: its name, and its value in words. */
export type FactRow = readonly [name: string, value: string];

/**
 * The facts of an act as rows that people read: amounts in pesos, coefficients and percentages as they are written,
 * instants and days as they are said. What is within another fact stands with its name: 'Antes: NIT'. A fact that has
 * no word keeps the name that it was written under.
 */
export const factRows = (act: string, data: unknown): FactRow[] => rowsOf(factsToRead(act, data), []);

/**
 * @param path names of the facts that these stand within, the outermost first, as they were written
 * @param from how many of them are not told
 */
function rowsOf(facts: object, path: readonly string[], from = 0): FactRow[] {
  return Object.entries(facts).flatMap(([key, value]): FactRow[] => {
    const whole = [...path, key];
    if (key === 'accounts' && isListOf(isAccount)(value)) {
      return value.map((account) => [nameOf([...path, account[0] || 'sin inmueble']), accountWords(account)]);
    }
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return rowsOf(value, whole, from);
    return [[nameOf(whole.slice(from)), factWords(value, whole)]];
  });
}

/** A fact of another fact may have a name of its own: 'bankAccount.holder'. By-laws' majorities are told by matter. */
const nameOf = (path: readonly string[]): string =>
  path
    .map((key, at) => factNames[`${path[at - 1]}.${key}`] ?? factNames[key] ?? matterNames[key] ?? key)
    .join(': ');

const matterNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(matterLaw).map(([matter, { name }]) => [matter, name]),
);

function factWords(value: unknown, path: readonly string[]): string {
  const key = path.at(-1) ?? '';
  const around = path.at(-2) ?? '';
  // 'Modo: Después' is a mode.
  const kind = (key === 'before' || key === 'after') && around !== '' ? around : key;
  return told(kind, value, path) ?? valueWords(value, path);
}

/** What is kept in a unit of the program or by a name of it; null for anything else. */
function told(kind: string, value: unknown, path: readonly string[]): string | null {
  if (Number.isSafeInteger(value)) {
    const decimals = path.includes('result') ? undefined : decimalsOf[kind];
    if (decimals !== undefined) return decimalWords(Number(value), decimals);
    if (instants.has(kind)) return instantWords(Number(value));
  }
  if (kind === 'conveningUnits') return meetingFactText('conveningUnits', value) ?? 'Ninguno';
  if (kind === 'coefficient' && typeof value === 'number') return formatCoefficientExact(value);
  if (kind === 'units' && isListOf(isUnit)(value)) return value.map(unitWords).join('; ');
  if (kind === 'powers' && isListOf(isPower)(value)) {
    return value.map(([power, unit]) => `${unit} (poder ${power})`).join(', ');
  }
  if (kind === 'votes' && isListOf(isAnnulled)(value)) {
    return value
      .map(([, concept, unit, receipt]) => `${unit} (pregunta ${concept}, comprobante ${receipt})`)
      .join(', ');
  }
  if (kind === 'payments' && isListOf(isReceipted)(value)) {
    return value.map(([payment, receipt]) => `${payment} (recibo de caja ${receipt})`).join(', ');
  }
  if (path.includes('numbers') && Array.isArray(value)) return [...new Set(value)].join(' a ');
  if (kind === 'fields' && Array.isArray(value)) {
    return value.map((column) => columnName(String(column))).join(', ');
  }
  const names = named[kind];
  if (names === undefined) return null;
  if (!Array.isArray(value)) return names[String(value)] ?? null;
  return value.length === 0
    ? null
    : value.map((one) => names[String(one)] ?? listedWords(one, path)).join(', ');
}

/** A column of an assembly, 'recording_url', is called as its fact is. */
function columnName(column: string): string {
  const key = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return factNames[key] ?? column;
}

/**
 * Facts that are integers of so many decimals: coefficients, of what the table says, and percentages. A question's result
 * has its coefficients as they are written.
 */
const decimalsOf: Readonly<Record<string, number>> = {
  ...{ coefficient: 9, sum: 9, total: 9, sectorShare: 9 },
  ...{ millionths: 4, annualRate: 4, monthlyRate: 6 },
};

/** Exactly; an integer that is too large for that as it is. */
function decimalWords(value: number, decimals: number): string {
  const billionths = value * 10 ** (9 - decimals);
  if (!Number.isSafeInteger(billionths)) return String(value);
  return `${formatExact(nano(billionths))}${decimals === 9 ? '' : ' %'}`;
}

/** Epoch ms; a number that is no instant as it is. */
function instantWords(value: number): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? String(value) : dateTime(instant.toISOString());
}

/** Facts that are epoch ms. */
const instants: ReadonlySet<string> = new Set([
  'at',
  'enteredAt',
  'receivedAt',
  'openedAt',
  'firstCallAt',
  'scheduledAt',
  'due',
]);

const votePerNames = { unit: 'Cada inmueble', owner: 'Cada propietario' } as const;

/** What values are called that are kept by a name of the program, by the facts that have them. */
const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  active: { 0: 'No', 1: 'Sí' },
  before: votePerNames,
  base: { represented: 'Lo representado', roll: 'El total de la copropiedad' },
  call: callNames,
  capacity: capacityNames,
  despite: {
    barred: 'persona impedida',
    limit: 'número de propietarios',
    noDocument: 'sin documento',
    otherOwner: 'otro propietario en el censo',
    share: 'porcentaje del coeficiente',
  },
  form: { full: 'Completa', data: 'Solo los datos' },
  how: {
    ...powerEndNames,
    assemblyClosed: 'terminó la asamblea',
    ended: 'la terminó el operador',
    exchanged: 'cambio de código',
    freed: 'salió',
    powerRevoked: 'se revocó el poder',
    renewed: 'escarapela nueva',
    reset: 'se reinició el registro',
    reversed: 'se revirtió el registro',
    unconfirmed: 'no confirmó su presencia',
    secondCall: 'segunda convocatoria',
    withdrawn: 'se anuló el código',
  },
  identifiedBy: identificationNames,
  kind: {
    ...assemblyKindNames,
    ...apartmentKindNames,
    ...accountKindWords,
    ...itemNatureWords,
    asobancaria2001: 'Asobancaria 2001',
    outsideAgenda: 'No está en el orden del día',
    sheet: 'Planilla de pagos',
  },
  convener: convenerNames,
  fact: meetingFactNames,
  matter: matterNames,
  method: { quotient: 'Por cuociente electoral' },
  mode: modeNames,
  origin: powerOriginNames,
  perUnitKinds: apartmentKindNames,
  purpose: { notice: 'La convocatoria', acta: 'El acta' },
  role: barredRoleNames,
  roomCode: { ask: 'Se pide', no: 'No se pide' },
  paper: { a4: 'A4', letter: 'Carta' },
  rule: ruleNames,
  status: {
    ...{ approved: 'Aprobada', rejected: 'No aprobada', elected: 'Elegida', tied: 'Empate' },
    ...{ noVotes: 'Sin votos', noQuorum: 'Sin quórum' },
  },
  votePer: votePerNames,
  wentOn: {
    openingEarly: 'Abrir antes del día citado',
    kindAfterVote: 'Cambiar la clase o la modalidad después de votar',
    agendaAfterVote: 'Cambiar el orden del día después de votar',
  },
  what: { cards: 'Tarjetas', badges: 'Escarapelas', votingBadges: 'Escarapelas para votar' },
};

/** As attendance notes it; of units that come with their coefficient (10⁻⁹) and what follows. */
type UnitFact = [
  joint: number,
  unit: string,
  coefficient?: number,
  capacity?: string | null,
  remote?: number,
];
const isUnit = (fact: unknown): fact is UnitFact =>
  Array.isArray(fact) && typeof fact[0] === 'number' && typeof fact[1] === 'string';

function unitWords([joint, unit, coefficient, capacity, remote]: UnitFact): string {
  const facts = [
    `copropiedad ${joint}`,
    ...(coefficient === undefined ? [] : [`coeficiente ${decimalWords(coefficient, 9)}`]),
    ...(capacity === undefined || capacity === null ? [] : [factWords(capacity, ['capacity']).toLowerCase()]),
    ...(remote === 1 ? ['desde casa'] : []),
  ];
  return `${unit} (${facts.join(', ')})`;
}

type PowerFact = [power: number, unit: string];
const isPower = (fact: unknown): fact is PowerFact => isUnit(fact) && fact.length === 2;

type AnnulledFact = [joint: number, concept: number, unit: string, receipt: string];
const isAnnulled = (fact: unknown): fact is AnnulledFact =>
  Array.isArray(fact) &&
  fact.length === 4 &&
  fact.every((part, at) => typeof part === (at < 2 ? 'number' : 'string'));

type ReceiptedFact = [payment: number, receipt: number];
const isReceipted = (fact: unknown): fact is ReceiptedFact =>
  Array.isArray(fact) && fact.length === 2 && fact.every((part) => typeof part === 'number');

/**
 * What an act posted on one account, '' where a payment has none, in centavos as they are signed: charges, credits,
 * allocations, totals of its bills, its receipts (of no account: what was paid); and a digest of its rows.
 */
export type AccountPosted = [
  apartmentId: string,
  debits: number,
  credits: number,
  allocated: number,
  billed: number,
  received: number,
  digest: string,
];
const isAccount = (fact: unknown): fact is AccountPosted =>
  Array.isArray(fact) &&
  fact.length === 7 &&
  fact.every((part, at) => (at === 0 || at === 6 ? typeof part === 'string' : Number.isSafeInteger(part)));

const sides = ['débitos', 'créditos', 'aplicado', 'cuentas de cobro', 'recibos'] as const;

function accountWords([, ...facts]: AccountPosted): string {
  const sums = sides.flatMap((side, at) => {
    const sum = Number(facts[at]);
    return sum === 0 ? [] : [`${side} ${formatPesos(centavos(sum))}`];
  });
  return [...sums, `huella ${facts.at(-1)}`].join(', ');
}

const isListOf =
  <Fact>(is: (fact: unknown) => fact is Fact) =>
  (value: unknown): value is Fact[] =>
    Array.isArray(value) && value.length > 0 && value.every(is);

function valueWords(value: unknown, path: readonly string[]): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((one) => listedWords(one, path)).join(', ');
  const said = String(value);
  if (isDay(said)) return shortDay(said);
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(said) ? dateTime(said) : said;
}

/** Within a list: a list of its own in brackets, facts by their names. */
function listedWords(value: unknown, path: readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((one) => listedWords(one, path)).join(', ')}]`;
  if (value === null || typeof value !== 'object') return valueWords(value, path);
  const rows = rowsOf(value, path, path.length);
  return `(${rows.map(([name, said]) => `${name}: ${said}`).join('; ')})`;
}
