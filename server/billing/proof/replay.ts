import { amountsOf } from '../../../shared/audit/act-amounts.ts';
import { actWords } from '../../../shared/audit/act-words.ts';
import type { AccountPosted } from '../../../shared/audit/fact-rows.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import type { AuditEntry } from '../../platform/audit/entry.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readAnnulments, readPosted } from './posted.repository.ts';
import {
  type NumberKind,
  numberedBy,
  type Posted,
  type PostedRow,
  type PostedTable,
  postedOf,
} from './posted.ts';

/** Acts of the audit trail that post in the books. */
const POSTING: ReadonlySet<string> = new Set([
  ...['monthIssued', 'billAnnulled', 'adjustmentAdded', 'paymentEntered', 'paymentsEntered'],
  ...['paymentsImported', 'paymentIdentified', 'paymentSplit', 'otherIncomeBooked', 'paymentReturned'],
  ...['receiptAnnulled', 'paymentExitAnnulled'],
]);

interface Found {
  /** Number of the audit entry; null for stored rows without an audit entry. */
  seq: number | null;
  what: string;
}

interface ProofAct {
  seq: number;
  act: string;
  facts: Readonly<Record<string, unknown>> & { posted?: Posted };
}

/** Result of checking the billing data of a joint against its audit trail. */
export interface ReplayedBooks {
  /** Differences in Spanish; empty if all figures agree. */
  found: Found[];
  /**
   * Number of old audit entries without figures. For these entries, only numbers, totals and annulments are
   * compared.
   */
  notKept: number;
}

/**
 * Checks the billing data of a joint against its audit trail: charges, payments, allocations, bills and
 * balances must equal the figures in the audit entries. A difference means data changed outside the product.
 * @param entries audit entries of the joint's billing, oldest first
 */
export async function replayBooks(
  db: Db,
  jointId: number,
  entries: readonly Pick<AuditEntry, 'seq' | 'act' | 'data'>[],
): Promise<ReplayedBooks> {
  const acts = entries
    .filter(({ act }) => POSTING.has(act))
    .map(({ seq, act, data }): ProofAct => ({ seq, act, facts: JSON.parse(data) }));
  const stored = await readPosted(db, jointId);
  const notKept = acts.filter(({ facts }) => facts.posted === undefined).length;
  const { ofAct, others } = byAct(acts, stored);
  const found = acts.flatMap((act) => comparePosted(act, ofAct.get(act)));
  found.push(
    ...acts.flatMap((act) => compareIssued(act, stored.get('bill') ?? [])),
    ...strays(acts, others, notKept),
    ...compareBalances(acts, stored, others),
    ...compareAnnulments(acts, await readAnnulments(db, jointId)),
  );
  return { found, notKept };
}

type Sets = { table: PostedTable; rows: PostedRow[] }[];

/**
 * Groups stored rows by the audit act that assigned their numbers. `others`: rows of acts without number ranges, or
 * without an act.
 */
function byAct(acts: readonly ProofAct[], stored: ReadonlyMap<PostedTable, readonly PostedRow[]>) {
  const ofAct = new Map<ProofAct, Sets>();
  const others: Sets = [];
  for (const [table, rows] of stored) {
    const kind = numberedBy[table];
    const ranges = acts.flatMap((act) => {
      const range = act.facts.posted?.numbers[kind];
      return range === undefined ? [] : [{ act, first: range[0], last: range[1] }];
    });
    const rest: PostedRow[] = [];
    let at = 0;
    const mine = new Map<ProofAct, PostedRow[]>();
    // Rows and ranges are both in number order.
    for (const row of rows) {
      const number = Number(row[kind]);
      while (at < ranges.length - 1 && number > (ranges[at]?.last ?? 0)) at += 1;
      const range = ranges[at];
      const isIn = range !== undefined && number >= range.first && number <= range.last;
      if (!isIn) rest.push(row);
      else {
        const own = mine.get(range.act) ?? [];
        mine.set(range.act, own);
        own.push(row);
      }
    }
    for (const [act, own] of mine) ofAct.set(act, [...(ofAct.get(act) ?? []), { table, rows: own }]);
    others.push({ table, rows: rest });
  }
  return { ofAct, others };
}

