import { describe, expect, it } from 'vitest';
import { chance } from './chance.fixture.ts';
import { type ProposalGrounds, proposalsFor } from './proposals.ts';

const words = (text: string): string[] => text.split(' ');
const FIRST = words(
  'MARIA JOSE ANA LUIS CARLOS JUAN LUZ JORGE SANDRA ANDRES MARTHA DIANA PAULA CAMILO LAURA OSCAR GLORIA FELIPE NATALIA HERNAN',
);
const LAST = words(
  'RODRIGUEZ GOMEZ GONZALEZ MARTINEZ GARCIA LOPEZ HERNANDEZ SANCHEZ RAMIREZ PEREZ DIAZ MUÑOZ ROJAS MORENO CASTRO TORRES CASAS AGUDELO QUINTERO DAZA',
);
const MONTHS = words('ENE FEBRERO MAR ABRIL MAYO JUN JULIO AGO SEPT OCT NOVIEMBRE DIC');
const PLACES = [
  'EXITO SUBA',
  'SUPERMERCADO LA ECONOMIA',
  'DROGUERIA ALEMANA',
  'PAPELERIA EL PUNTO',
  'SUBA RINCON',
];

interface Home {
  id: string;
  tower: string;
  number: string;
  owner: string;
  document: string;
  /** Payer and style of the payments of a home: the owner, or a tenant or relative missing from all lists. */
  payer: string;
  phone: string;
  /** Function to spell the unit in the payment texts of the home. */
  says: (id: Home) => string;
}

interface Building {
  name: string;
  units: readonly (readonly [id: string, tower: string, number: string])[];
  says: readonly ((home: Home) => string)[];
  /** Spellings of the payer by the bank, with a limited number of letters. */
  rows: readonly ((home: Home, payer: string) => string)[];
}

const cut = (text: string, most: number): string => text.slice(0, most);
const towersOf = (
  towers: readonly string[],
  floors: number,
  doors: number,
  id: (t: string, n: string) => string,
) =>
  towers.flatMap((tower) =>
    Array.from({ length: floors }, (_, floor) =>
      Array.from({ length: doors }, (_, door) => {
        const number = `${floor + 1}${String(door + 1).padStart(2, '0')}`;
        return [id(tower, number), tower, number] as const;
      }),
    ).flat(),
  );

const ROMANS = ['', 'I', 'II', 'III', 'IV'];
const bancolombia: Building['rows'] = [
  (home) => `TRANSFERENCIA DE ${cut(home.payer, 9)}`,
  () => 'TRANSFERENCIA CTA SUC VIRTUAL',
  (home) => `PAGO INTERBANC ${cut(home.payer, 16)}`,
  (home) => `PAGO QR ${cut(home.payer, 22)}`,
  (_, payer) => `PAGO PSE ${payer}`,
  (_, payer) => `PAGO PSE ${payer}`,
  (_, payer) => `${payer} · PAGO DESDE APP`,
  (home) => `NEQUI ${home.phone}`,
];

