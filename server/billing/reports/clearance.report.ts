import { clearanceReport } from '../../../shared/billing/reports.api.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import type { ReportLayout } from '../../platform/documents/report-layout.ts';
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
  const { balance, toCome, nextDueDate } = clearance;
  return {
    title: 'Paz y Salvo',
    ...groundOf(clearance),
    facts: [
      ...ownerFacts(clearance),
      dayFact('A corte de', clearance.day),
      dayFact('Válido hasta', validUntil(clearance)),
      ...inBook([
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
        `Es válido hasta el ${dayWords(validUntil(clearance))}. Se expide para los efectos del artículo 29 de la Ley 675 de 2001.`,
      ),
      signature(clearance),
    ],
  };
}

/** Number of days of validity of a paz y salvo. */
const VALID_DAYS = 30;

/** Returns the last day of validity: thirty days after the day of the paz y salvo, or the next due date if earlier. */
function validUntil({ day, nextDueDate }: Clearance): Day {
  const last = addDays(day, VALID_DAYS);
  return nextDueDate !== null && nextDueDate < last ? nextDueDate : last;
}

export default defineReport(clearanceReport, {
  read: (trx, { params }) => readClearance(trx, params),
  formats: ofUnit(clearanceLayout),
});
