import { reading } from '../../../platform/sheets/reading.ts';
import type { SheetReading } from './payment-sheet.ts';
import type { PaymentsRead } from './read-payments.ts';

/** Payments: a spreadsheet, or a bank's file. */
export const paymentsReading = reading<SheetReading, PaymentsRead>('payments');
