import type { Account, Statement } from '../../../shared/billing/bills.api.ts';
import { type Day, today } from '../../../shared/days.ts';
import { NO_MONEY, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { balanceOf } from '../ledger/account.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import { agreedReference, referencesOf } from '../ledger/references.ts';
import { accountFor } from './own-units.ts';
import { documentOf, readStatement, type StatementReading } from './read-statement.ts';

/** Service for balances and account statements of units. */
export function accountsService({ store: { db } }: Context) {
  return {
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
  const { jointId, jointName, apartmentId, units, owner, day, until, overdueSince, nextDueDate } = reading;
  return {
    jointId,
    jointName,
    apartmentId,
    units,
    owner,
    date: until,
    seen: day,
    begun: reading.begun,
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
    totals: { debit: toPesos(reading.debit), credit: toPesos(reading.credit) },
    balance: toPesos(reading.balance),
    capital: toPesos(reading.capital),
    interest: toPesos(reading.interest),
    credit: toPesos(reading.creditLeft),
    overdue: toPesos(reading.overdue),
    overdueSince,
    nextDueDate,
    lastBill: reading.lastBill,
    reference: reading.reference,
    others: reading.others.map(({ apartmentId: other, balance }) => ({
      apartmentId: other,
      balance: toPesos(balance),
    })),
  };
}
