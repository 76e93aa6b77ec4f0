import type { Reminder } from './reminders.api.ts';

/** Spanish name of the result of a contact. */
export const contactResultWords: Readonly<Record<Reminder['result'], string>> = {
  shared: 'Texto compartido',
  queued: 'En cola',
  sent: 'Enviado',
  failed: 'Falló',
  cancelled: 'No salió',
};
