import { expect, it } from 'vitest';
import { fitsChannel, isMailAddress } from './address.ts';

it('a mail address is single and complete', () => {
  for (const text of ['ana@correo.co', 'ana.ruiz+1@mi-conjunto.com.co'])
    expect(isMailAddress(text)).toBe(true);
  for (const text of [
    'a,b@c.de',
    'ana@correo.co, luis@correo.co',
    'ana@correo',
    'a<b@c.de',
    `${'a'.repeat(200)}@c.de`,
  ])
    expect(isMailAddress(text), text).toBe(false);
});

it('a faulty mail address fits no channel', () => {
  expect(fitsChannel('mail', 'ana@correo.co')).toBe(true);
  expect(fitsChannel('whatsapp', '310 555 0199')).toBe(true);
  for (const channel of ['mail', 'whatsapp', 'letter'])
    for (const address of ['a,b@c.de', '']) expect(fitsChannel(channel, address)).toBe(false);
});
