import type { FileAnswer } from '../../shared/api.ts';
import { apartmentKindNames } from '../../shared/properties/apartment-kinds.ts';
import { workbook } from '../platform/documents/pdf.ts';
import type { TableColumn } from '../platform/documents/table.ts';
import type { TaskOptions } from '../platform/queue/in-worker.ts';
import type { StoredUnit } from './unit-rows.ts';

/** Columns of the file with a joint's units, chosen so an import asks no questions. */
const columns: TableColumn<StoredUnit>[] = [
  { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
  { title: 'Tipo', kind: 'text', value: ({ kind }) => apartmentKindNames[kind] },
  { title: 'Inmueble principal', kind: 'text', value: ({ mainApartmentId }) => mainApartmentId ?? '' },
  { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
  { title: 'Documento', kind: 'text', value: ({ ownerDocument }) => ownerDocument ?? '' },
  { title: 'Correo', kind: 'text', value: ({ emails }) => emails.join('; ') },
  { title: 'Celular', kind: 'text', value: ({ phones }) => phones.join('; ') },
  { title: 'Coeficiente', kind: 'coefficient', value: ({ coefficient }) => coefficient },
];

/**
 * Makes the spreadsheet template for the table of units, filled with the stored units; only titles for a
 * joint (co-owned property) without units.
 */
export function unitsTemplateFile(
  jointName: string,
  rows: readonly StoredUnit[],
  options: TaskOptions,
): Promise<FileAnswer> {
  const title = 'Inmuebles';
  const file = { name: `${title} ${jointName}`, heading: { title, subject: jointName } };
  return workbook(file, { name: title, columns, rows }, options);
}
