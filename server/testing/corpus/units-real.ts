import type { UnitsSheet } from './sheets.ts';

/**
 * Tables of units of real joints, with the expected sums, computed with another program (Python's Decimal). The
 * README beside the files names the sources.
 */
export const realUnits: { file: string; expected: UnitsSheet['expected'] }[] = [
  {
    file: 'coeficientes/area-42.csv',
    expected: {
      read: [
        '99,99997 %: 15 vivienda, 6 deposito',
        'A.Estudio 01: PROPIETARIO 001',
        'A.Estudio 02: PROPIETARIO 002',
        'A.Estudio 03: PROPIETARIO 003',
        'A.Estudio 04: PROPIETARIO 004',
      ],
      warned: ['ownersSame', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/campos-de-aragon.csv',
    expected: {
      read: [
        '99,59792 %: 56 vivienda',
        '301: PROPIETARIO 001',
        '302: PROPIETARIO 002',
        '303: PROPIETARIO 003',
        '304: PROPIETARIO 004',
      ],
      warned: ['sumNot100'],
    },
  },
  {
    file: 'coeficientes/campos-de-castilla.csv',
    expected: {
      read: [
        '99,99999 %: 47 vivienda',
        '101: PROPIETARIO 001',
        '102: PROPIETARIO 002',
        '201: PROPIETARIO 003',
        '202: PROPIETARIO 004',
      ],
      warned: ['ownersSame', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/conjunto-las-margaritas.csv',
    expected: {
      read: [
        '100 %: 32 vivienda',
        'Casa 1: PROPIETARIO 001',
        'Casa 2: PROPIETARIO 002',
        'Casa 3: PROPIETARIO 003',
        'Casa 4: PROPIETARIO 004',
      ],
      warned: ['ownersSame'],
    },
  },
  {
    file: 'coeficientes/edificio-concasa.csv',
    expected: {
      read: [
        '100,0025 %: 16 parqueadero, 1 deposito, 85 vivienda',
        'PARQ 2: PROPIETARIO 001',
        'PARQ 3: PROPIETARIO 001',
        'PARQ 4: PROPIETARIO 002',
        'PARQ 5: PROPIETARIO 003',
      ],
      warned: ['ownersSame', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/edificio-hito.csv',
    expected: {
      read: [
        '99,999999999 %: 56 vivienda, 6 deposito, 4 local',
        '300: PROPIETARIO 001',
        '301: PROPIETARIO 001',
        '302: PROPIETARIO 001',
        '303: PROPIETARIO 001',
      ],
      questions: ['kindsDoubtful'],
      warned: ['ownersSame', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/gran-murano.csv',
    expected: {
      read: [
        '100 %: 20 vivienda, 1 local, 1 parqueadero',
        '101: PROPIETARIO 001',
        '102: PROPIETARIO 002',
        '103: PROPIETARIO 003',
        '201: PROPIETARIO 004',
      ],
    },
  },
  {
    file: 'coeficientes/terrazas-de-pinasaco.csv',
    expected: {
      read: [
        '100,01 %: 24 vivienda, 28 otro',
        'CASA 1A: PROPIETARIO 001',
        'CASA 1B: PROPIETARIO 002',
        'CASA 2A: PROPIETARIO 003',
        'CASA 2B: PROPIETARIO 004',
      ],
      warned: ['ownersSame', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/JCVLionHearth_COEFICIENTES_AJUSTADOS.xlsx',
    expected: {
      read: ['99,999 %: 240 vivienda', '1-101: ', '1-102: ', '1-103: ', '1-104: '],
      warned: ['ownerColumnMissing', 'sumNot100'],
    },
  },
  {
    file: 'coeficientes/JCVLionHearth_COEFICIENTES_DE_CO_PROPIEDAD.xlsx',
    expected: {
      read: ['99,999 %: 240 vivienda', '1101: ', '1102: ', '1103: ', '1104: '],
      warned: ['ownerColumnMissing', 'sumNot100'],
    },
  },
  {
    file: 'cobros/fracoes.csv',
    expected: { read: ['0 %: '], questions: ['headerMissing'], refused: ['headerMissing'] },
  },
];
