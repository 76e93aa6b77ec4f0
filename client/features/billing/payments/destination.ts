import type { Payment } from '../../../../shared/billing/payments.api.ts';

/** Notice after money left the list of consignments. */
export interface LeftWords {
  title: string;
  detail: string | null;
}

/** Props of a form for the destination of a payment's waiting money. */
export interface DestinationProps {
  jointId: number;
  payment: Payment;
  onDone: (left: LeftWords) => void;
  onClose: () => void;
}
