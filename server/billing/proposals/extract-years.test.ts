import { describe, expect, it } from 'vitest';
import { addDays, type Day, monthNames } from '../../../shared/days.ts';
import { formatMoney } from '../../../shared/money.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import { identifyPayments } from '../bank-files/matched-payments.ts';
import { readPaymentSheet } from '../bank-files/payment-sheet.ts';
import { type Chance, chance } from './chance.fixture.ts';
import type { LearnedPayment } from './known-payers.ts';
import { paymentText } from './text-tokens.ts';

/** Movement of the joint's bank account, with all data known to the bank. */
interface Movement {
  day: Day;
  /** Amount in centavos; negative for money out. */
  value: number;
  text: string;
  reference: string;
  /** Identity number of the payer, if the bank states the number. */
  document: string;
  /** Home of the payer; null for other money or unknown payers. */
  home: Home | null;
  /** Units named in the text: the payer's unit, two units, or no unit. */
  says: 'unit' | 'two' | 'nothing';
}

interface Home {
  id: string;
  tower: string;
  number: string;
  owner: string;
  document: string;
  payer: string;
  phone: string;
  reference: string;
  says: (home: Home) => string;
}

const words = (text: string): string[] => text.split(' ');
const GIVEN_NAMES = words(
  'MARIA ANA LUIS CARLOS JUAN LUZ JORGE ROSA PEDRO ELENA DIEGO NORA IVAN OLGA RAUL TERESA HUGO CLARA',
);
const SURNAMES = words(
  'PEREZ ROJAS GOMEZ TORRES DIAZ CASAS PARRA LOZANO MEJIA OSORIO NIÑO PARDO VEGA LOCARNO ACOSTA BLANCO RUEDA TORO',
);

