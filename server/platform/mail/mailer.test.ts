import { expect, it } from 'vitest';
import { leavesMachine } from './mailer.ts';

it.each([
  ['smtp://correo.ejemplo.co', true],
  ['smtp://usuario:clave@10.0.0.5:587', true],
  ['smtp://localhost.ejemplo.co', true],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:25', false],
])('a mail server at %s must encrypt: %s', (url, isRequired) => {
  expect(leavesMachine(url)).toBe(isRequired);
});
