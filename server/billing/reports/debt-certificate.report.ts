import { agreementWords } from '../../../shared/billing/collection/agreement-words.ts';
import { debtCertificateReport } from '../../../shared/billing/reports.api.ts';
import { monthTitle, monthWords } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { dayFact, inBook, moneyFact, type TableColumn, textFact } from '../../platform/documents/table.ts';
import {
  dayWords,
  groundOf,
  ownerFacts,
  ownerWords,
  paragraphs,
  signature,
  signerWords,
} from './certificate-words.ts';
import { ofUnit } from './heading.ts';
import { interestTable } from './interest-table.ts';
import { type DebtCertificate, readDebtCertificate } from './read-certificate.ts';
import { type DebtRow, debtTotals } from './read-debt.ts';

/**
 * Lays out the certificate of a unit's unpaid debt, as PDF and as spreadsheet, with the same figures in both.
 * The legal representative signs the certificate to claim the debt in court (Ley 675, art. 48).
 */
export function debtCertificateLayout(certificate: DebtCertificate): ReportLayout {
  const { rows, unit, interestThrough } = certificate;
  const { capital, interest, accrued, total } = debtTotals(rows);
  /** True if some interest is not billed yet: the certificate then has an additional column. */
  const runs = accrued > 0;
  const width = runs ? 72 : 80;
  const several = unit.units.length > 1 || rows.some(({ apartmentId }) => apartmentId !== unit.apartmentId);
  return {
    title: 'Certificado de Deuda',
    ...groundOf(certificate),
    facts: [
      ...ownerFacts(certificate),
      dayFact('A corte de', certificate.day),
      moneyFact('Capital', capital),
      moneyFact('Intereses de mora', interest),
      ...(runs ? [moneyFact('Intereses causados sin facturar', accrued)] : []),
      moneyFact('Total', total),
      ...(interestThrough === null
        ? []
        : inBook([textFact('Intereses liquidados hasta', monthTitle(interestThrough))])),
    ],
    parts: [
      paragraphs(
        `${signerWords(certificate)} certifica que ${ownerWords(certificate)} adeuda a la copropiedad, a ${dayWords(certificate.day)}, las siguientes obligaciones vencidas, exigibles y no pagadas, por expensas comunes y demás cobros de que trata la Ley 675 de 2001:`,
      ),
      table<DebtRow>({
        name: 'Obligaciones vencidas',
        rows,
        columns: [
          {
            title: 'Concepto',
            kind: 'text',
            width: runs ? 128 : 180,
            value: (row) => row.concept,
            small: ({ month, apartmentId }) =>
              [month === null ? '' : monthWords(month), several ? `Inmueble ${apartmentId}` : '']
                .filter((part) => part !== '')
                .join(' · '),
          },
          { title: 'Mes', kind: 'text', value: ({ month }) => month && monthTitle(month) },
          { title: 'Inmueble', kind: 'text', value: (row) => row.apartmentId },
          { title: 'Vencimiento', kind: 'day', width: 60, value: (row) => row.dueDate },
          { title: 'Capital', kind: 'money', width, value: (row) => row.capital, total: true },
          {
            title: runs ? 'Intereses facturados' : 'Intereses de mora',
            kind: 'money',
            width,
            value: (row) => row.interest,
            total: true,
          },
          ...(runs ? [accruedColumn(width)] : []),
          { title: 'Total', kind: 'money', width: width + 4, value: (row) => row.total, total: true },
        ],
      }),
      interestTable(certificate.interest),
      paragraphs(
        runs
          ? `Total adeudado: ${formatPesos(total)}, de los cuales ${formatPesos(capital)} son capital, ${formatPesos(interest)} intereses de mora facturados y ${formatPesos(accrued)} intereses causados hasta hoy que aún no se han facturado.`
          : `Total adeudado: ${formatPesos(total)}, de los cuales ${formatPesos(capital)} son capital y ${formatPesos(interest)} intereses de mora.`,
        interestWords(certificate, runs),
        ...certificate.agreements.map(agreementWords),
      ),
      signature(
        certificate,
        'Este certificado se expide por el administrador, sin ningún requisito ni procedimiento adicional, y presta mérito ejecutivo conforme al artículo 48 de la Ley 675 de 2001.',
      ),
    ],
  };
}

const accruedColumn = (width: number): TableColumn<DebtRow> => ({
  title: 'Causados sin facturar',
  kind: 'money',
  width,
  value: (row) => row.accrued,
  total: true,
});

/** Returns the sentence with the last day of interest and the note that interest continues. */
function interestWords({ interestThrough, missing, day }: DebtCertificate, runs: boolean): string {
  const charged = interestThrough === null ? '' : `están facturados hasta ${monthWords(interestThrough)}`;
  const until = runs ? `se liquidan hasta el ${dayWords(day)}` : charged;
  const words = `Los intereses de mora ${until === '' ? '' : `${until} y `}se causan hasta el pago total, a la tasa que señala el artículo 30 de la Ley 675 de 2001.`;
  return missing.length === 0
    ? words
    : `${words} No incluyen los de ${new Intl.ListFormat('es').format(missing.map(monthWords))}, cuya tasa máxima legal no está registrada.`;
}

export default defineReport(debtCertificateReport, {
  read: (trx, { params }) => readDebtCertificate(trx, params),
  formats: ofUnit(debtCertificateLayout),
});
