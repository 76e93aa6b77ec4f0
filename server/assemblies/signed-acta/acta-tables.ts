import type { Generated } from 'kysely';
import type { Millis } from '../../platform/db/tables.ts';

/** A file of a signed acta as it was uploaded. Rows are only added. */
interface ActaFileTable {
  file_id: Generated<number>;
  assembly_id: number;
  media_type: string;
  file_name: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

/** A signed acta as it was given to the owners. Rows are only added; the last one of an assembly stands. */
interface ActaPublicationTable {
  publication_id: Generated<number>;
  assembly_id: number;
  published_at: Millis;
  published_by: string;
  /** Why it takes the place of the former; null of the first. */
  reason: string | null;
  /** Numbers of its files in order, as JSON. */
  file_ids: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    acta_file: ActaFileTable;
    acta_publication: ActaPublicationTable;
  }
}
