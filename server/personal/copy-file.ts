import type { FileAnswer } from '../../shared/api.ts';
import { type TableColumn, textFact } from '../platform/documents/table.ts';
import { factSheet, tableSheet, workbookFile } from '../platform/documents/workbook.ts';
import type { CopiedValue } from './copy.ts';
import { currentOf, type PersonRecords, personRows } from './person.ts';

const columns: TableColumn<CopiedValue>[] = [
  { title: 'Grupo', kind: 'text', value: ({ group }) => group },
  { title: 'Registro', kind: 'number', value: ({ record }) => record },
  { title: 'Tabla', kind: 'text', value: ({ table }) => table },
  { title: 'Dato', kind: 'text', value: ({ label }) => label },
  { title: 'Valor', kind: 'text', value: ({ value }) => value },
];

const valuesText = (values: readonly (string | null)[]): string =>
  [...new Set(values.filter(Boolean))].join('; ') || 'Ninguno';

/** Makes the workbook with the personal data of a person: a sheet about the person, and a row for each stored value. */
export function copyFile(
  jointName: string,
  at: string,
  person: PersonRecords,
  values: readonly CopiedValue[],
): Promise<FileAnswer> {
  const title = 'Datos personales';
  const all = personRows(person);
  const facts = [
    textFact('Responsable de los datos', jointName),
    textFact('Copia hecha el', at),
    textFact('Nombres', valuesText(all.map(({ name }) => name))),
    textFact('Documentos', valuesText(all.map(({ document }) => document))),
    textFact('Correos y teléfonos', valuesText(all.flatMap(({ contacts }) => contacts))),
    textFact('Usuarios', valuesText(person.users.map(({ username }) => username))),
    textFact('Inmuebles actuales', valuesText(currentOf(person).map(({ apartmentId }) => apartmentId))),
    textFact(
      'Inmuebles anteriores',
      valuesText(person.owners.filter(({ until }) => until !== null).map(({ apartmentId }) => apartmentId)),
    ),
    textFact(
      'Sin incluir',
      'Archivos e imágenes (poderes, actas firmadas y documentos), contraseñas, y datos de otras personas.',
    ),
  ];
  return workbookFile(`${title} ${jointName}`, { title, subject: jointName }, [
    factSheet('Persona', facts),
    tableSheet({ name: 'Registros', columns, rows: values }),
  ]);
}
