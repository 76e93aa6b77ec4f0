import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { unitLabel } from '../../../shared/format.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import { documentOf, type StatementReading, statementOn } from '../accounts/read-statement.ts';
import type { StatementRow } from '../ledger/statement.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { asOfFacts, day, money, textFact } from './facts.ts';
import { type BookHeading, readHeading } from './heading.ts';

const TITLE = 'Estado de Cuenta';

export interface AccountReport {
  heading: BookHeading;
  statement: StatementReading;
}

/** A unit's statement, with what a report begins with. */
export const readAccountReport = (
  db: Db,
  of: { jointId: number; account: string; date?: string },
): Promise<AccountReport> =>
  readAsOfNow(db, async (trx) => ({
    heading: await readHeading(trx, of.jointId),
    statement: await statementOn(trx, of),
  }));

export const accountBalancePdf = (report: AccountReport): TDocumentDefinitions =>
  bookPage(headOf(report), {
    orientation: 'portrait',
    content: [tableOnPaper(tableOf(report), { width: bodyWidth() })],
  });

export const accountBalanceWorkbook = (name: string, report: AccountReport): Promise<FileAnswer> =>
  bookWorkbook(name, headOf(report), [tableInWorkbook(tableOf(report))]);

function headOf({ heading, statement }: AccountReport) {
  const { units, overdue, overdueSince, nextDueDate, others } = statement;
  return {
    title: TITLE,
    heading,
    subject: `Inmueble ${unitLabel(statement)}`,
    facts: [
      ...asOfFacts(statement),
      money('Saldo', statement.balance),
      money('Vencido', overdue),
      ...(overdueSince === null ? [] : [day('Vencido desde', overdueSince)]),
      money('Capital', statement.capital),
      money('Intereses de mora', statement.interest),
      money('Saldo a favor', statement.creditLeft),
      ...(nextDueDate === null ? [] : [day('Próximo vencimiento', nextDueDate)]),
      ...(units.length > 1 ? [textFact('Inmuebles de la cuenta', units.join(', '))] : []),
      ...others.map((other) => money(`Además, cuenta anterior de ${other.apartmentId}`, other.balance)),
    ],
  };
}

const tableOf = ({ statement: { rows } }: AccountReport): BookTable<StatementRow> => ({
  name: 'Movimientos',
  rows,
  empty: 'El inmueble no tiene movimientos.',
  columns: [
    { title: 'Fecha', kind: 'day', width: 52, value: ({ item }) => item.postingDate },
    {
      title: 'Concepto',
      kind: 'text',
      width: 170,
      value: ({ item }) => item.description,
      small: smallPrint,
    },
    { title: 'Documento', kind: 'text', width: 0, value: ({ item }) => documentOf(item) || null },
    { title: 'Inmueble', kind: 'text', width: 0, value: ({ item }) => item.forApartmentId },
    { title: 'Mes', kind: 'text', width: 0, value: ({ item }) => item.month },
    { title: 'Ocurrió', kind: 'day', width: 52, value: ({ item }) => item.valueDate },
    { title: 'Vence', kind: 'day', width: 52, value: ({ item }) => item.dueDate },
    {
      title: 'Cargos',
      kind: 'money',
      width: 62,
      value: ({ debit }) => (debit === 0 ? null : debit),
      total: true,
    },
    {
      title: 'Abonos',
      kind: 'money',
      width: 62,
      value: ({ credit }) => (credit === 0 ? null : credit),
      total: true,
    },
    { title: 'Saldo', kind: 'money', width: 66, value: ({ balance }) => balance },
    { title: 'Motivo', kind: 'text', width: 0, value: ({ item }) => item.reason },
    { title: 'Reverso', kind: 'text', width: 0, value: ({ reversal }) => (reversal ? 'Sí' : null) },
  ],
});

/** Its document, whose it is where others are billed with it, and what it reverses or why. */
function smallPrint({ item, reversal }: StatementRow): string {
  return [
    documentOf(item),
    item.forApartmentId === item.apartmentId ? '' : `Inmueble ${item.forApartmentId}`,
    item.reverses !== null ? 'Reversa un movimiento anterior' : reversal ? 'Reversado' : '',
    item.reason ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
