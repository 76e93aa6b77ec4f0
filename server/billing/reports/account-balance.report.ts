import { agreementWords } from '../../../shared/billing/collection/agreement-words.ts';
import { accountBalanceReport } from '../../../shared/billing/reports.api.ts';
import { unitLabel } from '../../../shared/format.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { dayFact, inBook, moneyFact, textFact } from '../../platform/documents/table.ts';
import { Problem } from '../../platform/http/problem.ts';
import { documentOf, type StatementReading, statementOn } from '../accounts/read-statement.ts';
import { accountOfUnit } from '../ledger/accounts.repository.ts';
import type { StatementRow } from '../ledger/statement.ts';
import { paragraphs } from './certificate-words.ts';
import { type BookHeading, bookFacts, ofUnit, readHeading } from './heading.ts';
import { headNow } from './page-head.ts';
import { asOfFacts } from './read-accounts.ts';

interface AccountReport {
  heading: BookHeading;
  statement: StatementReading;
}

/**
 * Reads the data of the report 'Estado de Cuenta' of a unit: the account statement, and the heading with
 * joint and time. For PDF and spreadsheet.
 */
export const readAccountReport = async (
  trx: Db,
  of: { jointId: number; account: string; date?: string },
): Promise<AccountReport> => ({
  heading: { ...(await readHeading(trx, of.jointId)), head: await headNow(trx, of.jointId) },
  statement: await statementOn(trx, of),
});

/**
 * Lays out the report 'Estado de Cuenta' of a unit as PDF and spreadsheet: facts about the account, and the
 * table of all movements.
 */
export function accountBalanceLayout({ heading, statement }: AccountReport): ReportLayout {
  const { units, overdue, overdueSince, nextDueDate, others } = statement;
  const subject = `Inmueble ${unitLabel(statement)}`;
  return {
    title: 'Estado de Cuenta',
    heading,
    subject,
    facts: [
      ...bookFacts(heading, subject),
      ...asOfFacts(statement),
      moneyFact('Saldo', statement.balance),
      moneyFact('Vencido', overdue),
      ...(overdueSince === null ? [] : [dayFact('Vencido desde', overdueSince)]),
      moneyFact('Capital', statement.capital),
      moneyFact('Intereses de mora', statement.interest),
      moneyFact('Saldo a favor', statement.creditLeft),
      ...(nextDueDate === null ? [] : [dayFact('Próximo vencimiento', nextDueDate)]),
      ...(units.length > 1 ? [textFact('Inmuebles de la cuenta', units.join(', '))] : []),
      ...inBook(statement.agreements.map((one) => textFact('Acuerdo de pago', agreementWords(one)))),
      ...others.map((other) => moneyFact(`Además, cuenta anterior de ${other.apartmentId}`, other.balance)),
    ],
    parts: [
      ...(statement.agreements.length === 0 ? [] : [paragraphs(...statement.agreements.map(agreementWords))]),
      table<StatementRow>({
        name: 'Movimientos',
        rows: statement.rows,
        empty: 'El inmueble no tiene movimientos.',
        columns: [
          { title: 'Fecha', kind: 'day', width: 52, value: ({ item }) => item.postingDate },
          { title: 'Concepto', kind: 'text', width: 170, value: ({ item }) => item.description, small },
          { title: 'Documento', kind: 'text', value: ({ item }) => documentOf(item) || null },
          { title: 'Inmueble', kind: 'text', value: ({ item }) => item.forApartmentId },
          { title: 'Mes', kind: 'text', value: ({ item }) => item.month },
          { title: 'Ocurrió', kind: 'day', width: 52, value: ({ item }) => item.valueDate },
          { title: 'Vence', kind: 'day', width: 52, value: ({ item }) => item.dueDate },
          { title: 'Cargos', kind: 'money', width: 62, value: ({ debit }) => some(debit), total: true },
          { title: 'Abonos', kind: 'money', width: 62, value: ({ credit }) => some(credit), total: true },
          { title: 'Saldo', kind: 'money', width: 66, value: ({ balance }) => balance },
          { title: 'Motivo', kind: 'text', value: ({ item }) => item.reason },
          { title: 'Reverso', kind: 'text', value: ({ reversal }) => (reversal ? 'Sí' : null) },
        ],
      }),
    ],
  };
}

/** Returns null for an amount of 0, so that the report prints an empty cell. */
const some = (amount: Centavos): Centavos | null => (amount === 0 ? null : amount);

/** Returns the small print of a movement: document, unit (if different from the account), reversal, and reason. */
function small({ item, reversal }: StatementRow): string {
  return [
    documentOf(item),
    item.forApartmentId === item.apartmentId ? '' : `Inmueble ${item.forApartmentId}`,
    item.reverses !== null ? 'Reversa un movimiento anterior' : reversal ? 'Reversado' : '',
    item.reason ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export default defineReport(accountBalanceReport, {
  read: async (trx, { params, query }) => {
    const account = await accountOfUnit(trx, params.jointId, params.apartmentId);
    if (account === undefined) throw new Problem('apartmentNotFound');
    const of = { ...params, ...query };
    return readAccountReport(trx, { ...of, account: query.own === true ? params.apartmentId : account });
  },
  formats: ofUnit(accountBalanceLayout),
});
