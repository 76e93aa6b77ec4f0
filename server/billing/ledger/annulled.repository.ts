import type { Db } from '../../platform/db/engine.ts';

/**
 * Starts a query of bills (alias `b`) joined with annulments (alias `a`), so that queries can leave out
 * annulled bills. The columns of `a` are null for a valid bill.
 */
export const billsWithAnnulments = (db: Db) =>
  db
    .selectFrom('bill as b')
    .leftJoin('document_annulment as a', (join) =>
      join.onRef('a.joint_id', '=', 'b.joint_id').onRef('a.number', '=', 'b.bill').on('a.kind', '=', 'bill'),
    );

/**
 * Starts a query of exits of payments (alias `x`: refunds and other income) joined with annulments (alias
 * `a`). The columns of `a` are null for a valid exit.
 */
export const exitsWithAnnulments = (db: Db) =>
  db
    .selectFrom('payment_exit as x')
    .leftJoin('document_annulment as a', (join) =>
      join.onRef('a.joint_id', '=', 'x.joint_id').onRef('a.number', '=', 'x.exit').on('a.kind', '=', 'exit'),
    );

/**
 * Starts a query of receipts (alias `r`) joined with annulments (alias `a`), so that queries can leave out
 * annulled receipts. The columns of `a` are null for a valid receipt.
 */
export const receiptsWithAnnulments = (db: Db) =>
  db
    .selectFrom('receipt as r')
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    );
