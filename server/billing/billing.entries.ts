import { amountsOf } from '../../shared/audit/act-amounts.ts';
import {
  type IncomeConcept,
  type InterestWay,
  type ItemNature,
  incomeConceptWords,
  interestWayWords,
  itemNatureWords,
} from '../../shared/billing/natures.ts';
import { settingWords } from '../../shared/billing/setting-words.ts';
import { monthWords, shortDay } from '../../shared/days.ts';
import { counted } from '../../shared/format.ts';
import { formatPesos, NO_MONEY } from '../../shared/money.ts';
import { type EntryFormatters, numberIn, type Telling, textIn } from '../platform/audit/entry-words.ts';

/** Formats in pesos an amount in the facts of an audit entry, from any stored unit. */
const money = (act: string, facts: Telling['facts'], name: string): string =>
  formatPesos(amountsOf(act, facts).get(name) ?? NO_MONEY);

const month = (of: unknown): string => monthWords(textIn(of));
const shortDayWords = (day: unknown): string => shortDay(textIn(day));
const because = ({ reason }: Telling['facts']): string =>
  textIn(reason) === '' ? '' : ` Motivo: ${textIn(reason).replace(/\.$/, '')}.`;
const since = ({ acta }: Telling['facts']): string => (textIn(acta) === '' ? '' : ` (${textIn(acta)})`);
const incomeWords = (concept: unknown): string =>
  (incomeConceptWords[textIn(concept) as IncomeConcept] ?? textIn(concept)).toLowerCase();
const listIn = (list: unknown): string => (Array.isArray(list) ? list.map(String).join(', ') : '');
const natureWords = (nature: unknown): string =>
  itemNatureWords[textIn(nature) as ItemNature] ?? textIn(nature);
/**
 * Describes the receipt of a payment in Spanish, for an audit entry. Entries about files have no receipt or unit.
 */
const receiptWords = ({ receipt, apartmentId }: Telling['facts']): string =>
  receipt === null || receipt === undefined
    ? 'quedó por identificar'
    : `recibo de caja ${numberIn(receipt)} del inmueble ${textIn(apartmentId)}`;

const rateWords = (facts: Telling['facts']): string => {
  if (facts.mode === 'none') return 'no se cobran intereses de mora';
  if (facts.mode !== 'fixed') return 'el interés de mora es el máximo legal';
  const percent = (of: unknown, parts: number): string =>
    (numberIn(of) / parts).toLocaleString('es-CO', { maximumFractionDigits: 6 });
  return typeof facts.monthlyRate === 'number'
    ? `el interés de mora es el ${percent(facts.monthlyRate, 1_000_000)} % mensual`
    : `el interés de mora es el ${percent(facts.annualRate, 10_000)} % efectivo anual`;
};

/** Spanish name of a method to compute interest, within a sentence: 'por días de mora'. */
const wayWords = (way: unknown): string =>
  (interestWayWords[textIn(way) as InterestWay] ?? textIn(way)).toLowerCase();

const movementKinds: Readonly<Record<string, string>> = {
  charge: 'un cobro',
  creditNote: 'una nota crédito',
  condonation: 'una condonación',
};

/**
 * Writers of Spanish sentences for the audit trail of billing. Each writer belongs to a kind of audit entry
 * ('monthIssued') and makes from the stored facts a sentence like 'Se emitió mayo de 2026 …'.
 */
