import type { Agreement } from '../../../shared/billing/agreements.api.ts';
import { agreementStateWords } from '../../../shared/billing/collection/agreement-words.ts';
import { type Day, dayInBogota } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { dayFact, type Fact, type TableColumn } from '../../platform/documents/table.ts';
import { agreementsOf } from '../agreements/to-api.ts';
import { asOf, emptyAccount, heldUntil } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { type BookHeading, readHeading } from './heading.ts';

/**
 * All accounts of a joint (co-owned property) as of a day, with the heading, as data for reports about debts.
 */
export interface JointAccounts {
  heading: BookHeading;
  /** Day for comparing due dates. */
  day: Day;
  /** Last posting day included. */
  until: Day;
  /** Accounts with the state of the payment agreement not paid yet; '' without an agreement. */
  accounts: { unit: BilledUnit; account: Account; agreement: string }[];
}

/**
 * Reads all accounts of a joint (co-owned property) for reports about debts, in the order of the table of
 * units: movements posted up to `date`. Without a date: all movements, with due dates as of today.
 * @throws Problem jointNotFound; monthNotFound for a joint without books
 */
export async function readJointAccounts(
  trx: Db,
  { jointId, date }: { jointId: number; date?: Day },
): Promise<JointAccounts> {
  const heading = await readHeading(trx, jointId);
  const day = date ?? dayInBogota(heading.madeAt);
  const accounts = await readAccounts(trx, jointId);
  const units = await listBilledUnits(trx, jointId, day);
  const seen = units.map((unit) => ({
    unit,
    account: asOf(accounts.get(unit.apartmentId) ?? emptyAccount(unit.apartmentId), date ?? null),
  }));
  const until = seen.reduce((last, { account }) => heldUntil(account.items, last), day);
  return {
    heading,
    day,
    until,
    accounts: seen.map((one) => ({
      ...one,
      agreement: agreementStateOf(agreementsOf(one.account, day)),
    })),
  };
}

const agreementStateOf = (agreements: readonly Agreement[]): string => {
  const open = agreements.find(({ state }) => state !== 'paid');
  return open === undefined ? '' : `Acuerdo de pago: ${agreementStateWords[open.state].toLowerCase()}`;
};

/**
 * Returns the facts about the date at the top of a report: 'A corte de' is the last posting day included;
 * 'Vencimientos al', if different, is the day to judge overdue debts. (After an issue today, new movements
 * are posted tomorrow, but debts become overdue by today's date.)
 */
export const asOfFacts = (report: { day: Day; until: Day }): Fact[] => [
  dayFact('A corte de', report.until),
  ...(report.until === report.day ? [] : [dayFact('Vencimientos al', report.day)]),
];

/**
 * Returns the two first columns of reports about units: 'Inmueble' is the unit with the bills, with the units
 * billed together in small letters ('Con 12, Depósito 4'); 'Facturado con' has these units for the
 * spreadsheet.
 */
export const billedColumns = (width: number): TableColumn<Pick<BilledUnit, 'apartmentId' | 'units'>>[] => [
  {
    title: 'Inmueble',
    kind: 'text',
    width,
    value: (row) => row.apartmentId,
    small: ({ units: [, ...others] }) => (others.length === 0 ? '' : `Con ${others.join(', ')}`),
  },
  { title: 'Facturado con', kind: 'text', value: ({ units }) => units.slice(1).join(', ') || null },
];

/**
 * Returns the column of the owner, with the state of the payment agreement in small letters; in the spreadsheet a column of
 * the state, if any row has an agreement.
 */
export const ownerColumns = (rows: readonly OwnerCell[], width: number): TableColumn<OwnerCell>[] => [
  { title: 'Propietario', kind: 'text', width, value: (row) => row.owner, small: (row) => row.agreement },
  ...(rows.some(({ agreement }) => agreement !== '')
    ? [{ title: 'Acuerdo de pago', kind: 'text' as const, value: (row: OwnerCell) => row.agreement || null }]
    : []),
];

/** Owner of an account, and state of the payment agreement; '' without an agreement. */
interface OwnerCell {
  owner: string;
  agreement: string;
}
