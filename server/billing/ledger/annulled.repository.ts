import type { Db } from '../../platform/db/engine.ts';

/** Bills (`b`), each with its annulment (`a`): nothing of that one where the bill stands. */
export const billsWithAnnulments = (db: Db) =>
  db
    .selectFrom('bill as b')
    .leftJoin('document_annulment as a', (join) =>
      join.onRef('a.joint_id', '=', 'b.joint_id').onRef('a.number', '=', 'b.bill').on('a.kind', '=', 'bill'),
    );

/** Receipts (`r`), each with its annulment (`a`): nothing of that one where the receipt stands. */
export const receiptsWithAnnulments = (db: Db) =>
  db
    .selectFrom('receipt as r')
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    );