export const billingEntries: EntryFormatters = {
  draftSent: ({ facts }) => `Se recibió la planilla «${textIn(facts.fileName)}».`,
  draftDiscarded: ({ facts }) =>
    `Se descartó la planilla «${textIn(facts.fileName)}»${
      textIn(facts.month) === '' ? '' : `, y con ella el mes de ${month(facts.month)}`
    }.`,
  monthPrepared: ({ facts }) =>
    `Se preparó ${month(facts.month)}, con ${counted(numberIn(facts.rows), 'fila', 'filas')}: cobros por ${money('monthPrepared', facts, 'charges')}, pagos por ${money('monthPrepared', facts, 'payment')} y total de ${money('monthPrepared', facts, 'total')}.`,
  monthIssued: ({ facts }) =>
    `Se emitió ${month(facts.month)}, con fecha ${shortDayWords(facts.issueDate)} y vencimiento ${shortDayWords(
      facts.dueDate,
    )}: ${
      numberIn(facts.bills) === 0
        ? 'ninguna cuenta de cobro'
        : `${counted(numberIn(facts.bills), 'cuenta de cobro', 'cuentas de cobro')} (${numberIn(facts.first)} a ${numberIn(
            facts.last,
          )})`
    } por ${money('monthIssued', facts, 'total')}.`,
  monthMailed: ({ facts }) =>
    `Se pusieron en el correo ${facts.what === 'relation' ? 'la relación' : 'las cuentas de cobro'} de ${month(facts.month)}: ${counted(numberIn(facts.queued), 'mensaje', 'mensajes')}.`,
  billSent: ({ facts, who }) =>
    `El servidor de correo recibió la cuenta de cobro ${numberIn(facts.bill)} para ${who(`user:${String(facts.userId)}`)}.`,
  relationSent: ({ facts, who }) =>
    `El servidor de correo recibió la relación de ${month(facts.month)} para ${who(`user:${String(facts.userId)}`)}.`,
  billAnnulled: ({ facts }) =>
    `Se anuló la cuenta de cobro ${numberIn(facts.bill)} del inmueble ${textIn(facts.apartmentId)}.${because(facts)}`,
  adjustmentAdded: ({ facts }) =>
    `Se registró ${movementKinds[textIn(facts.kind)] ?? 'una corrección'} de ${money('adjustmentAdded', facts, 'amount')} al inmueble ${textIn(
      facts.apartmentId,
    )}.${because(facts)}`,
  paymentEntered: ({ facts }) =>
    `Se registró un pago de ${money('paymentEntered', facts, 'amount')} del ${shortDayWords(facts.valueDate)}: ${receiptWords(facts)}.`,
  paymentsEntered: ({ facts }) =>
    `Se registraron ${counted(numberIn(facts.payments), 'pago', 'pagos')} de ${month(facts.month)}.`,
  paymentsImported: ({ facts }) =>
    `Se cargó el archivo de pagos «${textIn(facts.fileName)}»: ${counted(numberIn(facts.added), 'pago nuevo', 'pagos nuevos')} por ${money('paymentsImported', facts, 'amount')}; ya registrados: ${numberIn(facts.known)}.`,
  paymentIdentified: ({ facts }) =>
    `Se identificó la consignación ${numberIn(facts.payment)}: ${receiptWords(facts)}.${because(facts)}`,
  paymentSplit: ({ facts }) =>
    `Se repartió la consignación ${numberIn(facts.payment)} de ${money('paymentSplit', facts, 'amount')}: recibos de caja ${listIn(facts.receipts)} de los inmuebles ${listIn(facts.apartmentIds)}.${because(facts)}`,
  otherIncomeBooked: ({ facts }) =>
    `Se registró la consignación ${numberIn(facts.payment)} de ${money('otherIncomeBooked', facts, 'amount')} como otro ingreso ${numberIn(facts.exit)} (${incomeWords(facts.incomeConcept)}).${because(facts)}`,
  paymentReturned: ({ facts }) =>
    `Se anotó la devolución ${numberIn(facts.exit)} de la consignación ${numberIn(facts.payment)}: ${money('paymentReturned', facts, 'amount')} el ${shortDayWords(facts.valueDate)}, referencia ${textIn(facts.reference)}.${because(facts)}`,
  paymentExitAnnulled: ({ facts }) =>
    `Se anuló el otro ingreso o la devolución ${numberIn(facts.exit)}: la consignación ${numberIn(facts.payment)} quedó por identificar.${because(facts)}`,
  agreementMade: ({ facts }) =>
    `Se hizo el acuerdo de pago ${numberIn(facts.agreementId)} del inmueble ${textIn(facts.apartmentId)} por ${money('agreementMade', facts, 'total')} (${textIn(facts.document)})${facts.suspends === true ? ', sin intereses de mora mientras se cumpla' : ''}.`,
  // Act of former versions.
  agreementBroken: ({ facts }) =>
    `Se declaró incumplido el acuerdo de pago ${numberIn(facts.agreementId)} del inmueble ${textIn(facts.apartmentId)}.`,
  agreementForgiven: ({ facts }) =>
    `Se perdonó el incumplimiento del acuerdo de pago ${numberIn(facts.agreementId)} del inmueble ${textIn(facts.apartmentId)}: ${textIn(facts.reason)}.`,
  channelAuthorised: ({ facts }) =>
    `${textIn(facts.name)} autorizó ${textIn(facts.address)} para recordatorios de pago, desde el ${shortDayWords(facts.authorisedOn)} (${textIn(facts.proof)}).`,
  channelRevoked: ({ facts }) => `Se retiró ${textIn(facts.address)} de los canales de cobro autorizados.`,
  reminderMade: ({ facts }) =>
    `Se hizo un recordatorio de pago a ${textIn(facts.name)} por ${textIn(facts.address)}, de los inmuebles ${listIn(facts.apartmentIds)}.`,
  feeAdded: ({ facts }) =>
    `Se fijó «${textIn(facts.name)}» por ${money('feeAdded', facts, 'amount')} desde ${month(facts.month)}${since({ ...facts, acta: facts.act })}.`,
  readingsTaken: ({ facts }) =>
    `Se cargaron ${counted(numberIn(facts.readings), 'lectura', 'lecturas')} de «${textIn(facts.name)}» en ${month(facts.month)}.`,
  feeEnded: ({ facts }) => `«${textIn(facts.name)}» se cobra hasta ${month(facts.lastMonth)}.`,
  clearanceRequested: ({ facts }) => `Se solicitó el paz y salvo del inmueble ${textIn(facts.apartmentId)}.`,
  receiptAnnulled: ({ facts }) =>
    `Se anuló el recibo de caja ${numberIn(facts.receipt)}${
      textIn(facts.apartmentId) === '' ? '' : ` del inmueble ${textIn(facts.apartmentId)}`
    }${facts.unidentified === true ? '; el dinero quedó por identificar' : ''}.${because(facts)}`,
  jointRateSet: ({ facts }) => `Desde ${month(facts.month)} ${rateWords(facts)}${since(facts)}.`,
  interestWaySet: ({ facts }) =>
    `Desde ${month(facts.month)} los intereses de mora se liquidan ${wayWords(facts.way)}${since(facts)}; antes, ${wayWords(facts.before)}.`,
  interestFreeSet: ({ facts }) =>
    facts.interestFree === true
      ? `Se marcó ${month(facts.month)} sin intereses de mora: falta su tasa máxima legal.`
      : `Se quitó la marca «sin intereses» de ${month(facts.month)}.`,
  billingSettingsChanged: ({ facts }) =>
    `Se cambió la configuración: ${Object.keys(Object(facts.before))
      .map((name) => Reflect.get(settingWords, name) ?? name)
      .join(', ')}.`,
  gatewayChanged: ({ facts }) =>
    `Se ${facts.isOn === true ? 'encendieron' : 'apagaron o cambiaron'} los pagos en línea por ${textIn(facts.gateway)} (${facts.environment === 'production' ? 'producción' : 'pruebas'}, llave pública ${textIn(facts.publicKey)}).`,
  logoSet: () => 'Se cambió el logo de las cuentas de cobro.',
  logoRemoved: () => 'Se quitó el logo de las cuentas de cobro.',
  chargeConceptRenamed: ({ facts }) =>
    `El concepto «${textIn(facts.before)}» ahora se llama «${textIn(facts.name)}».`,
  chargeConceptChanged: ({ facts }) =>
    `El concepto «${textIn(facts.name)}» pasó de ${natureWords(facts.before)} a ${natureWords(facts.nature)}.`,
};