const buildings: readonly Building[] = [
  {
    name: 'four towers of twelve floors, Bancolombia',
    units: towersOf(['1', '2', '3', '4'], 12, 4, (tower, number) => `${tower}-${number}`),
    says: [
      ({ tower, number }) => `APTO ${number} T${tower}`,
      ({ tower, number }) => `T${tower}-${number}`,
      ({ tower, number }) => `TO ${tower} APT ${number}`,
      ({ tower, number }) => `apto ${number} torre ${tower}`,
      ({ tower, number }) => `TORRE ${ROMANS[Number(tower)]} AP ${number}`,
      ({ tower, number }) => `APTO ${tower}${number}`,
      ({ tower, number }) => `${number}T${tower}`,
      ({ tower, number }) => `T${tower}AP${number}`,
      ({ number }) => `APTO ${number}`,
      ({ tower, number }) => `Admon ${tower}-${number}`,
      ({ tower, number }) => `INT ${tower} APTO ${number}`,
      ({ tower, number }) => `T${tower}${number}`,
    ],
    rows: bancolombia,
  },
  {
    name: 'towers by letters and long names, Davivienda',
    units: towersOf(['A', 'B', 'C'], 6, 4, (tower, number) => `TORRE ${tower} APTO ${number}`),
    says: [
      ({ tower, number }) => `APTO ${number}${tower}`,
      ({ tower, number }) => `${tower}${number}`,
      ({ tower, number }) => `${tower}-${number}`,
      ({ tower, number }) => `TORRE ${tower} ${number}`,
      ({ tower, number }) => `apto. ${number} torre ${tower}`,
      ({ number }) => number,
    ],
    rows: [
      (home, payer) => `${payer} · ${home.owner} · Abono ACH · doc. ${home.document}`,
      (home, payer) => `${payer} · Consignación · doc. ${home.document}`,
      (_, payer) => `${payer} · Pago PSE`,
      () => 'Abono ACH · doc. 860002964',
      (home) => `${home.payer} · Abono transferencia`,
      (home) => `Bre-B llave @${words(home.payer)[0]}${home.document.slice(-3)}`,
    ],
  },
  {
    name: 'blocks of houses, Banco de Bogotá',
    units: ['A', 'B', 'C', 'D'].flatMap((tower) =>
      Array.from({ length: 18 }, (_, at) => [`MZ ${tower} CASA ${at + 1}`, tower, String(at + 1)] as const),
    ),
    says: [
      ({ tower, number }) => `MZ ${tower} CASA ${number}`,
      ({ tower, number }) => `CASA ${number} MZ ${tower}`,
      ({ tower, number }) => `Mza ${tower} cs ${number}`,
      ({ tower, number }) => `manzana ${tower} casa ${number.padStart(2, '0')}`,
      ({ tower, number }) => `${tower}${number}`,
      ({ number }) => `CASA ${number}`,
    ],
    rows: [
      (home, payer) => `Abono por ACH ${cut(home.payer, 20)} ${payer}`,
      (_, payer) => `Consignacion efectivo ${payer}`,
      (home) => `Transferencia de ${home.payer}`,
      () => 'Abono por ACH',
    ],
  },
  {
    name: 'one building of floors and letters',
    units: Array.from({ length: 18 }, (_, at) => at + 3).flatMap((floor) =>
      ['A', 'B', 'C', 'D', 'E', 'F'].map((door) => [`${floor}${door}`, '', `${floor}${door}`] as const),
    ),
    says: [
      ({ id }) => id,
      ({ id }) => `apto ${id}`,
      ({ id }) => `apt ${id.slice(0, -1)} ${id.slice(-1)}`,
      ({ id }) => `Apt. ${id.slice(0, -1)}-${id.slice(-1).toLowerCase()}`,
      ({ id }) => `PH ${id}`,
    ],
    rows: [
      (home, payer) => `BANCA MOVIL TRANSFERENCIA DE ${home.payer} pago ${payer}`,
      (_, payer) => `ACH - pago ${payer}`,
      (home) => `YAPPY DE ${home.payer}`,
      (_, payer) => `BANCA EN LINEA TRANSFERENCIA ${payer}`,
      () => 'DEPOSITO CAJERO 0482',
    ],
  },
  {
    name: 'one tower without its number, shops below',
    units: [
      ...towersOf([''], 9, 6, (_, number) => number),
      ...[1, 2, 3, 4].map((shop) => [`LOCAL ${shop}`, '', `LOCAL ${shop}`] as const),
    ],
    says: [
      ({ number }) => (number.startsWith('L') ? number : `APTO ${number}`),
      ({ number }) => (number.startsWith('L') ? number : `apartamento ${number}`),
      ({ number }) => (number.startsWith('L') ? number : `APT${number}`),
      ({ number }) => number,
    ],
    rows: bancolombia,
  },
];

const NOISE: readonly ((next: (below: number) => number) => string)[] = [
  () => '',
  () => '',
  (next) => `${next(28) + 1}/${next(12) + 1}/2026`,
  (next) => `CUS ${next(1e9)}`,
  (next) => `CUOTA ${next(12) + 1}`,
  (next) => `CRA ${next(90) + 1}${['A', 'B', ''][next(3)]} # ${next(99)}-${next(99)}`,
  (next) => `$ ${next(900) + 100}.000`,
  (next) => `${next(12) + 1}A CUOTA`,
  () => 'SALDO PENDIENTE ATRASADO',
  (next) => `AGUA ${next(30)} M3`,
];

