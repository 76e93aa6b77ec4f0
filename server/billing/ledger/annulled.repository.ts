import type { Db } from '../../platform/db/engine.ts';

/** Selects bills (`b`) joined with their annulments (`a`). The columns of `a` are null for a valid bill. */
export const billsWithAnnulments = (db: Db) =>
  db
    .selectFrom('bill as b')
    .leftJoin('document_annulment as a', (join) =>
      join.onRef('a.joint_id', '=', 'b.joint_id').onRef('a.number', '=', 'b.bill').on('a.kind', '=', 'bill'),
    );

/** Selects exits of payments (`x`) joined with the annulments (`a`). The columns of `a` are null for a valid exit. */
export const exitsWithAnnulments = (db: Db) =>
  db
    .selectFrom('payment_exit as x')
    .leftJoin('document_annulment as a', (join) =>
      join.onRef('a.joint_id', '=', 'x.joint_id').onRef('a.number', '=', 'x.exit').on('a.kind', '=', 'exit'),
    );

/** Selects receipts (`r`) joined with their annulments (`a`). The columns of `a` are null for a valid receipt. */
export const receiptsWithAnnulments = (db: Db) =>
  db
    .selectFrom('receipt as r')
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    );