const dotted = (value: number): string => formatMoney(value as never);
const northern = (value: number): string =>
  (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const [slashed, worded, compact] = [
  (day: Day) => day.split('-').reverse().join('/'),
  (day: Day) => {
    const [year = '', month = '', date = ''] = day.split('-');
    return `${date}-${monthNames[Number(month) - 1]?.slice(0, 3).toLowerCase()}-${year}`;
  },
  (day: Day) => day.replaceAll('-', ''),
];

/** Function that writes movements and balances as the lines of a bank's file. */
type Bank = (movements: readonly Movement[], balances: readonly number[]) => string[];

const banks: Record<string, Bank> = {
  'Bancolombia (personas)': (movements, balances) => [
    'FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO',
    ...movements.map(({ day, value, text, reference }, at) => {
      const money = [northern(value), northern(balances[at] ?? 0)].map((one) => `"${one}"`);
      return `${day.replaceAll('-', '/')},${text},CANAL,${reference},${money.join(',')}`;
    }),
  ],
  'Bancolombia (empresas)': (movements) =>
    movements.map(
      ({ day, value, text, reference }) =>
        `20112345678,201,,${compact(day)},,${(value / 100).toFixed(2)},2521,${[text, reference].join(' ').trim()},0`,
    ),
  Davivienda: (movements) => [
    'Fecha de Sistema;Documento;Descripción motivo;Transacción;Oficina de Recaudo;ID Origen/Destino;Valor Cheque;Valor Total;Referencia 1;Referencia 2',
    ...movements.map(({ day, value, text, reference, document }, at) =>
      [
        ...[slashed(day), 900_100 + at, value < 0 ? 'Cobro' : 'Abono ACH'],
        ...[value < 0 ? 'Nota Débito' : 'Nota Crédito', '0482', document.padStart(10, '0'), '$ 0,00'],
        ...[`$ ${dotted(Math.abs(value))}`, reference, text],
      ].join(';'),
    ),
  ],
  BBVA: (movements, balances) => [
    'Consulta de movimientos',
    'Fecha Operación;Fecha Valor;Concepto;Importe;Saldo',
    ...movements
      .map(({ day, value, text, reference }, at) =>
        [
          ...[worded(day), worded(day), [text, reference].join(' ').trim()],
          ...[dotted(value), dotted(balances[at] ?? 0)],
        ].join(';'),
      )
      .reverse(),
  ],
  'Banco de Bogotá': (movements, balances) => [
    'BANCO DE BOGOTÁ',
    'Fecha;Transacción;Oficina;Documento;Débitos;Créditos;Saldo',
    ...movements.map(({ day, value, text, reference }, at) =>
      [
        ...[
          slashed(day),
          text,
          '0482',
          reference,
          value < 0 ? dotted(-value) : '',
          value < 0 ? '' : dotted(value),
        ],
        dotted(balances[at] ?? 0),
      ].join(';'),
    ),
  ],
};

/** Test building, with its bank and the spellings of its units. */
interface Building {
  bank: keyof typeof banks & string;
  units: readonly (readonly [id: string, tower: string, number: string])[];
  says: readonly ((home: Home) => string)[];
}

const flats = (
  towers: readonly string[],
  floors: number,
  doors: number,
  id: (t: string, n: string) => string,
) =>
  towers.flatMap((tower) =>
    Array.from({ length: floors * doors }, (_, at) => {
      const number = `${Math.floor(at / doors) + 1}${String((at % doors) + 1).padStart(2, '0')}`;
      return [id(tower, number), tower, number] as const;
    }),
  );

const towered: Building['says'] = [
  ({ tower, number }) => `APTO ${number} T${tower}`,
  ({ tower, number }) => `TORRE ${tower} ${number}`,
  ({ tower, number }) => `T${tower}A${number}`,
  ({ tower, number }) => `APT${number} BL ${tower}`,
  ({ tower, number }) => `${tower}-${number}`,
  ({ tower, number }) => `Apto.${number} Torre.${tower}`,
  ({ tower, number }) => `bl${tower} ap${number}`,
  ({ tower, number }) => `TORRE${tower}-APTO${number}`,
  ({ tower, number }) => `ADM T${tower} ${number}`,
];

const buildings: readonly Building[] = [
  {
    bank: 'Bancolombia (personas)',
    units: flats(['1', '2', '3'], 6, 4, (t, n) => `${t}-${n}`),
    says: towered,
  },
  {
    bank: 'Bancolombia (empresas)',
    units: flats(['1', '2'], 10, 3, (t, n) => `TORRE ${t} APTO ${n}`),
    says: towered,
  },
  {
    bank: 'Davivienda',
    units: Array.from({ length: 40 }, (_, at) => [`INT ${at + 1}`, '', String(at + 1)] as const),
    says: [
      ({ number }) => `INT ${number}`,
      ({ number }) => `INTERIOR ${number}`,
      ({ number }) => `CASA ${number}`,
      ({ number }) => `int. ${number.padStart(2, '0')}`,
    ],
  },
  {
    bank: 'BBVA',
    units: flats([''], 12, 4, (_, n) => n),
    says: [
      ({ number }) => `APTO ${number}`,
      ({ number }) => `apt${number}`,
      ({ number }) => `APARTAMENTO No. ${number}`,
      ({ number }) => `AP-${number}`,
      ({ number }) => `apto # ${number}`,
    ],
  },
  {
    bank: 'Banco de Bogotá',
    units: Array.from({ length: 36 }, (_, at) => {
      const [floor, door] = [String(Math.floor(at / 4) + 1), String((at % 4) + 1).padStart(2, '0')];
      return [`${floor}-${door}`, floor, door] as const;
    }),
    says: [
      ({ tower, number }) => `APTO ${tower}-${number}`,
      ({ tower, number }) => `apt. ${tower}-${number}`,
      ({ tower, number }) => `APTO ${tower}${number}`,
    ],
  },
];

function homesOf({ units, says }: Building, { next, one }: Chance): Home[] {
  let family = '';
  return units.map(([id, tower, number], at): Home => {
    if (family === '' || next(4) > 0) family = `${one(SURNAMES)} ${one(SURNAMES)}`;
    const owner = `${one(GIVEN_NAMES)} ${one(GIVEN_NAMES)} ${family}`;
    const payer = next(4) === 0 ? `${one(GIVEN_NAMES)} ${one(SURNAMES)} ${one(SURNAMES)}` : owner;
    return {
      id,
      tower,
      number,
      owner,
      payer,
      says: one(says),
      document: `${20_000_000 + next(60_000_000)}`,
      phone: `3${String(next(1e9)).padStart(9, '0')}`,
      reference: `0000${17_000_019 + at * 10}`,
    };
  });
}

const WAYS: readonly ((home: Home, unitText: string, chance: Chance) => Pick<Movement, 'text' | 'says'>)[] = [
  (_, unitText) => ({ text: `PAGO PSE ${unitText}`, says: 'unit' }),
  (_, unitText) => ({ text: `TRANSF ${unitText} ADMON`, says: 'unit' }),
  (home, unitText) => ({ text: `QR ${words(home.payer)[0]} ${unitText}`, says: 'unit' }),
  (_, unitText, { next }) => ({ text: `${unitText} FACT ${next(900) + 100}`, says: 'unit' }),
  (_, unitText, { next }) => ({
    text: `NIT 900${next(900_000) + 100_000}-${next(9)} ${unitText}`,
    says: 'unit',
  }),
  (home) => ({ text: `TRANSF DE ${home.payer}`, says: 'nothing' }),
  (home) => ({ text: `PAGO QR ${home.payer.slice(0, 18).trim()}`, says: 'nothing' }),
  (home) => ({ text: `NEQUI ${home.phone}`, says: 'nothing' }),
  () => ({ text: 'CONSIG. LOCAL', says: 'nothing' }),
  (_, __, { next }) => ({ text: `CONSIGNACION OFICINA ${next(900) + 100}`, says: 'nothing' }),
  (_, __, { next }) => ({ text: `PAGO FACTURA ${next(900) + 100}`, says: 'nothing' }),
];

const OUT = ['PAGO PROVEEDOR ASEO', 'COBRO IVA PAGOS AUTOMATICOS', 'CUOTA MANEJO', 'IMPTO GOBIERNO 4X1000'];

/** Generates the bank movements of a month, in order of day. */
function monthOf(homes: readonly Home[], first: Day, draw: Chance): Movement[] {
  const { next, one } = draw;
  const day = () => addDays(first, next(28));
  const plainMovement = { reference: '', document: '', home: null, says: 'nothing' as const };
  const paid = homes.flatMap((home): Movement[] => {
    if (next(10) === 0) return [];
    const way = one(WAYS)(home, home.says(home), draw);
    const value = (280_000 + next(40) * 1_000) * 100 + (next(9) === 0 ? 50 : 0);
    const how = next(12);
    const reference = how === 0 ? home.reference : how === 1 ? String(Number(home.reference)) : '';
    // A bank's own number, with leading zeros. May equal a unit's number.
    const document = how > 6 ? home.document : '';
    const own = { reference: reference || String(next(400)).padStart(10, '0'), document };
    return [{ day: day(), value, ...own, home, ...way }];
  });
  const [a, b] = [homes[next(20)], homes[20 + next(12)]];
  const two: Movement[] =
    a === undefined || b === undefined || a.owner === b.owner
      ? []
      : [
          {
            ...plainMovement,
            day: day(),
            value: 56_000_000,
            text: `PAGO ${a.says(a)} Y ${b.says(b)}`,
            says: 'two',
          },
        ];
  const others = [
    { text: 'ABONO INTERESES AHORROS', value: 1_245 },
    { text: 'REINTEGRO GMF', value: 4_000 },
    ...OUT.map((text) => ({ text, value: -100 * (1_000 + next(900_000)) })),
  ].map((one) => ({ ...plainMovement, ...one, day: day() }));
  return [...paid, ...two, ...others].sort((x, y) => (x.day < y.day ? -1 : Number(x.day > y.day)));
}

describe('a year of bank files', () => {
  it.each(buildings.map((building, at) => [building.bank, building, at] as const))(
    '%s',
    (bank, building, at) => {
      const draw = chance(20_261_126 + at);
      const homes = homesOf(building, draw);
      const accountOf = new Map(homes.map(({ id }) => [id, id]));
      const references = new Map(homes.map(({ id, reference }) => [id, reference]));
      const learned: LearnedPayment[] = [];
      const sums = { rows: 0, identified: 0, proposed: 0, wrong: 0, named: 0, ofNamed: 0, two: 0 };
      let balance = 500_000_000;
      for (let month = 1; month <= 12; month++) {
        const movements = monthOf(homes, `2026-${String(month).padStart(2, '0')}-01`, draw);
        const balances = movements.map(({ value }) => {
          balance += value;
          return balance;
        });
        const lines = (banks[bank] as Bank)(movements, balances);
        const sheets = readCsv(Buffer.from(lines.join('\n')), 'extracto.csv');
        const read = readPaymentSheet({ sheets }, { today: '2026-12-31' });
        expect(read.layout?.bank).toBe(bank);
        expect(read.problems.map(({ code }) => code)).toEqual(['rowsDebit']);
        const came = movements.filter(({ value }) => value > 0);
        const went = movements.filter(({ value }) => value < 0);
        const sumOf = (of: readonly Movement[]) => of.reduce((sum, { value }) => sum + BigInt(value), 0n);
        expect(read.movements).toEqual({
          credits: came.length,
          creditSum: sumOf(came),
          debits: went.length,
          debitSum: -sumOf(went),
        });
        const { rows } = identifyPayments(
          read,
          { accountOf, references, short: new Map() },
          {
            units: homes.map(({ id }) => ({ apartmentId: id, account: id, kind: 'vivienda' })),
            references,
            short: new Map(),
            learned,
            owners: homes.map(({ id, owner, document }) => ({ name: owner, document, accounts: [id] })),
          },
        );
        const truths = bank === 'BBVA' ? came.toReversed() : came;
        for (const [index, { apartmentId, proposal, amount, valueDate, ...row }] of rows.entries()) {
          const truth = truths[index];
          if (truth === undefined) throw new Error('A row has no payment.');
          expect([amount, valueDate]).toEqual([truth.value, truth.day]);
          sums.rows++;
          const id = truth.home?.id ?? null;
          if (apartmentId !== null) {
            // Identified by our reference.
            expect(apartmentId).toBe(id);
            sums.identified++;
            continue;
          }
          const account = proposal?.apartmentId ?? null;
          if (proposal !== null) expect(proposal.grounds.length).toBeGreaterThan(0);
          if (truth.says === 'two') {
            expect([account, proposal?.grounds.length]).toEqual([null, expect.any(Number)]);
            sums.two++;
          }
          if (truth.says === 'unit') {
            sums.named++;
            if (account !== null) sums.ofNamed++;
            if (account !== null) expect([paymentText(row), account]).toEqual([paymentText(row), id]);
          }
          if (account !== null) sums.proposed++;
          if (account !== null && account !== id) sums.wrong++;
          if (id !== null) learned.push({ text: paymentText(row), account: id, valueDate });
        }
      }
      const share = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`;
      console.log(
        `${bank}: ${sums.rows} credits, ${share(sums.identified, sums.rows)} by our reference, ${share(sums.proposed, sums.rows)} proposed, ${share(sums.ofNamed, sums.named)} of those that name a unit; ${sums.two} name two units and are asked; wrong: ${sums.wrong}`,
      );
      expect(sums.ofNamed / sums.named).toBeGreaterThan(0.9);
      expect(sums.two).toBeGreaterThan(5);
      // Namesakes of payers known only by name.
      expect(sums.wrong).toBeLessThan(3);
    },
  );
});
