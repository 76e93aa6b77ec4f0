import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { houseGround } from '../../../shared/properties/colour.ts';
import type { Invoice, InvoiceConcept, Issuer } from './invoice.types.ts';

export const issuer: Issuer = {
  jointName: 'Conjunto Residencial Torres de San Felipe',
  face: { ...houseGround, crest: null },
  nit: '900.123.456-8',
  gln: '7709998000001',
  amountDigits: 10,
  bankAccount: null,
  brebKey: '',
  bankQr: '',
  paymentPage: '',
  paymentQr: null,
  paymentPlace:
    'Banco de Bogotá, cuenta de ahorros 012-345678-9\nPSE: www.torresdesanfelipe.co, con la referencia',
  message: 'Señor propietario: la asamblea ordinaria será el 28 de marzo.\nGracias por su pago puntual.',
  form: 'full',
  hasStock: false,
  offsetX: 0,
  offsetY: 0,
};

export const pesos = (amount: number): Centavos => centavos(Math.round(amount * 100));

const usual: InvoiceConcept[] = [
  { concept: 'Administración', period: pesos(290_000), overdue: pesos(580_000) },
  { concept: 'Cuota extraordinaria fachada', period: pesos(85_500), overdue: pesos(0) },
  { concept: 'Intereses de mora', period: pesos(11_283.37), overdue: pesos(0) },
  { concept: 'Ajuste al peso', period: pesos(-0.37), overdue: pesos(0) },
];

/**
 * Test helper: builds a bill to print, with default values for absent parts. The total is the sum of the
 * lines.
 */
export function invoiceOf(parts: Partial<Omit<Invoice, 'total'>> = {}): Invoice {
  const lines = parts.lines ?? usual;
  return {
    bill: 1204,
    month: '2026-05',
    apartmentId: 'T1-101',
    units: ['T1-101'],
    owner: 'María Peñalosa Núñez',
    ownerDocument: '52.123.456',
    reference: '000007000018',
    issueDate: '2026-05-02',
    dueDate: '2026-05-31',
    discount: null,
    late: null,
    previousPayment: pesos(290_000),
    overdueInstalments: 2,
    earlier: [],
    steps: [],
    agreement: '',
    fineTerm: '',
    letterhead: {
      administrator: '',
      address: '',
      phone: '',
      email: '',
      legalText: '',
      rate: null,
      logo: null,
    },
    annulled: false,
    ...parts,
    lines,
    total: sumMoney(lines.flatMap(({ period, overdue }) => [period, overdue])),
  };
}

/**
 * Test helper: builds lines of a bill with distinct names of charges. `length` is the minimum length of the
 * names, to test wrapping.
 */
export const linesOf = (quantity: number, length = 0): InvoiceConcept[] =>
  Array.from({ length: quantity }, (_, i) => ({
    concept: `Concepto ${i + 1} de la copropiedad`.padEnd(length, ' x señal'),
    period: pesos(10_000 + i),
    overdue: pesos(i % 3 === 0 ? 1500.5 : 0),
  }));
