import type { Agreement, NewAgreement } from '../../../shared/billing/agreements.api.ts';
import { today as todayNow } from '../../../shared/days.ts';
import { formatPesos, fromPesos, NO_MONEY, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { emptyAccount, type OpenItem, openDebits } from '../ledger/account.ts';
import { accountOfUnit } from '../ledger/accounts.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import { insertAgreement, listStoredAgreements, setBrokenOn } from './agreements.repository.ts';
import { isBreach } from './standing.ts';
import { agreementToApi } from './to-api.ts';

/**
 * Creates the service for payment agreements: adds an agreement of today over open debts, and declares the breach by the
 * rule of the agreement. No movement of the ledger changes; late interest of days before an act stays.
 */
export function agreementsService({ store: { db } }: Context) {
  /** Lists the agreements of a joint with the state of today. */
  const list = (jointId: number): Promise<Agreement[]> =>
    readAsOfNow(db, async (trx) => {
      const accounts = await readAccounts(trx, jointId);
      return (await listStoredAgreements(trx, jointId)).map((agreement) =>
        agreementToApi(
          agreement,
          accounts.get(agreement.apartmentId) ?? emptyAccount(agreement.apartmentId),
          todayNow(),
        ),
      );
    });

  /** Lists the open debts of the account of a unit outside standing agreements. @throws Problem apartmentNotFound */
  async function debts({ jointId, apartmentId }: { jointId: number; apartmentId: string }) {
    const open = await readAsOfNow(db, async (trx) =>
      debtsToCover(trx, jointId, await accountOrRefusal(trx, jointId, apartmentId)),
    );
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
      const open = new Map((await debtsToCover(trx, jointId, id)).map((debt) => [debt.item, debt.open]));
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
      const account = await readAccount(trx, jointId, id);
      return agreementToApi({ ...agreement, agreementId, brokenOn: null }, account, today);
    });
  }

  /** Declares a breach today. @throws Problem agreementNotFound, agreementKept */
  async function declareBreach(
    { actor }: Principal,
    { jointId, agreementId }: { jointId: number; agreementId: number },
  ): Promise<Agreement> {
    return inBooks(db, { jointId, actor }, async ({ trx, today, audit }) => {
      const agreement = (await listStoredAgreements(trx, jointId)).find(
        (one) => one.agreementId === agreementId,
      );
      if (agreement === undefined) throw new Problem('agreementNotFound');
      const { apartmentId } = agreement;
      const account = await readAccount(trx, jointId, apartmentId);
      if (!isBreach(agreement, account, today)) throw new Problem('agreementKept');
      await setBrokenOn(trx, jointId, agreementId, today);
      await audit('agreementBroken', { agreementId, apartmentId });
      return agreementToApi({ ...agreement, brokenOn: today }, account, today);
    });
  }

  return { list, debts, add, declareBreach };
}

/** Returns the account of a unit. @throws Problem apartmentNotFound */
async function accountOrRefusal(trx: Db, jointId: number, apartmentId: string): Promise<string> {
  const account = await accountOfUnit(trx, jointId, apartmentId);
  if (account === undefined) throw new Problem('apartmentNotFound');
  return account;
}

/** Reads the open debts of an account outside standing agreements, in the order of payment. */
async function debtsToCover(trx: Db, jointId: number, apartmentId: string): Promise<OpenItem[]> {
  const covered = new Set(
    (await listStoredAgreements(trx, jointId, apartmentId)).flatMap(({ brokenOn, items }) =>
      brokenOn === null ? items : [],
    ),
  );
  return openDebits(await readAccount(trx, jointId, apartmentId)).filter(({ item }) => !covered.has(item));
}
