import { meetingFactNames, meetingFactText } from '../assemblies/facts/facts.ts';
import { convenerNames } from '../assemblies/law/conveners.ts';
import { matterLaw } from '../assemblies/law/matters.ts';
import { powerEndNames, powerOriginNames } from '../assemblies/powers/words.ts';
import { ruleNames } from '../assemblies/rule-words.ts';
import {
  assemblyKindNames,
  callNames,
  capacityNames,
  identificationNames,
  modeNames,
} from '../assemblies/words.ts';
import { incomeConceptWords, itemNatureWords } from '../billing/natures.ts';
import { accountKindWords } from '../billing/where-to-pay.ts';
import { formatExact, nano } from '../coefficient.ts';
import { isDay, shortDay } from '../days.ts';
import { dateTime, formatCoefficientExact } from '../format.ts';
import { centavos, formatPesos } from '../money.ts';
import { profileNames } from '../profiles.ts';
import { apartmentKindNames } from '../properties/apartment-kinds.ts';
import { barredRoleNames, phonePowerRuleNames } from '../properties/power-rules.api.ts';
import { factsToRead } from './act-amounts.ts';
import { factNames } from './fact-names.ts';

/** Fact of an act in the audit log, for reading: Spanish label ('Fecha de vencimiento') and value as text. */
export type FactRow = readonly [name: string, value: string];

/**
 * Returns the facts of an act as rows for reading: amounts in pesos, coefficients and percentages, instants and
 * days in Spanish. A nested fact has the labels of its parents: 'Antes: NIT'. A fact without a label keeps its
 * stored name.
 * @param act internal name of the act
 * @param data facts of the act, by name, as stored in the audit log
 */
export const factRows = (act: string, data: unknown): FactRow[] => factRowsOf(factsToRead(act, data), []);

/**
 * Returns nested facts as rows with labels.
 * @param path stored names of the enclosing facts, outermost first
 * @param from number of enclosing facts to omit
 */
function factRowsOf(facts: object, path: readonly string[], from = 0): FactRow[] {
  return Object.entries(facts).flatMap(([key, value]): FactRow[] => {
    const whole = [...path, key];
    if (key === 'accounts' && isListOf(isAccount)(value)) {
      return value.map((account) => [
        factName([...path, account[0] || 'sin inmueble']),
        accountWords(account),
      ]);
    }
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return factRowsOf(value, whole, from);
    return [[factName(whole.slice(from)), factWords(value, whole)]];
  });
}

/**
 * Returns the label of a fact from the names of the enclosing facts. A nested fact may have a special label:
 * 'bankAccount.holder'. Majorities of by-laws use the matter.
 */
const factName = (path: readonly string[]): string =>
  path
    .map((key, at) => factNames[`${path[at - 1]}.${key}`] ?? factNames[key] ?? matterNames[key] ?? key)
    .join(': ');

const matterNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(matterLaw).map(([matter, { name }]) => [matter, name]),
);

function factWords(value: unknown, path: readonly string[]): string {
  const key = path.at(-1) ?? '';
  const around = path.at(-2) ?? '';
  // 'Modo: Después' has the kind of 'mode'.
  const kind = (key === 'before' || key === 'after') && around !== '' ? around : key;
  return factText(kind, value, path) ?? valueWords(value, path);
}

