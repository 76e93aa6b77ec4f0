import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../platform/http/problem.ts';
import { applyTransaction } from './apply.ts';
import type { BillingContext } from './gateway.types.ts';
import { readKeys } from './keys.ts';

/** Creates the service that takes the notifications of the gateway. */
export function notificationsService({ store, secretBox, gateway, log }: BillingContext) {
  const { db } = store;

  /**
   * Takes a notification: checks the signature with the joint's events secret, and applies the state. A joint without keys
   * and a body without a valid signature get the same answer and leave one line in the log, without data of the body.
   * A gateway switched off is still heard, because payments may be under way.
   * @throws Problem badRequest without a valid signature
   */
  async function take(
    jointId: number,
    notification: { headers: IncomingHttpHeaders; body: unknown },
  ): Promise<{ received: true }> {
    const keys = await readKeys(db, secretBox, jointId);
    const transaction = keys && gateway.readNotification(keys, notification);
    if (keys === null || transaction === null) {
      log.warn({ joint: jointId }, 'gateway: notification without a valid signature');
      throw new Problem('badRequest');
    }
    await applyTransaction(db, jointId, { name: gateway.name, environment: keys.environment, transaction });
    return { received: true };
  }

  return { take };
}
