import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../platform/http/problem.ts';
import { applyTransaction } from './apply.ts';
import { type BillingContext, GatewayFault, type ToldTransaction } from './gateway.types.ts';
import { type OpenGateway, readKeys } from './keys.ts';

/** Creates the service that takes the notifications of the gateway. */
export function notificationsService({ store, secretBox, gateway, log }: BillingContext) {
  const { db } = store;

  /**
   * Takes a notification: checks the signature with the joint's events secret, and applies the state. If the signature does
   * not bind the parts, the gateway's answer about the reference is applied instead. A joint without keys
   * and a body without a valid signature get the same answer and leave one line in the log, without data of the body.
   * A gateway switched off is still heard, because payments may be under way.
   * @throws Problem badRequest without a valid signature
   */
  async function take(
    jointId: number,
    notification: { headers: IncomingHttpHeaders; body: unknown },
  ): Promise<{ received: true }> {
    const keys = await readKeys(db, secretBox, jointId);
    const notified = keys && gateway.readNotification(keys, notification);
    if (keys === null || notified === null) {
      log.warn({ joint: jointId }, 'gateway: notification without a valid signature');
      throw new Problem('badRequest');
    }
    const { isBound, ...told } = notified;
    const transactions = isBound ? [told] : await confirmed(jointId, keys, told);
    const { environment } = keys;
    for (const transaction of transactions)
      await applyTransaction(db, jointId, { name: gateway.name, environment, transaction });
    return { received: true };
  }

  /** Asks the gateway about the reference of a notification. Without an answer the reconciliation asks again. */
  async function confirmed(
    jointId: number,
    keys: OpenGateway,
    { reference }: ToldTransaction,
  ): Promise<ToldTransaction[]> {
    try {
      if (keys.privateKey === '') throw new GatewayFault('Falta la llave privada.');
      return await gateway.find(keys, reference, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof GatewayFault)) throw error;
      log.warn({ joint: jointId, err: error }, 'gateway: notification not confirmed');
      return [];
    }
  }

  return { take };
}
