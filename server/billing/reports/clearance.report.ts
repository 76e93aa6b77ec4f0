import { clearanceReport } from '../../../shared/billing/reports.api.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import { qrPicture } from '../../platform/documents/code-marks.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { onPaper, type ReportLayout } from '../../platform/documents/report-layout.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
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
import { type Clearance, readClearance } from './read-certificate.ts';

/**
 * Lays out the certificate 'Paz y Salvo' for a unit without overdue debt, as PDF to be signed and as
 * spreadsheet with the same facts.
 */
export function clearanceLayout(clearance: Clearance): ReportLayout {
  const { balance, toCome, nextDueDate, requestedOn } = clearance;
  return {
    title: 'Paz y Salvo',
    ...groundOf(clearance),
    facts: [
      ...ownerFacts(clearance),
      dayFact('A corte de', clearance.day),
      dayFact('Válido hasta', clearance.until),
      ...(requestedOn === null ? [] : [dayFact('Solicitado el', requestedOn)]),
      ...inBook([
        textFact('Código de verificación', clearance.code),
        textFact('Estado', 'A paz y salvo'),
        moneyFact('Cobros que aún no vencen', toCome),
        ...(nextDueDate === null ? [] : [dayFact('El primero vence', nextDueDate)]),
        moneyFact('Saldo a favor', centavos(Math.max(-balance, 0))),
      ]),
    ],
    parts: [
      paragraphs(
        `${signerWords(clearance)} certifica que ${ownerWords(clearance)} se encuentra a paz y salvo con la copropiedad a ${dayWords(clearance.day)}: no debe expensas comunes ordinarias ni extraordinarias, multas, intereses de mora ni otros cobros vencidos a esa fecha.`,
        ...(toCome > 0 && nextDueDate !== null
          ? [
              `Tiene cobros por ${formatPesos(toCome)} que aún no vencen; el primero vence el ${dayWords(nextDueDate)}.`,
            ]
          : []),
        ...(balance < 0 ? [`Tiene un saldo a favor de ${formatPesos(centavos(-balance))}.`] : []),
      ),
      signature(
        clearance,
        `Es válido hasta el ${dayWords(clearance.until)}. Se expide para los efectos del artículo 29 de la Ley 675 de 2001.`,
      ),
      codeMark(clearance),
    ],
  };
}

/** Side of the QR code in points: 2.5 cm. */
const CHECK_QR_SIDE = 72;

/** Draws the code of the paper, with a QR code of the page that checks the code. */
const codeMark = ({ code, checkUrl }: Clearance) =>
  onPaper(() => [
    {
      unbreakable: true,
      margin: [0, 24, 0, 0],
      columns: [
        ...(checkUrl === null
          ? []
          : [{ width: CHECK_QR_SIDE + 8, stack: [qrPicture(checkUrl, CHECK_QR_SIDE)] }]),
        {
          width: '*',
          stack: [
            prose('Verifique este paz y salvo', { fontSize: 9, bold: true }),
            prose(checkUrl === null ? code : `${code}\n${checkUrl.split('#')[0]}`, { fontSize: 9 }),
            prose(
              'La página responde si es auténtico, de qué inmueble, de qué día y hasta cuándo es válido.',
              {
                fontSize: 8,
                color: inks.soft,
              },
            ),
          ],
        },
      ],
    },
  ]);

export default defineReport(clearanceReport, {
  read: (trx, { params, publicUrl }) => readClearance(trx, params, publicUrl),
  formats: ofUnit(clearanceLayout),
});
