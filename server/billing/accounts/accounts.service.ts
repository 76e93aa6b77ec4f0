import type { Account, Statement } from '../../../shared/billing/bills.api.ts';
import type { Settlement } from '../../../shared/billing/shapes.ts';
import { addDays, type Day, isDay, today } from '../../../shared/days.ts';
import { NO_MONEY, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import { agreedReference, referencesOf } from '../ledger/references.ts';
import { accountFor } from './own-units.ts';
import { documentOf, readStatement, type StatementReading } from './read-statement.ts';
import { readSettlement, requireCeilings, settlementToApi } from './unit-debts.ts';

/** Number of days after today with a settlement: the ceiling of a later month is not published yet. */
const FARTHEST_DAY = 62;

/**
 * Creates the service behind the endpoints about a unit's account: the statement of all movements, the amount
 * to settle the account on a day, and the list of all accounts of a joint with balance and payment reference.
 * Amounts in the answers are pesos.
 */
export function accountsService({ store: { db } }: Context) {
  return {
    /** Computes the amount to settle a unit's account on a day. @throws Problem ceilingMissing, settlementTooFar */
    settlement: async (
      principal: Principal,
      of: { jointId: number; apartmentId: string; day?: Day; own?: boolean },
    ): Promise<Settlement> => {
      const day = of.day ?? today();
      if (!isDay(day)) throw new Problem('badRequest');
      if (day > addDays(today(), FARTHEST_DAY)) throw new Problem('settlementTooFar');
      const id = await accountFor(db, principal, of);
      return readAsOfNow(db, async (trx) => {
        const books = await readBooks(trx, of.jointId);
        const settled = await readSettlement(trx, books, await readAccount(trx, of.jointId, id), day);
        requireCeilings(settled.missing);
        return settlementToApi(settled, day);
      });
    },

    statement: async (
      principal: Principal,
      of: { jointId: number; apartmentId: string; date?: Day; own?: boolean },
    ): Promise<Statement> => {
      const account = await accountFor(db, principal, of);
      return statementToApi(await readStatement(db, { jointId: of.jointId, account, date: of.date }));
    },

    list: (jointId: number): Promise<Account[]> =>
      // A write transaction: units without a payment reference get a new reference.
      db.transaction().execute(async (trx) => {
        const units = await listBilledUnits(trx, jointId, today());
        const references = await referencesOf(
          trx,
          jointId,
          units.map((unit) => unit.apartmentId),
        );
        const accounts = await readAccounts(trx, jointId);
        const { referenceDigits } = (await readBooks(trx, jointId)).settings;
        return units.map(({ apartmentId, units: with_, owner }) => {
          const account = accounts.get(apartmentId);
          return {
            apartmentId,
            units: with_,
            owner,
            reference: agreedReference(references.get(apartmentId) ?? '', referenceDigits),
            balance: toPesos(account === undefined ? NO_MONEY : balanceOf(account)),
          };
        });
      }),
  };
}

function statementToApi(reading: StatementReading): Statement {
  const { ownerDocument: _, day, until, debit: debits, creditLeft, ...rest } = reading;
  return {
    ...rest,
    date: until,
    seen: day,
    rows: reading.rows.map(({ item, debit, credit, balance, reversal }) => ({
      postingDate: item.postingDate,
      valueDate: item.valueDate,
      nature: item.nature,
      description: item.description,
      document: documentOf(item),
      unit: item.forApartmentId === item.apartmentId ? null : item.forApartmentId,
      reason: item.reason,
      dueDate: item.dueDate,
      debit: toPesos(debit),
      credit: toPesos(credit),
      balance: toPesos(balance),
      reversal,
      reverses: item.reverses !== null,
    })),
    totals: { debit: toPesos(debits), credit: toPesos(reading.credit) },
    balance: toPesos(reading.balance),
    capital: toPesos(reading.capital),
    interest: toPesos(reading.interest),
    credit: toPesos(creditLeft),
    overdue: toPesos(reading.overdue),
    settlement: reading.settlement && settlementToApi(reading.settlement, day),
    others: reading.others.map(({ apartmentId: other, balance }) => ({
      apartmentId: other,
      balance: toPesos(balance),
    })),
  };
}
