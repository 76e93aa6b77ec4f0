import { randomBytes } from 'node:crypto';
import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import {
  type GatewayPayments,
  type Intent,
  MOST_GATEWAY_LINES,
  type makeIntent,
} from '../../../shared/billing/gateway.api.ts';
import { today } from '../../../shared/days.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { type Db, lockName, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { accountFor, ownsAccount } from '../accounts/own-units.ts';
import { readSettlement, requireCeilings } from '../accounts/unit-debts.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { accountOrRefuse, paymentAmountOf } from '../payments/act.ts';
import * as stored from './gateway.repository.ts';
import type { BillingContext } from './gateway.types.ts';
import { readKeys } from './keys.ts';

/**
 * Creates the service for online payments of owners: begins a payment, returns its state, and lists the payments of a
 * joint for the staff. Posting is left to `applyTransaction`.
 */
export function gatewayPaymentsService({ store, secretBox, gateway, publicUrl }: BillingContext) {
  const { db } = store;

  /**
   * Stores an intent of payment and returns the gateway's address. Owners pay in production alone; the staff also tries
   * the trial environment.
   * @throws Problem gatewayOff, apartmentNotFound, ceilingMissing, nothingToPay, amountInvalid, amountTooSmall,
   *   tooManyIntents
   */
  async function begin(
    principal: Principal,
    jointId: number,
    { apartmentId, amount: typed }: InputOf<typeof makeIntent>['body'],
  ): Promise<AnswerOf<typeof makeIntent>> {
    const keys = await readKeys(db, secretBox, jointId);
    const isOffered = keys?.environment === 'production' || principal.profileId === Profile.full;
    await accountFor(db, principal, { jointId, apartmentId });
    if (!keys?.isOn || !keys.isReadable || !isOffered) throw new Problem('gatewayOff');
    const account = await accountOrRefuse(db, jointId, apartmentId);
    const amount = typed === undefined ? await settlingToday(db, jointId, account) : paymentAmountOf(typed);
    if (amount < gateway.minimum) throw new Problem('amountTooSmall');
    const at = Date.now();
    const reference = `SCAF-${jointId}-${randomBytes(10).toString('hex')}`;
    const intent = {
      reference,
      environment: keys.environment,
      apartmentId: account,
      amount,
      currency: 'COP',
    };
    await db.transaction().execute(async (trx) => {
      await lockName(trx, `intents ${jointId} ${account}`);
      const begun = await stored.countIntents(trx, { jointId, apartmentId: account, since: at - DAY_MS });
      ensureWithin('tooManyIntents', begun + 1);
      await stored.insertIntent(trx, jointId, intent, { at, actor: principal.actor });
    });
    const returnUrl = `${publicUrl}/Paid/${jointId}/${reference}`;
    return { reference, url: gateway.checkoutUrl(keys, { reference, amount, returnUrl }) };
  }

  /** Returns the state of an intent. @throws Problem intentNotFound, also for the intent of another owner's unit */
  async function state(
    principal: Principal,
    { jointId, reference }: { jointId: number; reference: string },
  ): Promise<Intent> {
    const intent = await stored.findIntent(db, jointId, reference);
    if (intent === undefined || !(await ownsAccount(db, principal, jointId, intent.apartmentId)))
      throw new Problem('intentNotFound');
    return {
      reference,
      apartmentId: intent.apartmentId,
      amount: toPesos(intent.amount),
      state: intent.state,
      cashReceipt: await stored.receiptOfReference(db, jointId, reference),
    };
  }

  /** Lists payments by the gateway and begun payments, with the state of the reconciliation. */
  const list = (jointId: number, { before }: { before?: string }): Promise<GatewayPayments> =>
    readAsOfNow(db, async (trx) => {
      const check = await stored.findCheck(trx, jointId);
      const until = before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(before);
      const rows = await stored.listGatewayRows(trx, jointId, { before: until, most: MOST_GATEWAY_LINES });
      return {
        isSet: check !== undefined,
        checkedAt: check?.checkedAt ? new Date(check.checkedAt).toISOString() : null,
        problem: check?.problem ?? null,
        lines: rows.map(({ amount, at, ...row }) => ({
          ...row,
          amount: toPesos(amount),
          at: new Date(at).toISOString(),
        })),
      };
    });

  return { begin, state, list };
}

/** Computes 'si paga hoy' of an account. @throws Problem ceilingMissing, nothingToPay */
const settlingToday = (db: Db, jointId: number, account: string): Promise<Centavos> =>
  readAsOfNow(db, async (trx) => {
    const books = await readBooks(trx, jointId);
    const settled = await readSettlement(trx, books, await readAccount(trx, jointId, account), today());
    requireCeilings(settled.missing);
    if (settled.amount <= 0) throw new Problem('nothingToPay');
    return settled.amount;
  });
