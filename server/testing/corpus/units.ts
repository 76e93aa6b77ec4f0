import type { UnitsSheet } from './sheets.ts';

/**
 * Tables of units as written by administrators, programs and deeds, with the expected reading of each. Names and
 * figures are invented.
 */
export const unitsSheets: UnitsSheet[] = [
  {
    name: 'Excel by hand: titles, running numbers, a total',
    file: `CONJUNTO RESIDENCIAL LOS CEREZOS P.H.
NIT 900.123.456-7
TABLA DE COEFICIENTES DE COPROPIEDAD

No.;APTO N°;NOMBRE DEL PROPIETARIO;CÉDULA;COEFICIENTE (%)
1;101;MARTHA LUCIA ROJAS;52.111.222;25,5
2;102;CARLOS ANDRES GIL;79.333.444;24,5
3;201;INVERSIONES EL ROBLE S.A.S.;900.555.666-1;25
4;202;BEATRIZ SUAREZ DE LEON;41.777.888;25
;TOTAL;;;100`,
    expected: {
      read: [
        '100 %: 4 vivienda',
        '101: MARTHA LUCIA ROJAS (52.111.222)',
        '102: CARLOS ANDRES GIL (79.333.444)',
        '201: INVERSIONES EL ROBLE S.A.S. (900.555.666-1)',
        '202: BEATRIZ SUAREZ DE LEON (41.777.888)',
      ],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'one coefficient as a fraction of 1 among percentages',
    file: `Apto;Propietario;Coeficiente
101;ANA;24,9999%
102;LUIS;0.249999
103;EVA;25%
104;PIO;25,0001%`,
    expected: {
      read: ['75 %: 3 vivienda', '101: ANA', '103: EVA', '104: PIO'],
      questions: ['kindsDoubtful'],
      warned: ['sumNot100'],
      refused: ['coefficientMixed'],
    },
  },
  {
    name: 'one percentage among fractions of 1',
    file: `Apto;Propietario;Coeficiente
101;ANA;0,25
102;LUIS;25%
103;EVA;0,25
104;PIO;0,25`,
    expected: {
      read: ['0,75 %: 3 vivienda', '101: ANA', '103: EVA', '104: PIO'],
      questions: ['kindsDoubtful'],
      warned: ['sumNot100'],
      refused: ['coefficientMixed'],
    },
  },
  {
    name: "a program's list: a code of the row, and the unit's number under 'Número'",
    file: `CODIGO;TIPO;NUMERO;AGRUPACION;PROPIETARIO;C.C.;COEFICIENTE
1;APARTAMENTO;101;TORRE 1;ANA RUIZ;52123456;33,3333
2;APARTAMENTO;102;TORRE 1;LUIS GIL;79456789;33,3333
3;PARQUEADERO;P-01;SOTANO;ANA RUIZ;52123456;33,3334`,
    expected: {
      read: [
        '100 %: 2 vivienda, 1 parqueadero',
        'TORRE 1-101: ANA RUIZ (52123456)',
        'TORRE 1-102: LUIS GIL (79456789)',
        'SOTANO-P-01: ANA RUIZ (52123456)',
      ],
      warned: ['columnsIgnored'],
    },
  },
  {
    name: 'names and surnames apart',
    source: 'found/evidence.md D3',
    file: `Apto;Nombres;Apellidos;Coeficiente
101;MARIA;PEREZ;50
102;MARIA;GOMEZ;50`,
    expected: { read: ['100 %: 2 vivienda', '101: MARIA PEREZ', '102: MARIA GOMEZ'] },
  },
  {
    name: 'a second owner in columns of its own',
    source: 'found/evidence.md D3',
    file: `Apto;Propietario 1;Cédula 1;Propietario 2;Cédula 2;Coef.
101;Ana Ruiz;52111;Luis Gil;79222;60
102;Eva Sol;41333;;;40`,
    expected: {
      read: ['100 %: 2 vivienda', '101: Ana Ruiz / Luis Gil (52111 / 79222)', '102: Eva Sol (41333)'],
    },
  },
  {
    name: 'a row for each owner',
    file: `Unidad;Propietario;C.C.;Coeficiente
101;Ana Ruiz;52111;60
101;Luis Gil;79222;
102;Eva Sol;41333;40`,
    expected: {
      read: ['100 %: 2 vivienda', '101: Ana Ruiz / Luis Gil (52111 / 79222)', '102: Eva Sol (41333)'],
      warned: ['ownersJoined'],
    },
  },
  {
    name: 'the tower in the first of its rows alone',
    source: 'found/evidence.md D9',
    file: `TORRE;APTO;PROPIETARIO;COEF
A;101;ANA RUIZ;25
;102;LUIS GIL;25
B;201;EVA SOL;25
;202;SARA PAZ;25`,
    expected: {
      read: ['100 %: 4 vivienda', 'A-101: ANA RUIZ', 'A-102: LUIS GIL', 'B-201: EVA SOL', 'B-202: SARA PAZ'],
      questions: ['towersFilled'],
    },
  },
  {
    name: 'towers merged over their units, a header of two rows',
    file: {
      Censo: [
        ['INMUEBLE', { merged: 'INMUEBLE' }, 'PROPIETARIO', 'COEFICIENTE'],
        ['TORRE', 'APTO', { merged: 'PROPIETARIO' }, { merged: 'COEFICIENTE' }],
        ['A', 101, 'ANA RUIZ', 25],
        [{ merged: 'A' }, 102, 'LUIS GIL', 25],
        ['B', 101, 'EVA SOL', 25],
        [{ merged: 'B' }, 102, 'SARA PAZ', 25],
      ],
    },
    expected: {
      read: ['100 %: 4 vivienda', 'A-101: ANA RUIZ', 'A-102: LUIS GIL', 'B-101: EVA SOL', 'B-102: SARA PAZ'],
    },
  },
  {
    name: 'a sheet for each tower',
    source: 'found/evidence.md D10',
    file: {
      'TORRE 1': [
        ['Apto', 'Propietario', 'Coeficiente'],
        [101, 'ANA RUIZ', 30],
        [102, 'LUIS GIL', 30],
      ],
      'TORRE 2': [
        ['Apto', 'Propietario', 'Coeficiente'],
        [101, 'EVA SOL', 20],
        [102, 'SARA PAZ', 20],
      ],
    },
    expected: {
      read: ['60 %: 2 vivienda', '101: ANA RUIZ', '102: LUIS GIL'],
      questions: ['otherTables'],
      warned: ['sumNot100'],
      refused: ['otherTables'],
    },
  },
  {
    name: 'the same, joined by hand',
    source: 'found/evidence.md D10',
    file: {
      'TORRE 1': [
        ['Apto', 'Propietario', 'Coeficiente'],
        [101, 'ANA RUIZ', 30],
        [102, 'LUIS GIL', 30],
      ],
      'TORRE 2': [
        ['Apto', 'Propietario', 'Coeficiente'],
        [101, 'EVA SOL', 20],
        [102, 'SARA PAZ', 20],
      ],
    },
    reading: { tables: [0, 1] },
    expected: {
      read: ['100 %: 4 vivienda', '1-101: ANA RUIZ', '1-102: LUIS GIL', '2-101: EVA SOL', '2-102: SARA PAZ'],
      questions: ['towersFilled'],
    },
  },
  {
    name: 'two halves side by side',
    source: 'found/evidence.md D10',
    file: `Apto;Propietario;Coeficiente;;Apto;Propietario;Coeficiente
101;ANA RUIZ;25;;201;EVA SOL;25
102;LUIS GIL;25;;202;SARA PAZ;25`,
    expected: {
      read: ['50 %: 2 vivienda', '101: ANA RUIZ', '102: LUIS GIL'],
      questions: ['otherTables'],
      warned: ['sumNot100'],
      refused: ['otherTables'],
    },
  },
  {
    name: 'shops numbered L1 under Local',
    source: 'found/evidence.md D8',
    file: `Local;Propietario;Coeficiente
L1;ANA RUIZ;40
L2;LUIS GIL;30
L3;EVA SOL;30`,
    expected: { read: ['100 %: 3 local', 'L1: ANA RUIZ', 'L2: LUIS GIL', 'L3: EVA SOL'] },
  },
  {
    name: 'small units that nothing tells the kind of',
    source: 'found/evidence.md D8',
    file: `Inmueble;Propietario;Coeficiente
101;ANA RUIZ;32
102;LUIS GIL;32
201;EVA SOL;30
11-44;VARIOS;3
16-17-9;VARIOS;3`,
    expected: {
      read: ['100 %: 5 vivienda', '101: ANA RUIZ', '102: LUIS GIL', '201: EVA SOL', '11-44: '],
      questions: ['kindsDoubtful'],
      warned: ['ownerMissing'],
    },
  },
  {
    name: 'SIIGO: third parties with their unit',
    file: `Código;Identificación;Nombre tercero;Dirección;Teléfono;Correo electrónico;Inmueble;Coeficiente
1;52111222;ROJAS MARTHA LUCIA;CL 80 # 12-34 AP 101;3101234567;martha@example.com;101;55,5
2;79333444;GIL CARLOS ANDRES;CL 80 # 12-34 AP 102;6017654321;carlos@example.com;102;44,5`,
    expected: {
      read: [
        '100 %: 2 vivienda',
        '101: ROJAS MARTHA LUCIA (52111222 martha@example.com 3101234567)',
        '102: GIL CARLOS ANDRES (79333444 carlos@example.com 6017654321)',
      ],
    },
  },
  {
    name: 'Helisa: matrícula, areas and two coefficients',
    file: `UNIDAD;MATRICULA INMOBILIARIA;AREA PRIVADA M2;COEF. COPROPIEDAD;COEF. MODULO;PROPIETARIO;C.C. O NIT
AP 101;50C-1234567;72,50;33,3333;50;ANA RUIZ;52111222
AP 102;50C-1234568;72,50;33,3333;50;LUIS GIL;79333444
LOCAL 1;50C-1234569;45,00;33,3334;100;COMERCIAL ROBLE SAS;900555666`,
    expected: {
      read: [
        '100 %: 2 vivienda, 1 local',
        'AP 101: ANA RUIZ (52111222)',
        'AP 102: LUIS GIL (79333444)',
        'LOCAL 1: COMERCIAL ROBLE SAS (900555666)',
      ],
      warned: ['otherCoefficients'],
    },
  },
  {
    name: 'World Office: names in four columns and companies in a fifth',
    file: `Identificación;Primer Nombre;Segundo Nombre;Primer Apellido;Segundo Apellido;Razón Social;Unidad;Coeficiente
52111222;MARTHA;LUCIA;ROJAS;PINZON;;101;40
79333444;CARLOS;;GIL;;;102;35
900555666;;;;;INVERSIONES EL ROBLE SAS;103;25`,
    expected: {
      read: [
        '100 %: 3 vivienda',
        '101: MARTHA LUCIA ROJAS PINZON (52111222)',
        '102: CARLOS GIL (79333444)',
        '103: INVERSIONES EL ROBLE SAS (900555666)',
      ],
    },
  },
  {
    name: 'coefficients as fractions of one',
    file: `Apartamento;Propietario;Coeficiente
101;ANA RUIZ;0,25
102;LUIS GIL;0,25
103;EVA SOL;0,3
104;SARA PAZ;0,2`,
    expected: {
      read: ['1 %: 4 vivienda', '101: ANA RUIZ', '102: LUIS GIL', '103: EVA SOL', '104: SARA PAZ'],
      warned: ['sumNot100'],
    },
  },
  {
    name: "a deed's table: percentages, areas, what each unit is in words",
    file: `BIEN PRIVADO;ÁREA CONSTRUIDA M2;COEFICIENTE DE COPROPIEDAD
APARTAMENTO 101;65,40;30,1250%
APARTAMENTO 102;65,40;30,1250%
GARAJE 1;12,00;9,8750%
DEPÓSITO 1;4,20;4,8750%
LOCAL 1;40,00;25,0000%`,
    expected: {
      read: [
        '100 %: 2 vivienda, 1 parqueadero, 1 deposito, 1 local',
        'APARTAMENTO 101: ',
        'APARTAMENTO 102: ',
        'GARAJE 1: ',
        'DEPÓSITO 1: ',
      ],
      warned: ['ownerColumnMissing'],
    },
  },
  {
    name: 'printed pages: header and subtotals again',
    file: `Unidad;Propietario;Coeficiente
101;ANA RUIZ;25
102;LUIS GIL;25
Subtotal;;50
Unidad;Propietario;Coeficiente
201;EVA SOL;25
202;SARA PAZ;25
Total;;100`,
    expected: {
      read: ['100 %: 4 vivienda', '101: ANA RUIZ', '102: LUIS GIL', '201: EVA SOL', '202: SARA PAZ'],
      warned: ['rowIgnored'],
    },
  },
  {
    name: 'another table below, owner and unit changed over',
    file: `Unidad;Propietario;Coeficiente
101;ANA RUIZ;25
102;LUIS GIL;25
Propietario;Unidad;Coeficiente
EVA SOL;201;25
SARA PAZ;202;25`,
    expected: {
      read: ['50 %: 2 vivienda', '101: ANA RUIZ', '102: LUIS GIL'],
      warned: ['sumNot100'],
      refused: ['headerChanges'],
    },
  },
  {
    name: 'houses by block: MZA and CASA',
    source: 'issue 15: MZA, BLQ',
    file: `MZA;CASA;TITULAR;COEF
A;1;ANA RUIZ;30
A;2;LUIS GIL;30
B;1;EVA SOL;40`,
    expected: { read: ['100 %: 3 vivienda', 'A-1: ANA RUIZ', 'A-2: LUIS GIL', 'B-1: EVA SOL'] },
  },
  {
    name: 'contacts of owners and of tenants',
    source: 'found/billing.md D9',
    file: `Apto;Propietario;Correo;Celular;Arrendatario;Correo arrendatario;Coeficiente
101;ANA RUIZ;ana@example.com;310 123 4567;PEDRO MORA;pedro@example.com;50
102;LUIS GIL;luis@example;3209876543;;;50`,
    expected: {
      read: [
        '100 %: 2 vivienda',
        '101: ANA RUIZ (ana@example.com 310 123 4567)',
        '102: LUIS GIL (3209876543)',
      ],
      warned: ['columnsIgnored', 'emailInvalid', 'otherContacts'],
    },
  },
  {
    name: 'ids that the spreadsheet made dates of',
    file: {
      Hoja1: [
        ['Apto', 'Propietario', 'Coeficiente'],
        [{ date: '01/02/2026' }, 'ANA RUIZ', 50],
        [{ date: '02/02/2026' }, 'LUIS GIL', 50],
      ],
    },
    expected: { read: ['0 %: '], refused: ['unitIsDate'] },
  },
  {
    name: 'wrong rows: repeated, without coefficient, with words and a minus',
    file: `Apto;Propietario;Coeficiente
101;ANA RUIZ;25
101;LUIS GIL;25
103;EVA SOL;
104;SARA PAZ;pendiente
105;JUAN MESA;-5`,
    expected: {
      read: ['25 %: 1 vivienda', '101: ANA RUIZ'],
      warned: ['sumNot100'],
      refused: ['coefficientInvalid', 'coefficientMissing', 'coefficientNegative', 'unitRepeated'],
    },
  },
  {
    name: 'commas and points beside each other',
    file: `Apto;Propietario;Coeficiente
101;ANA RUIZ;33,25
102;LUIS GIL;33.25
103;EVA SOL;33,5`,
    expected: { read: ['100 %: 3 vivienda', '101: ANA RUIZ', '102: LUIS GIL', '103: EVA SOL'] },
  },
  {
    name: 'no header at all',
    file: `101;ANA RUIZ;50
102;LUIS GIL;50`,
    expected: { read: ['0 %: '], questions: ['headerMissing'], refused: ['headerMissing'] },
  },
  {
    name: 'kinds as headings over their units',
    file: `No;Unidad;Propietario;Coeficiente
APARTAMENTOS;;;
1;101;ANA RUIZ;40
2;102;LUIS GIL;40
PARQUEADEROS;;;
3;1;ANA RUIZ;5
4;2;LUIS GIL;5
LOCALES COMERCIALES;;;
5;3;EVA SOL;10`,
    expected: {
      read: [
        '100 %: 2 vivienda, 2 parqueadero, 1 local',
        '101: ANA RUIZ',
        '102: LUIS GIL',
        '1: ANA RUIZ',
        '2: LUIS GIL',
      ],
      warned: ['ownersSame', 'rowIgnored'],
    },
  },
  {
    name: "the flat's own parking space with a coefficient beside it",
    file: `Apto;Propietario;Coeficiente;Parqueadero;Coeficiente parqueadero
101;ANA RUIZ;45;12;5
102;LUIS GIL;45;13;5`,
    expected: {
      read: [
        '100 %: 2 vivienda, 2 parqueadero',
        '101: ANA RUIZ',
        'Parqueadero 12: ANA RUIZ',
        '102: LUIS GIL',
        'Parqueadero 13: LUIS GIL',
      ],
      warned: ['annexesSplit', 'ownersSame'],
    },
  },
  {
    name: 'one name in two units, without documents',
    file: `Apto;Propietario;Coeficiente
101;MARIA GOMEZ;50
302;Maria  Gómez;30
401;EVA SOL;20`,
    expected: {
      read: ['100 %: 3 vivienda', '101: MARIA GOMEZ', '302: Maria Gómez', '401: EVA SOL'],
      warned: ['ownersSame'],
    },
  },
  {
    name: 'monthly fees without coefficients',
    source: 'layout of jasonssdev/building_financial_analysis, cuotas.csv (found/billing.md)',
    file: `unidad,propietario,cuota
1A,ANA RUIZ,177.39
1B,LUIS GIL,202.104`,
    expected: { read: ['0 %: '], questions: ['headerMissing'], refused: ['headerMissing'] },
  },
  {
    name: 'a program of attendance: unit with its tower in words, proxies beside',
    file: `INMUEBLE;PROPIETARIO;APODERADO;COEFICIENTE;FIRMA
TORRE 1 APTO 101;ANA RUIZ;;26,1;
TORRE 1 APTO 102;LUIS GIL;PEDRO MORA;23,9;
TORRE 2 APTO 101;EVA SOL;;26,1;
TORRE 2 APTO 102;SARA PAZ;;23,9;`,
    expected: {
      read: [
        '100 %: 4 vivienda',
        'TORRE 1 APTO 101: ANA RUIZ',
        'TORRE 1 APTO 102: LUIS GIL',
        'TORRE 2 APTO 101: EVA SOL',
        'TORRE 2 APTO 102: SARA PAZ',
      ],
      warned: ['columnsIgnored'],
    },
  },
  {
    name: "no header, said by a person ('Sin encabezado')",
    source: 'propietarios.csv of a public program',
    file: `Bajo A;Persona Uno;25,5
Bajo B;Persona Dos;24,5
1º A;Persona Tres;25
1º B;Persona Cuatro;25`,
    reading: {
      headerRow: 0,
      columns: [
        { column: 0, role: 'unit' },
        { column: 1, role: 'owner' },
        { column: 2, role: 'coefficient' },
      ],
    },
    expected: {
      read: [
        '100 %: 4 vivienda',
        'Bajo A: Persona Uno',
        'Bajo B: Persona Dos',
        '1º A: Persona Tres',
        '1º B: Persona Cuatro',
      ],
    },
  },
];

/** Tables found in a review of November 2026. */
unitsSheets.push(
  {
    name: 'UNIDAD over TORRE and APTO, areas and a per cent sign below their titles',
    file: `UNIDAD;UNIDAD;PROPIETARIO;AREA;AREA;COEFICIENTE
TORRE;APTO;;CONST.;PRIV.;%
A;101;PEREZ JUAN;72,4;65,2;50
B;101;ANA DIAZ;80;75;50`,
    expected: { read: ['100 %: 2 vivienda', 'A-101: PEREZ JUAN', 'B-101: ANA DIAZ'] },
  },
  {
    name: 'owners in lines of one cell, words for nobody, a signature with a figure',
    file: {
      Tabla: [
        ['Apto', 'Propietarios', 'Cédulas', 'Coeficiente'],
        ['101', 'JUAN PEREZ\nANA RUIZ', '79123456\n52111222', 50],
        ['102', 'POR DEFINIR', '', 50],
        ['Elaboró: Pepe Ruiz', '', '', 100],
      ],
    },
    expected: {
      read: ['100 %: 2 vivienda', '101: JUAN PEREZ / ANA RUIZ (79123456 / 52111222)', '102: '],
      warned: ['ownerMissing', 'rowIgnored'],
    },
  },
  {
    name: 'a provisional coefficient before the one that holds',
    file: `Apto;Propietario;Coef. provisional;Coef. definitivo
101;JUAN;40;50
102;ANA;60;50`,
    expected: {
      read: ['100 %: 2 vivienda', '101: JUAN', '102: ANA'],
      warned: ['otherCoefficients'],
    },
  },
  {
    name: 'a home, its parking space and its store room in one row, each with its coefficient',
    source: 'found/billing.md §2, S3',
    file: `Apto;Propietario;Coeficiente;Parqueadero;Coef. parqueadero;Depósito;Coef. depósito
101;ANA RUIZ;30;11;6;1;4
102;LUIS GIL;31;12;5;;
103;EVA SOL;24;;;;
Total;85;;11;;4`,
    expected: {
      read: [
        '100 %: 3 vivienda, 2 parqueadero, 1 deposito',
        '101: ANA RUIZ',
        'Parqueadero 11: ANA RUIZ',
        'Depósito 1: ANA RUIZ',
        '102: LUIS GIL',
      ],
      warned: ['annexesSplit', 'ownersSame', 'rowIgnored'],
    },
  },
  {
    name: 'the same columns where the homes alone add up to 100 %',
    file: `Apto;Propietario;Coeficiente;Parqueadero;Coef. parqueadero
101;ANA RUIZ;60;11;6
102;LUIS GIL;40;12;4`,
    expected: {
      read: ['100 %: 2 vivienda', '101: ANA RUIZ', '102: LUIS GIL'],
      warned: ['columnsIgnored', 'otherCoefficients'],
    },
  },
  {
    name: 'a home with its parking space in one cell',
    file: `Inmueble;Propietario;Coef
101 y PQ 5;ANA;50
102 y PQ 6;LUIS;50`,
    expected: { read: ['100 %: 2 vivienda', '101 y PQ 5: ANA', '102 y PQ 6: LUIS'] },
  },
  {
    name: 'a second holder, and the share of each before the coefficient',
    file: `Apto;Titular;Cotitular;%;Índice de copropiedad
101;ANA;LUIS;50%;40
102;EVA;;100%;60`,
    expected: { read: ['100 %: 2 vivienda', '101: ANA / LUIS', '102: EVA'], warned: ['otherCoefficients'] },
  },
);
