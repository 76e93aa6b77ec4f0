import type { SheetAccount } from '../../../shared/sheet-account.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import { type ExpectedPreview, tellMonth, tellParticipants, tellPayments, tellUnits } from './sheets.ts';

/** Day of the import of payments: the files have days of October and November. */
const TODAY = '2026-11-28';

/** Imports by kind of file. */
export const imports = {
  units: (sheets: Sheet[]) => tellUnits(sheets),
  month: (sheets: Sheet[]) => tellMonth(sheets, { units: ['301', '302', '303'] }),
  payments: (sheets: Sheet[]) => tellPayments(sheets, undefined, TODAY),
  participants: (sheets: Sheet[]) => tellParticipants(sheets),
} satisfies Record<string, (sheets: Sheet[]) => { preview: ExpectedPreview; account: SheetAccount | null }>;

/** Files of public bug reports (rows of the reports), beside the checkout. */
export const reportedFiles: { file: string; kind: keyof typeof imports; expected: ExpectedPreview }[] = [
  {
    file: 'a01-documents-same-person.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 6 vivienda',
        '101: ANA PEREZ (52.111.222)',
        '102: ANA PEREZ (CC 52111222)',
        '103: INVERSIONES ALFA S.A.S. (900.123.456-7)',
        '104: INVERSIONES ALFA SAS (900123456)',
      ],
      warned: ['ownersDocuments'],
    },
  },
  {
    file: 'a02-dwelling-with-parking.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 9 vivienda, 1 local',
        'APTO 101 PARQ 12 DEP 5: P1',
        'APTO 102 - GARAJE 13: P2',
        'APARTAMENTO 103 CON PARQUEADERO 14: P3',
        'APTO 104, PARQ 15: P4',
      ],
    },
  },
  {
    file: 'a03-payments-mmdd.csv',
    kind: 'payments',
    expected: {
      read: [
        '10 payments, 1.000.000',
        '2026-01-11 ? 100.000 R1',
        '2026-02-11 ? 100.000 R2',
        '2026-03-11 ? 100.000 R3',
        '2026-04-11 ? 100.000 R4',
      ],
      refused: ['dayOrderDoubtful'],
    },
  },
  {
    file: 'a04-gateway-utc.csv',
    kind: 'payments',
    expected: {
      read: [
        '3 payments, 900.000',
        '2026-10-31 ? 300.000 Pago apto 301',
        '2026-10-31 ? 300.000 Pago apto 302',
        '2026-10-31 ? 300.000 Pago apto 303',
      ],
    },
  },
  {
    file: 'a05-towers-100-each.csv',
    kind: 'units',
    expected: {
      read: [
        '200 %: 50 vivienda',
        '1-101: PERSONA 10',
        '1-102: PERSONA 11',
        '1-103: PERSONA 12',
        '1-104: PERSONA 13',
      ],
      warned: ['sumNot100'],
      refused: ['towersWhole'],
    },
  },
  {
    file: 'a06-units-no-header.csv',
    kind: 'units',
    expected: { read: ['0 %: '], questions: ['headerMissing'], refused: ['headerMissing'] },
  },
  {
    file: 'a07-participants-no-id-apellido1.csv',
    kind: 'participants',
    expected: { read: ['3 people', 'Ana Ruiz Peña', 'Luis Díaz Mora', 'Eva Paz'], warned: ['idsNumbered'] },
  },
  {
    file: 'a08-participants-blank-ids.csv',
    kind: 'participants',
    expected: {
      read: ['3 people', '1000001 Persona Uno', '1000002 Persona Dos', '1000004 Persona Cuatro'],
      warned: ['idMissing'],
    },
  },
  {
    file: 'a09-coowners-one-cell.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 7 vivienda',
        '101: ANA PEREZ/LUIS GOMEZ',
        '102: ANA PEREZ Y LUIS GOMEZ',
        '103: ANA PEREZ - LUIS GOMEZ',
        '104: LUIS GOMEZ & ANA PEREZ',
      ],
      warned: ['ownersSame'],
    },
  },
  {
    file: 'a10-contacts.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 10 vivienda',
        '101: ANA UNO (ana.uno@ejemplo.co +57 300 123 4567)',
        '102: ANA DOS (ana.dos@ejemplo.co (601) 234-5678 ext 12)',
        '103: ANA TRES',
        '104: ANA CUATRO (ana.cuatro@ejemplo.co 3001234567)',
      ],
      warned: ['emailInvalid', 'phoneInvalid'],
    },
  },
  {
    file: 'a11-cp850.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 4 vivienda',
        '101: MUÑOZ PEÑA ANA LUCÍA (52.111.222)',
        "102: O'CONNOR IBÁÑEZ RAÚL (79.222.333)",
        '103: GÜIZA NÚÑEZ JOSÉ (80.333.444)',
        '104: DÍAZ MARÍA INÉS (41.444.555)',
      ],
    },
  },
  {
    file: 'a12-html-table.xls',
    kind: 'units',
    expected: {
      read: [
        '100 %: 4 vivienda',
        '101: MUÑOZ PEÑA ANA LUCÍA (52.111.222)',
        "102: O'CONNOR IBÁÑEZ RAÚL (79.222.333)",
        '103: GÜIZA NÚÑEZ JOSÉ (80.333.444)',
        '104: DÍAZ MARÍA INÉS (41.444.555)',
      ],
    },
  },
  {
    file: 'a13-relation-prefix.xlsx',
    kind: 'units',
    expected: {
      read: [
        '100 %: 4 vivienda',
        '101: MUÑOZ PEÑA ANA LUCÍA (52.111.222)',
        "102: O'CONNOR IBÁÑEZ RAÚL (79.222.333)",
        '103: GÜIZA NÚÑEZ JOSÉ (80.333.444)',
        '104: DÍAZ MARÍA INÉS (41.444.555)',
      ],
    },
  },
  {
    file: 'a14-each-line-quoted.csv',
    kind: 'units',
    expected: {
      read: [
        '100 %: 4 vivienda',
        '101: MUÑOZ PEÑA ANA LUCÍA (52.111.222)',
        "102: O'CONNOR IBÁÑEZ RAÚL (79.222.333)",
        '103: GÜIZA NÚÑEZ JOSÉ (80.333.444)',
        '104: DÍAZ MARÍA INÉS (41.444.555)',
      ],
    },
  },
  {
    file: 'a15-extract-F-Operativa.csv',
    kind: 'payments',
    expected: {
      read: [
        '3 payments, 1.446,50',
        'out: 2, 892400 centavos',
        '2026-10-30 ? 228,92 ANA RUIZ transfer',
        '2026-10-29 ? 132,18 LUIS DIAZ transfer',
        '2026-10-27 ? 1.085,40 transfer',
      ],
      warned: ['columnsUnread', 'rowsDebit'],
      // The extract is in euros.
      refused: ['pesosDoubtful'],
    },
  },
  {
    file: 'a16-adeudo.csv',
    kind: 'month',
    expected: {
      read: ['3 of 3 units'],
      questions: ['headerUnknown'],
      warned: ['datesIgnored', 'nothingCharged'],
      refused: ['headerUnknown'],
    },
  },
  {
    file: 'a17-ValorAdministracion.csv',
    kind: 'month',
    expected: {
      read: ['3 of 3 units', 'Cuota de administración 750.000', 'Valor Parqueadero 100.000'],
      questions: ['conceptRaw'],
    },
  },
];
