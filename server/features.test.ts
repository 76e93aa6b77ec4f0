import { expect, it } from 'vitest';
import { Profile } from '../shared/profiles.ts';
import { reportRoutes } from './features.ts';

/** What is a document, or a file for a program, is no workbook. */
const OTHERS = new Set(['actaDraft', 'accountingExport']);

it('every report is a workbook where Excel is asked for: none gives a PDF instead', () => {
  const params = { jointId: 1, eventId: 1, apartmentId: '101', bill: 1, cashReceipt: 1 };
  const query = { xlsx: true, jointId: 1, assemblyId: 1, conceptId: 2, year: 2026, month: 5 };
  const formats = reportRoutes
    .filter(({ endpoint }) => !OTHERS.has(endpoint.id))
    .map(({ endpoint, taskOf }) => [
      endpoint.id,
      taskOf({ params, query }, { profileId: Profile.admin }).format,
    ]);
  expect(formats.length).toBeGreaterThan(12);
  expect(formats).toEqual(formats.map(([id]) => [id, 'xlsx']));
});
