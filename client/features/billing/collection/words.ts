import type { ContactChannel } from '../../../../shared/billing/collection/reminders.api.ts';

/** Options of the field for the channel of a reminder. */
export const channelItems: readonly { id: ContactChannel; label: string }[] = [
  { id: 'mail', label: 'Correo, lo envía SCAF' },
  { id: 'phone', label: 'Mensaje, usted comparte el texto' },
];
