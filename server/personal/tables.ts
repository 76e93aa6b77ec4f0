import type { Millis } from '../platform/db/tables.ts';

/** Erasure of a person's data; a restore of an older copy applies the erasure again. */
interface ErasureTable {
  /** Random key: the same erasure in every copy. */
  erasure_key: string;
  /** Root joint. */
  joint_id: number;
  at: Millis;
  erased_by: string;
  /** Ids of the erased records (`ErasedRecord`), as JSON, without personal data. */
  record: string;
  /** Answer to the staff (`Erasure`), as JSON. */
  answer: string;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    erasure: ErasureTable;
  }
}
