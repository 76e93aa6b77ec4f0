import { sql } from 'kysely';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn, sameUnit } from '../../platform/db/queries.ts';
import { receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { readBalances } from '../ledger/ledger.repository.ts';
import { readReferences } from '../ledger/references.repository.ts';
import { shortReferences } from '../ledger/references.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import type { LearnedPayment } from './known-payers.ts';
import type { KnownOwner } from './owner-names.ts';
import type { ProposalGrounds } from './proposals.ts';
import { paymentText } from './text-tokens.ts';

/** Maximum earlier payments read to learn payers: the latest, years in most joints. */
const MOST_LEARNED = 10_000;

/**
 * Reads the data of a joint (co-owned property) to propose accounts for payments without a known unit: units,
 * payment references, owners, and earlier payments.
 */
export async function readProposalGrounds(db: Db, jointId: number): Promise<ProposalGrounds> {
  const accounts = await payingAccounts(db, jointId);
  const rows = await db
    .selectFrom('apartment as a')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['a.apartment_id', 'a.kind', 'o.owner_name', 'o.owner_document'])
    .where('a.joint_id', '=', jointId)
    .where('a.retired_at', 'is', null)
    .execute();
  const accountOf = (unit: string): string => accounts.get(unit) ?? unit;
  const owners = rows.map(
    ({ apartment_id, owner_name, owner_document }): KnownOwner => ({
      name: owner_name ?? '',
      document: owner_document,
      accounts: [accountOf(apartment_id)],
    }),
  );
  const references = await readReferences(db, jointId);
  const short = await shortReferences(db, jointId, { references, accountOf: accounts });
  return {
    units: rows.map(({ apartment_id: apartmentId, kind }) => ({
      apartmentId,
      kind,
      account: accountOf(apartmentId),
    })),
    references: new Map([...references].map(([unit, reference]) => [accountOf(unit), reference])),
    short,
    owners,
    learned: await readLearned(db, jointId),
    owed: await readBalances(db, jointId),
  };
}

/** Returns texts and accounts of the latest payments with a valid receipt. */
async function readLearned(db: Db, jointId: number): Promise<LearnedPayment[]> {
  const rows = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['p.reference', 'p.detail', 'p.value_date', 'r.apartment_id'])
    .where('p.joint_id', '=', jointId)
    .where('a.number', 'is', null)
    .where(sql<boolean>`coalesce(p.reference, p.detail) is not null`)
    .orderBy('p.payment', 'desc')
    .limit(MOST_LEARNED)
    .execute();
  return rows.map(({ reference, detail, value_date, apartment_id }) => ({
    text: paymentText({ reference, detail }),
    account: apartment_id,
    valueDate: value_date,
  }));
}
