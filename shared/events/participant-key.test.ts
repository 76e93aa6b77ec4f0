import { expect, it } from 'vitest';
import { documentNumber, participantKey } from './participant-key.ts';

it.each([
  ['1034567890', '1034567890'],
  ['CC 1.034.567.890', '1034567890'],
  ['001034567890', '1034567890'],
  ['C.C. 1034567890 de Cali', '1034567890'],
  ['T.I. 1.034.567.890', '1034567890'],
  ['1.034.567.890-', '1034567890'],
  ['NIT 900.123.456-8', '900123456'],
  ['900123456', '900123456'],
  ['PPT 1234567', '1234567'],
  ['a-101', 'A-101'],
  ['1.10.101', '1.10.101'],
  ['SOCIO 15', 'SOCIO 15'],
  ['15', '15'],
])('the id «%s» of a participant has the key %s', (id, key) => {
  expect(participantKey(id)).toBe(key);
});

it('a number that is typed with a label at the desk is the document of the list', () => {
  for (const typed of ['CC1034567890', 'cc: 1.034.567.890', 'Cédula 1034567890', '01034567890'])
    expect(documentNumber(typed)).toBe('1034567890');
  expect(documentNumber('AO123456')).toBeNull();
  expect(documentNumber('1234')).toBeNull();
});
