import type { DeliveryChannel } from '../../../shared/assemblies/invitations.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { LastMail } from './assembly-mail.repository.ts';
import type { StoredAddress } from './notice-addresses.ts';

/** Delivery of a notice or of a signed acta to an owner. Instants in epoch ms. */
export interface OwnerDelivery {
  channel: DeliveryChannel;
  address: string | null;
  /** Instant of the print or of the text, or when the mail server took the mail; null for a waiting mail. */
  sentAt: Millis | null;
  /** First use of the delivery's personal link; null before. */
  openedAt: Millis | null;
  signedAt: Millis | null;
  /** Reading of the report of an undelivered mail; null without a bounce. */
  bouncedAt: Millis | null;
}

/**
 * Returns the proved instant of a delivery, epoch ms; null without a proof: a text or a bounced mail before the use of the
 * personal link.
 */
const reachedAt = ({ channel, sentAt, openedAt, bouncedAt }: OwnerDelivery): Millis | null =>
  channel === 'text' || bouncedAt !== null ? openedAt : sentAt;

/**
 * Returns the proved instant of a delivery to an owner, epoch ms; null without a proof. With a registered address only a delivery
 * of the same kind to the same address counts (Ley 675 de 2001, art. 39 par. 1).
 * @param registered address of the owner at the sending
 */
export const toldAt = (delivery: OwnerDelivery, registered: StoredAddress | null): Millis | null =>
  registered === null ||
  (registered.kind === delivery.channel && registered.value.toLowerCase() === delivery.address?.toLowerCase())
    ? reachedAt(delivery)
    : null;

const sentWords: Record<DeliveryChannel, string> = {
  mail: 'Entregado al servidor',
  letter: 'Carta impresa',
  text: 'Texto compartido',
};

/** Returns the state of a sent delivery in the plain words of the specification, section 14, and the instant of the state. */
export function deliveryState({ channel, sentAt, openedAt, signedAt, bouncedAt }: OwnerDelivery) {
  if (signedAt !== null) return { state: 'Firmó', at: signedAt };
  if (openedAt !== null) return { state: 'Abrió', at: openedAt };
  return bouncedAt === null ? { state: sentWords[channel], at: sentAt } : { state: 'Rebotó', at: bouncedAt };
}

/** True for a mail before its sending. */
export const isWaiting = (mail: Pick<LastMail, 'state'> | undefined): boolean =>
  mail?.state === 'queued' || mail?.state === 'sending';

/** Returns the reason for a missing delivery: a waiting mail, a failed mail, or no mail. */
export const withoutDelivery = (mail: Pick<LastMail, 'state' | 'problem'> | undefined): string =>
  isWaiting(mail) ? 'En cola' : (mail?.problem ?? 'Sin entrega');
