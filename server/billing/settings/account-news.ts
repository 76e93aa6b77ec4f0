import {
  type BankQr,
  type PaymentPlaces,
  readBankQr,
  whereToPayLines,
} from '../../../shared/billing/where-to-pay.ts';
import { dateTime } from '../../../shared/format.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { lay, type Written } from '../../platform/mail/page.ts';
import { findSettingsChange, listWatchers } from './account-news.repository.ts';

const NO_PLACES: PaymentPlaces = {
  bankAccount: null,
  brebKey: '',
  bankQr: '',
  paymentPage: '',
  paymentPlace: '',
};
const names = Object.keys(NO_PLACES) as (keyof PaymentPlaces)[];

/**
 * True if a change of settings concerns the payment data printed on bills (bank account, payment key, page or
 * place): owners would pay to another account, so administrators and council get a mail.
 */
export const movesMoney = (changes: Partial<PaymentPlaces>): boolean => names.some((name) => name in changes);

/**
 * Queues a mail about changed payment data of a joint to each administrator and each member of the council,
 * against fraud.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function queueAccountNews(
  trx: Db,
  {
    jointId,
    jointIds,
    actor,
    at,
  }: { jointId: number; jointIds: readonly number[]; actor: string; at: Millis },
): Promise<void> {
  const watchers = await listWatchers(trx, { jointId, jointIds });
  if (watchers.length === 0) return;
  await insertMail(
    trx,
    watchers.map(({ userId, address }) => ({
      kind: 'accountChanged' as const,
      once_key: `accountChanged:${jointId}:${at}:${userId}`,
      joint_id: jointId,
      user_id: userId,
      to_address: address,
      created_at: at,
      created_by: actor,
    })),
  );
}

/**
 * Creates the function that turns a queued mail about changed payment data into a complete message: the
 * change, the author, and advice for a change made without an order.
 */
export function accountNewsWriter({ db, directory }: { db: Db; directory: JointFinder }): Writer {
  return async ({ jointId, userId, createdAt }) => {
    const place = await directory.find(jointId);
    const change = await findSettingsChange(db, { jointId, at: createdAt });
    if (place === undefined || change === undefined) return 'El cambio ya no se encuentra.';
    const jointIds = [jointId, place.rootId];
    const person = (await listWatchers(db, { jointId, jointIds })).find((one) => one.userId === userId);
    if (person === undefined) return 'La persona ya no administra la copropiedad ni es del consejo.';
    const by = (await readActorNames(db, [change.actor])).actor(change.actor, createdAt);
    return {
      to: { name: person.name, address: person.address },
      compose: async () =>
        writeNews({ name: person.name, jointName: place.jointName, by, at: createdAt, change }),
    };
  };
}

function writeNews({
  name,
  jointName,
  by,
  at,
  change: { before, after },
}: {
  name: string;
  jointName: string;
  by: string;
  at: Millis;
  change: { before: Partial<PaymentPlaces>; after: Partial<PaymentPlaces> };
}): Written {
  return {
    subject: `Cambió dónde se paga la administración de ${jointName}`,
    ...lay([
      { paragraph: `Señor(a) ${name}:` },
      {
        paragraph: `El ${dateTime(new Date(at).toISOString())}, ${by} cambió los datos de pago que imprimen las cuentas de cobro de ${jointName}.`,
      },
      { title: 'Antes', lines: placeLines(before) },
      { title: 'Ahora', lines: placeLines(after) },
      {
        paragraph:
          'Si usted o el consejo no ordenaron este cambio: llame ya a quien lo hizo y a la administración, pida que se corrija en Facturación y avise al banco y a los propietarios antes de que paguen. No responda a este correo ni use teléfonos que vengan en otros mensajes.',
      },
      {
        paragraph: `Este mensaje se envía a quienes administran la facturación de ${jointName} y a su consejo de administración.`,
      },
    ]),
  };
}

/** Returns lines with the payment data before or after a change. */
function placeLines(part: Partial<PaymentPlaces>): string[] {
  const places = { ...NO_PLACES, ...part };
  const receiver = readBankQr(places.bankQr);
  const lines = [
    ...whereToPayLines(places),
    ...(receiver === null ? [] : [qrLine(receiver, places.bankQr)]),
    ...(places.paymentPage === '' ? [] : [`Página de pagos: ${places.paymentPage}`]),
  ];
  return lines.length === 0 ? ['Sin datos de pago.'] : lines;
}

/** Words of the bank's QR: name, key, NIT, and the check sum, different for each text. */
function qrLine({ name, key, nit }: BankQr, text: string): string {
  const parts = [`llave ${key || 'sin decir'}`, nit === '' ? 'sin NIT' : `NIT ${nit}`];
  return `QR del banco a nombre de ${name}, ${parts.join(', ')} (termina en ${text.slice(-4)})`;
}