const PROOF_FIGURES = [
  'los cobros',
  'los abonos',
  'lo imputado a deudas',
  'las cuentas de cobro',
  'los pagos recibidos',
] as const;

const pesos = (amount: number): string => formatPesos(centavos(amount));
const named = (account: string): string => (account === '' ? 'sin inmueble' : `del inmueble ${account}`);

function comparePosted({ seq, act, facts: { posted } }: ProofAct, sets: Sets | undefined): Found[] {
  if (posted === undefined) return [];
  const now = new Map(postedOf(sets ?? []).accounts.map((one) => [one[0], one]));
  const words = actWords[act] ?? act;
  const found: Found[] = [];
  for (const stated of posted.accounts) {
    const [account] = stated;
    const is = now.get(account) ?? emptyOf(account);
    now.delete(account);
    const before = found.length;
    for (const [i, figure] of PROOF_FIGURES.entries()) {
      const [then, today] = [Number(stated[i + 1]), Number(is[i + 1])];
      if (then === today) continue;
      found.push({
        seq,
        what: `${words}: ${figure} ${named(account)} suman ${pesos(today)} en los libros y ${pesos(then)} en el registro de auditoría.`,
      });
    }
    if (found.length === before && stated[6] !== is[6]) {
      found.push({
        seq,
        what: `${words}: las sumas ${named(account)} son las del registro de auditoría, pero algún movimiento, imputación, línea o fecha no es como se registró.`,
      });
    }
  }
  for (const account of now.keys()) {
    found.push({
      seq,
      what: `${words}: los libros tienen movimientos ${named(account)} que el registro de auditoría no cuenta.`,
    });
  }
  return found;
}

const emptyOf = (account: string): AccountPosted => [account, 0, 0, 0, 0, 0, ''];

/** Compares an issue's bills with the numbers, total and dates in its audit entry. */
function compareIssued({ seq, act, facts }: ProofAct, bills: readonly PostedRow[]): Found[] {
  const { first, last } = facts;
  if (act !== 'monthIssued' || typeof first !== 'number' || typeof last !== 'number') return [];
  const own = bills.filter((row) => Number(row.bill) >= first && Number(row.bill) <= last);
  const found: Found[] = [];
  const total = own.reduce((sum, row) => sum + Number(row.total), 0);
  const totalInAct = amountsOf(act, facts).get('total');
  if (own.length !== last - first + 1) {
    found.push({
      seq,
      what: `Se emitieron ${last - first + 1} cuentas de cobro y los libros tienen ${own.length}.`,
    });
  }
  if (totalInAct !== undefined && totalInAct !== total) {
    found.push({
      seq,
      what: `Las cuentas de cobro ${first} a ${last} suman ${pesos(total)} en los libros y ${pesos(totalInAct)} en el registro de auditoría.`,
    });
  }
  for (const row of own) {
    const isSame =
      row.month === facts.month && row.issue_date === facts.issueDate && row.due_date === facts.dueDate;
    if (!isSame) {
      found.push({
        seq,
        what: `La cuenta de cobro ${Number(row.bill)} ${named(String(row.apartment_id))} tiene otro mes u otras fechas que su emisión.`,
      });
    }
  }
  return found;
}

const kindWords: Readonly<Record<PostedTable, string>> = {
  ledger_item: 'El movimiento',
  ledger_allocation: 'La imputación',
  interest_line: 'La liquidación de intereses del movimiento',
  bill: 'La cuenta de cobro',
  bill_line: 'Una línea de la cuenta de cobro',
  bill_item: 'Un detalle de la cuenta de cobro',
  payment: 'El pago',
  receipt: 'El recibo de caja',
  payment_exit: 'El otro ingreso o la devolución',
};

/**
 * Returns stored rows without an audit act. Skips rows before the first act with number ranges, because older acts
 * may have posted them.
 */
