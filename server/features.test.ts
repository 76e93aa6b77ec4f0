import { expect, it } from 'vitest';
import { Profile } from '../shared/profiles.ts';
import { reportRoutes } from './composition/reports.ts';

/** Reports without a spreadsheet form: documents, and files for programs. */
const OTHERS = new Set([
  'actaDraft',
  'expedienteReport',
  'accountingExport',
  'vouchersReport',
  'salePapersReport',
  'lawyerFolderReport',
]);

it('every report gives a workbook if Excel is requested', () => {
  const params = { jointId: 1, eventId: 1, apartmentId: '101', bill: 1, cashReceipt: 1 };
  const query = { xlsx: true, jointId: 1, assemblyId: 1, conceptId: 2, year: 2026, month: 5 };
  const reportIds = reportRoutes
    .filter(({ endpoint }) => !OTHERS.has(endpoint.id))
    .map(({ endpoint, taskOf }) => [
      endpoint.id,
      Reflect.get(Object(taskOf({ params, query }, { profileId: Profile.admin }).query), 'xlsx'),
    ]);
  expect(reportIds.length).toBeGreaterThan(10);
  expect(reportIds).toEqual(reportIds.map(([id]) => [id, true]));
});
