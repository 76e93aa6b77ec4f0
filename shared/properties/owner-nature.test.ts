import { expect, it } from 'vitest';
import { ownerNature } from './owner-nature.ts';

it.each([
  ['INVERSIONES EL ROBLE S.A.S.', null],
  ['Inversiones El Roble SAS', '900123456'],
  ['GASES DEL NORTE S.A. E.S.P.', null],
  ['PEREZ Y CIA. S. EN C.', null],
  ['FERRETERIA LOPEZ LTDA', null],
  ['FIDEICOMISO LA COLINA', null],
  ['ANA RUIZ', 'NIT 52.123.456-1'],
  ['EL ROBLE', '900.123.456-7'],
  ['EL ROBLE', '860002964'],
])('%s (%s) is a company', (name, document) => {
  expect(ownerNature(name, document)).toBe('company');
});

it.each([
  ['MARIA PEREZ / LUIS GOMEZ', null],
  ['MARIA PEREZ', '52123456 / 79123456'],
])('%s (%s) are several people', (name, document) => {
  expect(ownerNature(name, document)).toBe('several');
});

it.each([
  ['ANA RUIZ', null],
  ['ROSA SANTOS SALAS', '52123456'],
  ['JUAN BANCOS', '1020304050'],
  ['ESPERANZA LTDATORRE', '9123456'],
  ['ELSA ESPITIA', '9012345678'],
  ['', null],
])('%s (%s) is one person', (name, document) => {
  expect(ownerNature(name, document)).toBe('person');
});