function strays(acts: readonly ProofAct[], others: Sets, notKept: number): Found[] {
  const firstOf = new Map<NumberKind, number>();
  for (const { facts } of acts) {
    for (const [kind, range] of Object.entries(facts.posted?.numbers ?? {})) {
      const firstNumber = firstOf.get(kind as NumberKind) ?? Number.POSITIVE_INFINITY;
      firstOf.set(kind as NumberKind, Math.min(firstNumber, range[0]));
    }
  }
  return others.flatMap(({ table, rows }) => {
    const kind = numberedBy[table];
    const first = notKept === 0 ? 0 : (firstOf.get(kind) ?? Number.POSITIVE_INFINITY);
    return rows
      .filter((row) => Number(row[kind]) >= first)
      .map((row) => ({
        seq: null,
        what: `${kindWords[table]} ${Number(row[kind])} está en los libros y no en el registro de auditoría.`,
      }));
  });
}

/** Compares each account's balance with the sum of the audit acts plus the rows of older acts. */
function compareBalances(
  acts: readonly ProofAct[],
  stored: ReadonlyMap<PostedTable, readonly PostedRow[]>,
  others: Sets,
): Found[] {
  const storedBalances = balancesIn(others.find(({ table }) => table === 'ledger_item')?.rows ?? []);
  for (const { facts } of acts) {
    for (const [account, debits, credits] of facts.posted?.accounts ?? []) {
      storedBalances.set(account, (storedBalances.get(account) ?? 0) + debits - credits);
    }
  }
  const now = balancesIn(stored.get('ledger_item') ?? []);
  return [...new Set([...storedBalances.keys(), ...now.keys()])].flatMap((account) => {
    const [then, today] = [storedBalances.get(account) ?? 0, now.get(account) ?? 0];
    if (then === today) return [];
    return {
      seq: null,
      what: `El saldo ${named(account)} es ${pesos(today)} en los libros y ${pesos(then)} según el registro de auditoría.`,
    };
  });
}

function balancesIn(rows: readonly PostedRow[]): Map<string, number> {
  const balances = new Map<string, number>();
  for (const { apartment_id, side, amount } of rows) {
    const account = String(apartment_id);
    const signed = side === 'debit' ? Number(amount) : -Number(amount);
    balances.set(account, (balances.get(account) ?? 0) + signed);
  }
  return balances;
}

function compareAnnulments(
  acts: readonly ProofAct[],
  stored: Awaited<ReturnType<typeof readAnnulments>>,
): Found[] {
  const annulled = new Map<string, ProofAct>();
  for (const act of acts) {
    if (act.act === 'billAnnulled') annulled.set(`bill ${Number(act.facts.bill)}`, act);
    if (act.act === 'receiptAnnulled') annulled.set(`receipt ${Number(act.facts.receipt)}`, act);
    if (act.act === 'paymentExitAnnulled') annulled.set(`exit ${Number(act.facts.exit)}`, act);
  }
  const words = {
    bill: 'de la cuenta de cobro',
    receipt: 'del recibo de caja',
    exit: 'del otro ingreso o de la devolución',
  };
  const found: Found[] = [];
  for (const { kind, number, reason, postingDate, unidentified } of stored) {
    const act = annulled.get(`${kind} ${number}`);
    annulled.delete(`${kind} ${number}`);
    const what = `La anulación ${words[kind]} ${number}`;
    if (act === undefined) {
      found.push({ seq: null, what: `${what} está en los libros y no en el registro de auditoría.` });
      continue;
    }
    const { facts } = act;
    const isSame =
      facts.reason === reason &&
      facts.postingDate === postingDate &&
      (facts.unidentified === true) === (unidentified === 1);
    if (!isSame)
      found.push({ seq: act.seq, what: `${what} no dice en los libros lo que dijo cuando se hizo.` });
  }
  for (const [of, { seq }] of annulled) {
    const [kind, number] = of.split(' ');
    found.push({
      seq,
      what: `La anulación ${words[kind as keyof typeof words]} ${number} no está en los libros.`,
    });
  }
  return found;
}
