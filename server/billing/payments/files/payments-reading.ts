import { reading } from '../../../platform/sheets/reading.ts';
import type { UnseenFile } from './matched-payments.ts';
import type { PaymentsToRead } from './read-payments.ts';

/** Payments: a spreadsheet, or a bank's file. */
export const paymentsReading = reading<PaymentsToRead, UnseenFile>('payments');
