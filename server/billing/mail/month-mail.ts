import { settlementParts } from '../../../shared/billing/collection/settlement-parts.ts';
import { type PaymentPlaces, whereToPayLines } from '../../../shared/billing/where-to-pay.ts';
import { type Day, type Month, monthWords, shortDay } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import { lay, type MailFace, type MailPart, type Written } from '../../platform/mail/page.ts';
import type { Settlement } from '../accounts/settlement.ts';
import type { StoredPaper } from './month-mail.repository.ts';

/**
 * Writes subject and text of the mail with a bill to an owner, in Spanish: amount, due date, discount and
 * places to pay. The caller attaches the PDF.
 */
export function writeBill(to: {
  name: string;
  jointName: string;
  /** Colour and crest of the joint. */
  face: MailFace;
  places: PaymentPlaces;
  bill: StoredPaper;
  /** Amount to settle the account on the day of the mail. */
  settlement: DatedSettlement;
  /** Sentence with the help for owners; null without help. */
  help: string | null;
}): Written {
  const { name, jointName, face, places, bill, settlement, help } = to;
  const isOwed = bill.total > 0;
  const parts: MailPart[] = [
    { paragraph: `Señor(a) ${name}:` },
    {
      paragraph: `Adjuntamos la cuenta de cobro ${bill.bill} de ${monthWords(bill.month)} del inmueble ${bill.apartmentId} de ${jointName}.`,
    },
    {
      title: 'Resumen',
      lines: [
        isOwed ? `Total a pagar: ${formatPesos(bill.total)}` : `Saldo a favor: ${formatPesos(bill.inFavour)}`,
        ...(isOwed ? [`Fecha límite de pago: ${shortDay(bill.dueDate)}`] : []),
        ...(bill.discount === null
          ? []
          : [
              `Si paga hasta el ${shortDay(bill.discount.until)}: ${formatPesos(bill.discount.total)}, con descuento por pronto pago`,
            ]),
        ...settlementLines(bill, settlement),
        `Referencia de pago: ${bill.reference}`,
      ],
    },
  ];
  if (isOwed) parts.push(...whereToPay(places));
  if (help !== null) parts.push({ paragraph: help });
  parts.push({ paragraph: closing(jointName) });
  return {
    subject: `Cuenta de cobro ${bill.bill} de ${jointName}, ${monthWords(bill.month)}`,
    ...lay(parts, { name: jointName, line: `Cuenta de cobro de ${monthWords(bill.month)}`, face }),
  };
}

/** Amount to leave an account without debt on a day ('si paga hoy'), with the day. In centavos. */
export type DatedSettlement = Settlement & { day: Day };

/** Names the amount to pay on the day of the mail, if the total of the bill does not settle the account. */
function settlementLines(
  { total, discount }: StoredPaper,
  { day, amount, interest, saved, missing }: DatedSettlement,
): string[] {
  const isBilled = amount === total || amount === discount?.total;
  if (missing.length > 0 || amount <= 0 || isBilled) return [];
  const parts = settlementParts({ interest, saved }, 'ese día');
  return [`Si paga el ${shortDay(day)}: ${formatPesos(amount)}${parts}`];
}

/**
 * Returns the payment instructions of a mail, with a button for the payment page. Empty for a joint without
 * instructions.
 */
function whereToPay(places: PaymentPlaces): MailPart[] {
  const lines = whereToPayLines(places);
  if (places.bankQr !== '') lines.push('Con el QR del banco, que está en la cuenta de cobro.');
  const page = places.paymentPage;
  return [
    ...(lines.length === 0 ? [] : [{ title: 'Dónde pagar', lines }]),
    ...(page === '' ? [] : [{ link: page, label: 'Pagar en línea' }]),
  ];
}

/**
 * Writes subject and text of the mail with the relación (the month's table of bills) to an administrator or
 * accountant, in Spanish. The caller attaches the files.
 */
export function writeRelation(to: {
  name: string;
  jointName: string;
  face: MailFace;
  month: Month;
}): Written {
  const { name, jointName, face, month } = to;
  return {
    subject: `Relación de facturas de ${jointName}, ${monthWords(month)}`,
    ...lay(
      [
        { paragraph: `Señor(a) ${name}:` },
        {
          paragraph: `Se emitieron las cuentas de cobro de ${monthWords(month)} de ${jointName}. Adjuntamos la relación de facturas, en PDF y en Excel: cada inmueble con lo que debe y por qué.`,
        },
        { paragraph: closing(jointName) },
      ],
      { name: jointName, line: `Relación de facturas de ${monthWords(month)}`, face },
    ),
  };
}

const closing = (jointName: string): string =>
  `Este mensaje se envió por encargo de la administración de ${jointName}. Si no lo esperaba, bórrelo y avise a la administración.`;
