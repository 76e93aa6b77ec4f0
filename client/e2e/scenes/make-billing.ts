/**
 * Bills a joint of the scenes: an issued month, a month ready for issue, an uploaded sheet not issued yet, and
 * payments.
 */

import type { Asker } from '../../../server/testing/asker.ts';
import { Books } from '../../../server/testing/world.ts';
import { sendDraft } from '../../../shared/billing/drafts.api.ts';
import { makeIntent, setGatewayKeys, switchGateway } from '../../../shared/billing/gateway.api.ts';
import { PROPOSED_LEGAL_TEXT } from '../../../shared/billing/letterhead.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { addDays, dayInBogota, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { small } from './places.ts';

/** Units with bills: main units only, because an annex is billed with its main unit. */
const billed = small.filter(({ mainApartmentId }) => mainApartmentId === null);

/** Sheet of a month as CSV: some units have arrears, one has a fine. */
const goodSheet = [
  'inmueble;saldo anterior;cuota de administración;multa;total',
  ...billed.map(({ apartmentId }, at) => {
    const [owed, fine] = [at % 5 === 1 ? 480_000 : 0, at === 0 ? 90_000 : 0];
    return `"${apartmentId}";${owed};240000;${fine};${owed + 240_000 + fine}`;
  }),
  '',
].join('\n');

/** Sheet of the next month as CSV, without the arrears: the server has them by then. */
const nextSheet = goodSheet
  .split('\n')
  .map((line) =>
    line
      .split(';')
      .filter((_, at) => at !== 1 && at !== 4)
      .join(';'),
  )
  .join('\n');

const faultySheet = `${goodSheet}9999;0;veinte;;20\n`;

/** Billing settings: name of the administrator and legal notes, printed on the bills. */
const letterhead = {
  administrator: 'Administraciones El Ejemplo S.A.S.',
  address: 'Calle 12 # 3-45, Bogotá D. C.',
  phone: '601 234 5678',
  email: 'administracion@ejemplo.co',
  legalText: PROPOSED_LEGAL_TEXT,
};

/** Invented billing settings with every way to pay, printed on the bills of the scenes. */
export const whereToPay = {
  bankAccount: {
    bank: 'Banco de ejemplo',
    kind: 'savings' as const,
    number: '012-345678-90',
    holder: 'Conjunto Residencial El Ejemplo',
    holderNit: '900.123.456-8',
  },
  brebKey: '@elejemplo',
  paymentPage: 'https://example.com/pagos?conjunto=123',
  paymentPlace: 'Envíe el comprobante a pagos@ejemplo.co.',
};

/** Invented keys of a payment gateway. */
const gatewayKeys = {
  environment: 'production' as const,
  publicKey: 'pub_prod_ejemplo',
  integritySecret: 'prod_integrity_ejemplo',
  eventsSecret: 'prod_events_ejemplo',
  privateKey: 'prv_prod_ejemplo',
};

/** Switches online payments of a joint on. */
export async function payOnline(staff: Asker, jointId: number): Promise<void> {
  const params = { jointId };
  // A public key has only one joint.
  const publicKey = `${gatewayKeys.publicKey}${jointId}`;
  await staff.ask(setGatewayKeys, { params, body: { ...gatewayKeys, publicKey } });
  await staff.ask(switchGateway, { params, body: { on: true, confirmed: true } });
}

export async function billJoint(staff: Asker, jointId: number): Promise<void> {
  const today = dayInBogota(Date.now());
  // The server's clock starts late: today here may be tomorrow on the server.
  const on = addDays(today, -1);
  const thisMonth = monthOfDay(today);
  const last = shiftMonth(thisMonth, -1);
  const books = new Books(staff, jointId);
  await Books.ceiling(staff, shiftMonth(thisMonth, -24), 25.62);
  const params = { jointId };
  await staff.ask(changeBillingSettings, { params, body: letterhead });
  await books.bill(last, goodSheet, on);
  await books.prepare(thisMonth, nextSheet);
  await staff.ask(changeBillingSettings, { params, body: whereToPay });
  await payOnline(staff, jointId);
  await staff.send(sendDraft, { params, name: 'cobros con errores.csv', text: faultySheet });
  const [first = '', second = ''] = billed.map(({ apartmentId }) => apartmentId);
  await books.pay(first, 330_000, on);
  await books.pay(second, 500_000, on);
  await staff.ask(makeIntent, { params, body: { apartmentId: first, amount: 150_000 } });
  await staff.ask(addPayment, {
    params,
    body: { apartmentId: null, amount: 185_500, valueDate: on, reference: 'Sin nombre 0093' },
  });
  // The text names a unit; the page proposes the unit.
  await staff.ask(addPayment, {
    params,
    body: { apartmentId: null, amount: 92_000, valueDate: on, reference: `Transf. Nequi apto ${second}` },
  });
}
