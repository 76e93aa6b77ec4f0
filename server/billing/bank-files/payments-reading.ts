import { reading } from '../../platform/sheets/reading.ts';
import type { SheetReading } from './payment-sheet.ts';
import type { PaymentsRead } from './read-payments.ts';

/**
 * Name and types of the worker task that reads an uploaded file of payments, spreadsheet or bank file. The
 * service sends the file with `SheetReading`; the worker answers `PaymentsRead`.
 */
export const paymentsReading = reading<SheetReading, PaymentsRead>('payments');
