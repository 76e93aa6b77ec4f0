import { expect, it } from 'vitest';
import { helpSentence, phoneLink } from './help-sentence.ts';

it.each([
  ['310 555 0199', 'tel:3105550199'],
  ['+57 (601) 234-5678', 'tel:+576012345678'],
  ['(601) 234 5678 ext: 12', 'tel:6012345678'],
  ['PBX 601 234 5678 x12', 'tel:6012345678'],
])('the link of %s dials the number without the extension', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

it('the sentence names the joint if told', () => {
  const help = { phone: '310 555 0199', administrator: null };
  expect(helpSentence(help)).toBe('¿Necesita ayuda? Llame al 310 555 0199.');
  expect(helpSentence(help, 'Samanes')).toBe('¿Necesita ayuda en Samanes? Llame al 310 555 0199.');
});