describe('years of very different buildings', () => {
  it.each(buildings.map((building, at) => [building.name, building, at] as const))(
    '%s',
    (_, building, at) => {
      const { next, one } = chance(20_261_124 + at);
      let family = '';
      const name = (): string => {
        // Families share surnames and people share first names, so neighbours are near namesakes.
        if (family === '' || next(4) > 0) family = `${one(LAST)} ${one(LAST)}`;
        const givenName = next(3) === 0 ? one(FIRST) : `${one(FIRST)} ${one(FIRST)}`;
        return next(5) === 0 ? `${words(family)[0]} ${givenName}` : `${family} ${givenName}`;
      };
      let owner = { owner: '', document: '' };
      const homes = building.units.map(([id, tower, number]): Home => {
        // A tenth of the owners also own the previous unit.
        if (owner.owner === '' || next(10) > 0)
          owner = { owner: name(), document: `${20_000_000 + next(60_000_000)}` };
        const reordered = [...words(owner.owner).slice(2), ...words(owner.owner).slice(0, 2)].join(' ');
        const payer = next(3) === 0 ? name() : reordered;
        const phone = `3${String(next(1e9)).padStart(9, '0')}`;
        return { id, tower, number, ...owner, payer, phone, says: one(building.says) };
      });
      const fixed = {
        units: homes.map(({ id }) => ({ apartmentId: id, account: id, kind: 'vivienda' as const })),
        short: new Map<string, string>(),
        references: new Map<string, string>(),
        owners: homes.map(({ id, owner: of, document }) => ({ name: of, document, accounts: [id] })),
      };
      const learned: ProposalGrounds['learned'][number][] = [];
      const sums = { rows: 0, proposed: 0, wrong: 0, named: 0, ofNamed: 0, wrongNamed: 0 };
      for (let month = 1; month <= 12; month++) {
        const rows = homes.map((home) => {
          const payer = home.says(home);
          const lineText =
            next(12) === 0 ? `CONSIGNACION CORRESPONSAL CB ${one(PLACES)}` : one(building.rows)(home, payer);
          const text = [lineText, next(3) === 0 ? MONTHS[month - 1] : '', one(NOISE)(next)].join(' ').trim();
          const valueDate = `2026-${String(month).padStart(2, '0')}-${String(next(28) + 1).padStart(2, '0')}`;
          // A number alone does not identify a unit.
          return { text, valueDate, home, isNamed: lineText.includes(payer) && !/^\d+$/.test(payer) };
        });
        const proposals = proposalsFor(rows, { ...fixed, learned });
        for (const [index, { text, valueDate, home, isNamed }] of rows.entries()) {
          const proposal = proposals[index] ?? null;
          const account = proposal?.apartmentId ?? null;
          if (proposal !== null) expect(proposal.grounds.length).toBeGreaterThan(0);
          sums.rows++;
          if (isNamed) sums.named++;
          if (account !== null) {
            sums.proposed++;
            if (isNamed) sums.ofNamed++;
            if (account !== home.id) {
              sums.wrong++;
              if (isNamed) sums.wrongNamed++;
            }
          }
          // The treasurer confirms the true unit; proposals learn from confirmations.
          learned.push({ text, account: home.id, valueDate });
        }
      }
      const share = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`;
      console.log(
        `${building.name}: ${sums.rows} payments, ${share(sums.proposed, sums.rows)} proposed, ${share(sums.ofNamed, sums.named)} of those that name a unit; wrong: ${sums.wrong}, of those that name one: ${sums.wrongNamed}`,
      );
      expect(sums.wrongNamed).toBe(0);
      // Remaining errors: two people with the same name pay for two units.
      expect(sums.wrong).toBeLessThan(3);
      expect(sums.ofNamed / sums.named).toBeGreaterThan(0.85);
    },
  );
});