/** Returns the text of a value stored in an internal unit or with an internal name. Null for other values. */
function factText(kind: string, value: unknown, path: readonly string[]): string | null {
  if (Number.isSafeInteger(value)) {
    const decimals = path.includes('result') ? undefined : decimalsOf[kind];
    if (decimals !== undefined) return decimalWords(Number(value), decimals);
    if (instants.has(kind)) return instantWords(Number(value));
  }
  if (kind === 'conveningUnits') return meetingFactText('conveningUnits', value) ?? 'Ninguno';
  if (kind === 'coefficient' && typeof value === 'number') return formatCoefficientExact(value);
  if (kind === 'units' && isListOf(isUnit)(value)) return value.map(unitFactWords).join('; ');
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

/** Returns the label of a column of the assembly table ('recording_url'), equal to the label of the fact. */
function columnName(column: string): string {
  const key = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return factNames[key] ?? column;
}

/**
 * Number of decimals of facts stored as integers: coefficients in the units of the table, and percentages. A
 * question's result has coefficients without a scale.
 */
const decimalsOf: Readonly<Record<string, number>> = {
  coefficient: 9,
  sum: 9,
  total: 9,
  sectorShare: 9,
  millionths: 4,
  annualRate: 4,
  monthlyRate: 6,
};

/** Formats a scaled integer as an exact decimal. Returns an integer too large for exact arithmetic unchanged. */
function decimalWords(value: number, decimals: number): string {
  const billionths = value * 10 ** (9 - decimals);
  if (!Number.isSafeInteger(billionths)) return String(value);
  return `${formatExact(nano(billionths))}${decimals === 9 ? '' : ' %'}`;
}

/** Formats epoch ms as day and time. Returns an invalid value unchanged. */
function instantWords(value: number): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? String(value) : dateTime(instant.toISOString());
}

/** Names of facts stored as epoch ms. */
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

/** Spanish texts of internal values, by name of the fact. */
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
  incomeConcept: incomeConceptWords,
  matter: matterNames,
  method: { quotient: 'Por cuociente electoral' },
  mode: modeNames,
  origin: powerOriginNames,
  perUnitKinds: apartmentKindNames,
  phonePowers: phonePowerRuleNames,
  profileId: profileNames,
  purpose: { notice: 'La convocatoria', acta: 'El acta' },
  role: barredRoleNames,
  roomCode: { ask: 'Se pide', no: 'No se pide' },
  paper: { a4: 'A4', letter: 'Carta' },
  rule: ruleNames,
  status: {
    approved: 'Aprobada',
    rejected: 'No aprobada',
    elected: 'Elegida',
    tied: 'Empate',
    noVotes: 'Sin votos',
    noQuorum: 'Sin quórum',
  },
  votePer: votePerNames,
  wentOn: {
    openingEarly: 'Abrir antes del día citado',
    beginningEarly: 'Empezar antes de la hora citada',
    outsideAgenda: 'Preguntar fuera del orden del día',
    kindAfterVote: 'Cambiar la clase o la modalidad después de votar',
    agendaAfterVote: 'Cambiar el orden del día después de votar',
  },
  what: { cards: 'Tarjetas', badges: 'Escarapelas', votingBadges: 'Escarapelas para votar' },
};

/** Unit as stored in the facts of attendance. Further fields follow the coefficient (10⁻⁹). */
type UnitFact = [
  joint: number,
  unit: string,
  coefficient?: number,
  capacity?: string | null,
  remote?: number,
];
const isUnit = (fact: unknown): fact is UnitFact =>
  Array.isArray(fact) && typeof fact[0] === 'number' && typeof fact[1] === 'string';

function unitFactWords([joint, unit, coefficient, capacity, remote]: UnitFact): string {
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
 * Sums posted by an act of billing on the account of a unit, in signed centavos: charges, credits,
 * allocations, totals of bills, receipts; at the end, a digest (hash) of the posted rows. An empty unit ('')
 * means a payment without an account: then only the receipts have a sum.
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
  const valueText = String(value);
  if (isDay(valueText)) return shortDay(valueText);
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(valueText) ? dateTime(valueText) : valueText;
}

/** Formats a value inside a list: nested lists in brackets, facts with labels. */
function listedWords(value: unknown, path: readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((one) => listedWords(one, path)).join(', ')}]`;
  if (value === null || typeof value !== 'object') return valueWords(value, path);
  const rows = factRowsOf(value, path, path.length);
  return `(${rows.map(([name, rowText]) => `${name}: ${rowText}`).join('; ')})`;
}
