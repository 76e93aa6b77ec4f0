import { expect, it } from 'vitest';
import { ownerNature, readOwnerNames } from './owner-nature.ts';

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
  ['P.A. EL ROBLE', null],
  ['SOL S A S', null],
  ['SOL SAS BIC', null],
  ['SOL S.C.A.', null],
  ['SOL EU', null],
  ['SOL LLC', null],
  ['SOL SOCIEDAD ANÓNIMA', null],
  ['ONG SOL', null],
  ['INV. EL SOL', null],
  ['ITAÚ CORPBANCA', null],
  ['LEASING BANCOLOMBIA', null],
  ['FIDUCIARIA BOGOTÁ S.A. VOCERA DEL P.A. EL ROBLE', null],
  ['SOCIEDAD DE ACTIVOS ESPECIALES SAE', null],
  ['EL SOL SAS / ANA RUIZ', null],
  ['PARROQUIA SAN JOSÉ', null],
  ['IGLESIA CRISTIANA EL REFUGIO', null],
  ['COLEGIO SAN LUIS', null],
  ['CLUB DEL COMERCIO', null],
])('%s (%s) is a company', (name, document) => {
  expect(ownerNature(name, document)).toBe('company');
});

it.each([
  ['MARIA PEREZ / LUIS GOMEZ', null],
  ['MARIA PEREZ', '52123456 / 79123456'],
  ['MARIA PEREZ', 'CC 52.123.456 CC 79.123.456'],
  ['ANA RUIZ-LUIS PAZ', null],
  ['ANA RUIZ O LUIS PAZ', null],
  ['ANA RUIZ U OSCAR PAZ', null],
  ['ANA RUIZ CON LUIS PAZ', null],
  ['ANA RUIZ E ISABEL PAZ', null],
  ['ANA RUIZ Y SRA.', null],
  ['ANA RUIZ Y HNOS', null],
  ['ANA RUIZ Y SU ESPOSO', null],
  ['SOCIEDAD CONYUGAL RUIZ PAZ', null],
  ['Soc. conyugal Ana Ruiz y Luis Paz', null],
  ['HROS. ANA RUIZ', null],
  ['SUC.ANA RUIZ', null],
  ['ANA RUIZ SUC.', null],
  ['ANA RUIZ (FALLECIDA)', null],
  ['CAUSANTE ANA RUIZ', null],
  ['HIJOS DE ANA RUIZ', null],
  ['ALBACEA DE ANA RUIZ', null],
  ['ANA RUIZ \\ LUIS PAZ', null],
  ['ANA RUIZ -LUIS PAZ', null],
  ['ANA RUIZ— LUIS PAZ', null],
  ['ANA RUIZ Ó LUIS PAZ', null],
  ['ANA Y LUIS', null],
  ['ANA/LUIS', null],
  ['ANA - LUIS', null],
  ['ANA & LUIS', null],
  ['A & B', null],
  ['ANA Y/O LUIS', null],
  ['HEREDEROS DE ANA RUIZ', null],
  ['SUCESION ANA RUIZ', null],
  ['SUCESIÓN DE ANA RUIZ', null],
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
  ['GARCÍA-HERREROS ANA', null],
  ['ANA RUIZ-PAZ', null],
  ['MARÍA DE LA O RUIZ', null],
  ['PEDRO O. RUIZ', null],
  ['PÉREZ GÓMEZ, MARÍA', null],
  ['ANA RUIZ VIUDA DE PAZ', null],
  ['MARÍA DEL BANCO', null],
  ['JUAN CONJUNTO', null],
  ['ANA ESP RUIZ', null],
])('%s (%s) is one person', (name, document) => {
  expect(ownerNature(name, document)).toBe('person');
});

it.each([
  ['ANA RUIZ Y/O LUIS PAZ', ['ANA RUIZ', 'LUIS PAZ']],
  ['ANA RUIZ 50% LUIS PAZ 50%', ['ANA RUIZ', 'LUIS PAZ']],
  ['ANA RUIZ (50,5 %) y LUIS PAZ (49,5 %)', ['ANA RUIZ', 'LUIS PAZ']],
  ['1. ANA RUIZ 2. LUIS PAZ', ['ANA RUIZ', 'LUIS PAZ']],
  ['ANA RUIZ, LUIS PAZ Y ROSA SOL', ['ANA RUIZ', 'LUIS PAZ', 'ROSA SOL']],
  ['ORTEGA Y GASSET JOSE', ['ORTEGA Y GASSET JOSE']],
])('%s names %j', (cell, names) => {
  expect(readOwnerNames(cell).names).toEqual(names);
});

it.each([
  ['ANA RUIZ CC 52.111.222 Y LUIS PAZ CC 79.333.444', ['ANA RUIZ CC 52.111.222', 'LUIS PAZ CC 79.333.444']],
  ['ANA RUIZ 52111222 - LUIS PAZ 79333444', ['ANA RUIZ 52111222', 'LUIS PAZ 79333444']],
  [
    'ANA RUIZ cédula 52.111.222 y LUIS PAZ cédula 79.333.444',
    ['ANA RUIZ cédula 52.111.222', 'LUIS PAZ cédula 79.333.444'],
  ],
  [
    'ANA RUIZ (C.C. 52111222), EVA SOL (C.C. 79333444)',
    ['ANA RUIZ (C.C. 52111222)', 'EVA SOL (C.C. 79333444)'],
  ],
  ['ANA RUIZ C.C. No. 52.111.222', ['ANA RUIZ C.C. No. 52.111.222']],
  ['52111222', ['52111222']],
])('«%s» has a name per owner, with the document', (cell, names) => {
  expect(readOwnerNames(cell).names).toEqual(names);
});
