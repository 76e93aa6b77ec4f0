import type { Payment } from '../../../../shared/billing/payments.api.ts';

/**
 * Notice for the user after money with an unknown payer was assigned to a unit, booked as other income, or
 * refunded.
 */
export interface LeftWords {
  /** Spanish heading. */
  title: string;
  /** Spanish sentence below the heading. Null without details. */
  detail: string | null;
}

/** Props of the forms that assign, book or refund the money of a payment with an unknown payer. */
export interface DestinationProps {
  jointId: number;
  /** Payment without a unit. */
  payment: Payment;
  /** Called after the server stored the destination, with the notice to show. */
  onDone: (left: LeftWords) => void;
  onClose: () => void;
}
