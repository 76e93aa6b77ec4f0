import { reading } from '../../platform/sheets/reading.ts';
import type { SheetReading } from './payment-sheet.ts';
import type { PaymentsRead } from './read-payments.ts';

/** Task for a worker: read a payment file (a spreadsheet or a bank file). */
export const paymentsReading = reading<SheetReading, PaymentsRead>('payments');
