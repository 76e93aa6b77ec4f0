import type { FileAnswer } from '../../../../shared/api.ts';
import { type WorkbookSheet, workbookFile } from '../../../platform/documents/workbook.ts';

/** The columns that a sheet of payments is filled in with. '@' is text, so that 1-10 stays a unit. */
const columns = [
  { header: 'Fecha', width: 14, numFmt: 'dd/mm/yyyy' },
  { header: 'Inmueble', width: 16, numFmt: '@' },
  { header: 'Valor', width: 18, numFmt: '#,##0.00' },
  { header: 'Referencia', width: 32, numFmt: '@' },
];

const payments: WorkbookSheet = (book) => {
  const sheet = book.addWorksheet('Pagos', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ header, width, numFmt }) => ({ header, width, style: { numFmt } }));
  sheet.getRow(1).font = { name: 'Calibri', size: 11, family: 2, bold: true };
};

/** A spreadsheet of payments to fill in. */
export const paymentsTemplateFile = (): Promise<FileAnswer> =>
  workbookFile('Plantilla de Pagos', { title: 'Pagos', subject: 'Plantilla de pagos' }, [payments]);
