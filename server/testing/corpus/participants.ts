import type { ParticipantsSheet } from './sheets.ts';

/** Lists of participants of events, with the expected reading of each. Names and numbers are invented. */
export const participantsSheets: ParticipantsSheet[] = [
  {
    name: 'units and coefficients, which are no part of a list',
    file: `Participante;Identificación;Unidad;Coeficiente
ANA RUIZ;52.123.456;101;25
LUIS GIL;79.456;102;75`,
    expected: { read: ['2 people', '52.123.456 ANA RUIZ', '79.456 LUIS GIL'], warned: ['columnsIgnored'] },
  },
  {
    name: 'Excel by hand: titles, a running number, a total',
    file: `LISTADO DE ASISTENTES

No.;Cédula;Nombre completo;Empresa
1;52.111.222;Ana Ruiz;Roble SAS
2;79.333.444;Luis Gil;Roble SAS
;TOTAL;2;`,
    expected: { read: ['2 people', '52.111.222 Ana Ruiz', '79.333.444 Luis Gil'], warned: ['rowIgnored'] },
  },
  {
    name: 'names and surnames apart',
    file: `Documento;Nombres;Apellidos;Correo
52111222;ANA MARIA;RUIZ PAZ;ana@example.com
79333444;LUIS;GIL;luis@example.com`,
    expected: { read: ['2 people', '52111222 ANA MARIA RUIZ PAZ', '79333444 LUIS GIL'] },
  },
  {
    name: 'names in four columns',
    file: `Identificación;Primer nombre;Segundo nombre;Primer apellido;Segundo apellido
52111222;ANA;MARIA;RUIZ;PAZ
79333444;LUIS;;GIL;`,
    expected: { read: ['2 people', '52111222 ANA MARIA RUIZ PAZ', '79333444 LUIS GIL'] },
  },
  {
    name: "'Apellido1' beside 'Apellido 2'",
    file: `Documento,Nombre,Apellido1,Apellido 2,Entidad
52111222,Ana,Ruiz,Peña,Entidad A
79333444,Luis,Díaz,,Entidad B`,
    expected: { read: ['2 people', '52111222 Ana Ruiz Peña', '79333444 Luis Díaz'] },
  },
  {
    name: "no header, said by a person ('Sin encabezado')",
    file: `52111222;Ana Ruiz
79333444;Luis Gil`,
    reading: {
      headerRow: 0,
      columns: [
        { column: 0, role: 'id' },
        { column: 1, role: 'name' },
      ],
    },
    expected: { read: ['2 people', '52111222 Ana Ruiz', '79333444 Luis Gil'] },
  },
  {
    name: 'one document twice, a name that is missing',
    file: `Cédula;Nombre
52.111.222;Ana Ruiz
52111222;Ana M. Ruiz
79333444;
;Eva Sol`,
    expected: {
      read: ['1 people', '52.111.222 Ana Ruiz'],
      refused: ['idMissing', 'idRepeated', 'nameMissing'],
    },
  },
  {
    name: 'a few wrong rows: the right rows enter, the others are a list to mend',
    source: 'three public lists: a guest list, an association, a co-operative',
    file: `nro,nombre,cargo,cedula,celular,institucion
1.,Persona Uno,Delegado,1000001,,
2.,Persona Dos,Delegada,1000002,,
3.,Persona Tres,Delegado,,,
4.,Persona Cuatro,Suplente,1000004,,
5.,Persona Cinco,Suplente,1000001,,Fundación`,
    expected: {
      read: ['3 people', '1000001 Persona Uno', '1000002 Persona Dos', '1000004 Persona Cuatro'],
      warned: ['idMissing', 'idRepeated'],
    },
  },
  {
    name: 'a sheet for each day',
    file: {
      'Día 1': [
        ['Cédula', 'Nombre'],
        [52_111_222, 'Ana Ruiz'],
      ],
      'Día 2': [
        ['Cédula', 'Nombre'],
        [79_333_444, 'Luis Gil'],
      ],
    },
    expected: { read: ['1 people', '52111222 Ana Ruiz'], refused: ['otherTables'] },
  },
  {
    name: 'no header',
    file: `52111222;Ana Ruiz
79333444;Luis Gil`,
    expected: { read: ['0 people'], refused: ['headerMissing'] },
  },
  {
    name: 'a note below the list',
    file: `Id;Nombre
101;Ana Ruiz
Nota: confirmar antes del 5;`,
    expected: { read: ['1 people', '101 Ana Ruiz'], warned: ['rowIgnored'] },
  },
  {
    name: 'no ids: each person gets a number',
    source: 'a conference (found/reports.md R-6)',
    file: `Nombre,Apellido1,Apellido 2,Entidad
Ana,Ruiz,Peña,Entidad A
Luis,Díaz,Mora,Entidad B
Eva,Paz,,Entidad C
Nota: confirmar antes del 5,,,`,
    expected: {
      read: ['3 people', 'Ana Ruiz Peña', 'Luis Díaz Mora', 'Eva Paz'],
      warned: ['idsNumbered', 'rowIgnored'],
    },
  },
  {
    name: 'an id column without any id',
    source: 'found/reports.md R-6',
    file: `Cédula;Nombre
;Ana Ruiz
;Luis Díaz`,
    expected: { read: ['2 people', 'Ana Ruiz', 'Luis Díaz'], warned: ['idsNumbered'] },
  },
  {
    name: 'names alone, without a header',
    source: 'found/reports.md R-5, R-6',
    file: `Ana Ruiz
Luis Díaz`,
    reading: { headerRow: 0, columns: [{ column: 0, role: 'name' }] },
    expected: { read: ['2 people', 'Ana Ruiz', 'Luis Díaz'], warned: ['idsNumbered'] },
  },
  {
    name: 'the code of a badge beside the number of a member',
    source: 'a members list (found/reports.md R-6)',
    file: `valor_qr,numero_socio,nombre,apellidos
Q-71,1,Ana,Ruiz
Q-72,2,Luis,Gil`,
    expected: { read: ['2 people', 'Q-71 Ana Ruiz', 'Q-72 Luis Gil'] },
  },
  {
    name: "'APELLIDO, NOMBRE' beside 'C.I.Nro'",
    source: "a co-operative's roll (found/reports.md R-6)",
    file: `SOCIO;APELLIDO, NOMBRE;C.I.Nro
1;RUIZ, ANA;1.234.567
2;GIL, LUIS;2.345.678`,
    expected: { read: ['2 people', '1.234.567 RUIZ, ANA', '2.345.678 GIL, LUIS'] },
  },
  {
    name: 'a list in columns divided by blanks',
    file: `CEDULA        NOMBRE
52.111.222    ANA RUIZ
79.333.444    LUIS GIL`,
    expected: { read: ['2 people', '52.111.222 ANA RUIZ', '79.333.444 LUIS GIL'] },
  },
  {
    name: 'cancelled registrations among the people',
    file: `Cédula;Nombre;Estado
1;Ana;Inscrito
2;Luis;Cancelado
3;Eva;Anulada`,
    expected: { read: ['3 people', '1 Ana', '2 Luis', '3 Eva'], warned: ['peopleGone'] },
  },
  {
    name: 'two lists side by side: joined by the answer',
    file: `Cédula;Nombre;;Cédula;Nombre
52111222;ANA RUIZ;;79333444;LUIS GIL
52111223;EVA SOL;;;`,
    reading: { tables: [0, 1] },
    expected: { read: ['3 people', '52111222 ANA RUIZ', '52111223 EVA SOL', '79333444 LUIS GIL'] },
  },
];
