import { expect, it } from 'vitest';
import { mailStateText } from './words.ts';

const mail = { attempts: 0, sentAt: null, nextAt: null, problem: null, bouncedAt: null, bounce: null };
const at = '2026-03-05T23:05:00.000Z';

it('mailStateText describes the state of a message, with the reason of a failure', () => {
  expect(mailStateText({ ...mail, state: 'queued', nextAt: at })).toBe('En cola');
  expect(
    mailStateText({ ...mail, state: 'queued', attempts: 2, nextAt: at, problem: 'No hay conexión.' }),
  ).toBe('En cola: se intenta de nuevo a las 18:05. No hay conexión.');
  expect(mailStateText({ ...mail, state: 'sending', attempts: 2, problem: 'No hay conexión.' })).toBe(
    'Enviando',
  );
  expect(mailStateText({ ...mail, state: 'sent', attempts: 1, sentAt: at })).toBe(
    'Enviado el 5 de marzo de 2026, 18:05',
  );
  expect(
    mailStateText({
      ...mail,
      state: 'sent',
      sentAt: at,
      bouncedAt: at,
      bounce: '5.1.1 smtp; 550 No such user',
    }),
  ).toBe('Rebotó el 5 de marzo de 2026, 18:05: 5.1.1 smtp; 550 No such user. Revise la dirección.');
  expect(mailStateText({ ...mail, state: 'failed', attempts: 1, problem: 'Rechazado (550).' })).toBe(
    'Falló: Rechazado (550).',
  );
  expect(mailStateText({ ...mail, state: 'cancelled' })).toBe('Cancelado');
});
