import type { Payment } from '../../../../shared/billing/payments.api.ts';

/** Notice after the money of a payment without a unit got a destination. */
export interface LeftWords {
  /** Spanish heading. */
  title: string;
  /** Spanish sentence below the heading. Null without details. */
  detail: string | null;
}

/** Props of a form for the destination of the money of a payment without a unit. */
export interface DestinationProps {
  jointId: number;
  /** Payment without a unit. */
  payment: Payment;
  /** Called after the server stored the destination, with the notice to show. */
  onDone: (left: LeftWords) => void;
  onClose: () => void;
}
