import { debtCertificateReport } from '../../../shared/billing/reports.api.ts';
import { type Month, monthTitle, monthWords } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { dayFact, inBook, moneyFact, textFact } from '../../platform/documents/table.ts';
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
import { type DebtCertificate, readDebtCertificate } from './read-certificate.ts';
import { type DebtRow, debtTotals } from './read-debt.ts';

/** The debt of a unit as the law wants it certified (Ley 675 de 2001, art. 48); its workbook has the same figures. */
export function debtCertificateLayout(certificate: DebtCertificate): ReportLayout {
  const { rows, unit, interestThrough } = certificate;
  const { capital, interest, total } = debtTotals(rows);
  const several = unit.units.length > 1 || rows.some(({ apartmentId }) => apartmentId !== unit.apartmentId);
  return {
    title: 'Certificado de Deuda',
    ...groundOf(certificate),
    facts: [
      ...ownerFacts(certificate),
      dayFact('A corte de', certificate.day),
      moneyFact('Capital', capital),
      moneyFact('Intereses de mora', interest),
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
            width: 180,
            value: (row) => row.concept,
            small: ({ month, apartmentId }) =>
              [month === null ? '' : monthWords(month), several ? `Inmueble ${apartmentId}` : '']
                .filter((part) => part !== '')
                .join(' · '),
          },
          { title: 'Mes', kind: 'text', value: ({ month }) => month && monthTitle(month) },
          { title: 'Inmueble', kind: 'text', value: (row) => row.apartmentId },
          { title: 'Vencimiento', kind: 'day', width: 64, value: (row) => row.dueDate },
          { title: 'Capital', kind: 'money', width: 80, value: (row) => row.capital, total: true },
          { title: 'Intereses de mora', kind: 'money', width: 80, value: (row) => row.interest, total: true },
          { title: 'Total', kind: 'money', width: 84, value: (row) => row.total, total: true },
        ],
      }),
      paragraphs(
        `Total adeudado: ${formatPesos(total)}, de los cuales ${formatPesos(capital)} son capital y ${formatPesos(interest)} intereses de mora.`,
        interestWords(interestThrough),
        'Este certificado se expide por el administrador, sin ningún requisito ni procedimiento adicional, y presta mérito ejecutivo conforme al artículo 48 de la Ley 675 de 2001.',
      ),
      signature(certificate),
    ],
  };
}

function interestWords(through: Month | null): string {
  const until = through === null ? '' : `están liquidados hasta ${monthWords(through)} y `;
  return `Los intereses de mora ${until}se causan hasta el pago total, a la tasa que señala el artículo 30 de la Ley 675 de 2001.`;
}

export default defineReport(debtCertificateReport, {
  read: (trx, { params }) => readDebtCertificate(trx, params),
  formats: ofUnit(debtCertificateLayout),
});
