import type { Agreement, NewAgreement } from '../../../shared/billing/agreements.api.ts';
import { type Day, today as todayNow } from '../../../shared/days.ts';
import { formatPesos, fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type OpenItem, openDebits } from '../ledger/account.ts';
import { accountOfUnit } from '../ledger/accounts.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { insertAgreement, setForgivenOn } from './agreements.repository.ts';
import { agreementStanding, standingAgreements } from './standing.ts';
import { agreementsOf, agreementToApi } from './to-api.ts';

/**
 * Creates the service for payment agreements: adds an agreement of today over open debts, and forgives a breach. No movement
 * of the ledger changes; late interest of days before an act stays.
 */
export function agreementsService({ store: { db } }: Context) {
  /** Lists the agreements of a joint with the state of today. */
  const list = (jointId: number): Promise<Agreement[]> =>
    readAsOfNow(db, async (trx) => {
      const accounts = [...(await readAccounts(trx, jointId)).values()];
      const agreements = accounts.flatMap((account) => agreementsOf(account, todayNow()));
      return agreements.sort((a, b) => b.agreementId - a.agreementId);
    });

  /** Lists the open debts of the account of a unit outside current agreements. @throws Problem apartmentNotFound */
  async function debts({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
    const open = await readAsOfNow(db, async (trx) => {
      const id = await accountOrRefusal(trx, jointId, apartmentId);
      return debtsToCover(await readAccount(trx, jointId, id), todayNow());
    });
    return open.map(({ item, description, dueDate, open: left }) => ({
      item,
      description,
      dueDate,
      open: toPesos(left),
    }));
  }

  /** Adds an agreement. @throws Problem apartmentNotFound, debtNotOpen, agreementSumDiffers, agreementDaysInvalid */
  async function add({ actor }: Principal, jointId: number, body: NewAgreement): Promise<Agreement> {
    return inBooks(db, { jointId, actor }, async ({ trx, today, audit }) => {
      const id = await accountOrRefusal(trx, jointId, body.apartmentId);
      const account = await readAccount(trx, jointId, id);
      const open = new Map(debtsToCover(account, today).map((debt) => [debt.item, debt.open]));
      if (body.items.some((item) => !open.has(item))) throw new Problem('debtNotOpen');
      const owed = sumMoney(body.items.map((item) => open.get(item) ?? NO_MONEY));
      const instalments = body.instalments.map(({ dueDate, amount }) => {
        const money = fromPesos(amount);
        if (money === null) throw new Problem('amountInvalid');
        return { dueDate, amount: money };
      });
      const agreed = sumMoney(instalments.map(({ amount }) => amount));
      if (agreed !== owed) {
        const message = `Las cuotas suman ${formatPesos(agreed)} y las deudas elegidas ${formatPesos(owed)}. Deben ser iguales.`;
        throw new Problem('agreementSumDiffers', { message });
      }
      if (instalments.some(({ dueDate }, at) => dueDate < (instalments[at - 1]?.dueDate ?? today)))
        throw new Problem('agreementDaysInvalid');
      const { suspendsInterest: suspends, missedLimit, graceDays, document, items } = body;
      const terms = { missedLimit, graceDays, document, items };
      const agreement = { ...terms, apartmentId: id, madeOn: today, instalments, suspends };
      const agreementId = await insertAgreement(trx, jointId, agreement);
      const instalmentDays = instalments.map(({ dueDate }) => dueDate);
      await audit('agreementMade', {
        agreementId,
        apartmentId: id,
        suspends,
        instalmentDays,
        ...terms,
        centavos: { total: agreed },
      });
      return agreementToApi({ ...agreement, agreementId, forgivenOn: [] }, account, today);
    });
  }

  /**
   * Forgives the breach of an agreement: the agreement stands again from today on.
   * @throws Problem agreementNotFound, agreementNotBroken, agreementReplaced
   */
  async function forgive(
    { actor }: Principal,
    { jointId, agreementId }: { jointId: number; agreementId: number },
    reason: string,
  ): Promise<Agreement> {
    return inBooks(db, { jointId, actor }, async ({ trx, today, audit }) => {
      const accounts = [...(await readAccounts(trx, jointId)).values()];
      const account = accounts.find(({ agreements }) =>
        agreements?.some((one) => one.agreementId === agreementId),
      );
      const agreement = account?.agreements?.find((one) => one.agreementId === agreementId);
      if (account === undefined || agreement === undefined) throw new Problem('agreementNotFound');
      if (agreementStanding(agreement, account, today).state !== 'broken')
        throw new Problem('agreementNotBroken');
      const others = standingAgreements(account, today).flatMap(({ items }) => items);
      if (agreement.items.some((item) => others.includes(item))) throw new Problem('agreementReplaced');
      const days = [...agreement.forgivenOn, today];
      await setForgivenOn(trx, { jointId, agreementId, days });
      await audit('agreementForgiven', { agreementId, apartmentId: account.apartmentId, reason });
      return agreementToApi({ ...agreement, forgivenOn: days }, account, today);
    });
  }

  return { list, debts, add, forgive };
}

/** Returns the account of a unit. @throws Problem apartmentNotFound */
async function accountOrRefusal(trx: Db, jointId: number, apartmentId: string): Promise<string> {
  const account = await accountOfUnit(trx, jointId, apartmentId);
  if (account === undefined) throw new Problem('apartmentNotFound');
  return account;
}

/** Returns the open debts of an account outside current agreements, in the order of payment. */
function debtsToCover(account: Account, day: Day): OpenItem[] {
  const covered = new Set(standingAgreements(account, day).flatMap(({ items }) => items));
  return openDebits(account).filter(({ item }) => !covered.has(item));
}
