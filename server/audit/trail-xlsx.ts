import type { FileAnswer } from '../../shared/api.ts';
import { actWords } from '../../shared/audit/act-words.ts';
import type { AuditRecord } from '../../shared/audit/audit.api.ts';
import { tableSheet, workbookFile } from '../platform/documents/workbook.ts';

/** The entries as a sheet for reading, oldest first. What was hashed is in the other file. */
export function trailWorkbook(
  name: string,
  heading: { title: string; subject: string },
  entries: readonly AuditRecord[],
): Promise<FileAnswer> {
  return workbookFile(name, heading, [
    tableSheet<AuditRecord>({
      name: 'Auditoría',
      rows: entries,
      columns: [
        { title: 'N.º', kind: 'count', value: ({ seq }) => seq },
        { title: 'Fecha y hora', kind: 'instant', value: ({ at }) => Date.parse(at) },
        { title: 'Quién', kind: 'text', value: ({ actor }) => actor },
        { title: 'Acto', kind: 'text', value: ({ act }) => actWords[act] ?? act },
        { title: 'Qué se hizo', kind: 'text', value: ({ what }) => what },
        { title: 'Huella', kind: 'text', value: ({ hash }) => hash },
      ],
    }),
  ]);
}
