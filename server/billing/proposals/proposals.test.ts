import { describe, expect, it } from 'vitest';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { chance } from './chance.fixture.ts';
import { type ProposalGrounds, proposalsFor } from './proposals.ts';

const unit = (apartmentId: string, account = apartmentId) => ({
  apartmentId,
  account,
  kind: 'vivienda' as const,
});
const grounds: ProposalGrounds = {
  units: [unit('1-301'), unit('2-301'), unit('2-302'), unit('2-303'), unit('PARQ 9', '2-302')],
  references: new Map([['2-303', '000000123456']]),
  short: new Map([['00000707', '2-303']]),
  owners: [
    { name: 'PÉREZ GÓMEZ ANA MARÍA', document: '52.123.456', accounts: ['1-301'] },
    { name: 'Luis Rojas', document: '900123456-8', accounts: ['2-301', '2-302'] },
    { name: 'Inés Díaz y Juan Carlos Mora Ruiz', document: null, accounts: ['2-303'] },
  ],
  learned: [
    { text: 'TRANSFERENCIA DE SOFIA CASTRO LEAL 05/03', account: '2-303', valueDate: '2026-01-05' },
    { text: 'QR 3105550101', account: '2-301', valueDate: '2026-01-06' },
    { text: 'PAGO QR 0000000247', account: '2-302', valueDate: '2026-01-06' },
    { text: 'CONSIG CENTRO MAYOR', account: '2-301', valueDate: '2026-01-07' },
    { text: 'CONSIG CENTRO MAYOR', account: '2-302', valueDate: '2026-01-08' },
  ],
};
const propose = (...texts: string[]) =>
  proposalsFor(
    texts.map((text) => ({ text, valueDate: '2026-02-03' })),
    grounds,
  );
const proposalOf = (text: string) => {
  const [proposal] = propose(text);
  return proposal && [proposal.apartmentId, proposal.grounds.map(({ kind }) => kind).join('+')];
};

describe('proposals of accounts for payments', () => {
  it.each<[string, [string | null, string] | null]>([
    ['PAGO 123456 MAYO', ['2-303', 'reference']],
    ['CONVENIO 00000707', ['2-303', 'reference']],
    ['CONVENIO 707 PAGO 0000707', null],
    ['TORRE 2 APTO 302', ['2-302', 'unit']],
    ['T2 APTO 302 PARQ 9', ['2-302', 'unit+unit']],
    ['PSE CC 52123456', ['1-301', 'document']],
    ['ACH NIT 900123456', [null, 'document']],
    ['ACH 900.123.456-8 APTO 2-302', ['2-302', 'unit+document']],
    ['TRANSF ANA MARIA PEREZ GOMEZ', ['1-301', 'owner']],
    ['TRANSF ANA MARIA PEREZ', null],
    ['PAGO DE JUAN C MORA RUIZ', null],
    ['JUAN CARLOS MORA RUIZ', ['2-303', 'owner']],
    ['LUIS ROJAS APTO 301', ['2-301', 'unit+owner']],
    ['LUIS ROJAS CASTILLO', null],
    ['ANA MARIA PEREZ GOMEZ APTO 2-302', [null, 'unit+owner']],
    ['APTO 909 ANA MARIA PEREZ GOMEZ', [null, 'unit+owner']],
    ['APTO 301', [null, 'unit']],
    ['TRANSFERENCIA DE SOFIA CASTRO LEAL 05/04', ['2-303', 'payer']],
    ['SOFIA CASTRO LEAL T2 APTO 302', [null, 'unit+payer']],
    ['QR 3105550101', ['2-301', 'payer']],
    // A movement number with zeros.
    ['PAGO QR 0000000247', null],
    ['CONSIG CENTRO MAYOR', null],
    ['ABONO INTERESES AHORROS', [null, 'bank']],
    ['REVERSION COMISION TRANSFERENCIA', [null, 'bank']],
    ['ABONO INTERESES DE MORA T2 APTO 302', ['2-302', 'unit']],
    ['PAGO PSE', null],
    ['', null],
  ])('the text «%s» gives the expected proposal', (text, expected) => {
    expect(proposalOf(text)).toEqual(expected);
  });

  const owed = new Map<string, Centavos>(
    [
      ['1-301', 392_517],
      ['2-301', 150_000],
      ['2-302', 241_033],
      ['2-303', 300_000],
    ].map(([account, pesos]) => [`${account}`, centavos(Number(pesos) * 100)]),
  );
  it.each<[string, number, [string | null, string, ...unknown[]] | null]>([
    // 'APTO 301' is in two towers, and Luis Rojas owns two units.
    ['APTO 301', 392_517, ['1-301', 'unit+amount']],
    ['APTO 301', 542_517, [null, 'unit']],
    ['ACH NIT 900123456', 241_033, ['2-302', 'document+amount']],
    ['ACH NIT 900123456', 391_033, [null, 'document+amount', '2-301 150000', '2-302 241033']],
    ['APTO 1-301 Y APTO 2-303', 692_517, [null, 'unit+unit+amount', '1-301 392517', '2-303 300000']],
    ['APTO 1-301 Y APTO 2-303', 241_033, [null, 'unit+unit']],
    ['ANA MARIA PEREZ GOMEZ APTO 2-302', 392_517, [null, 'unit+owner']],
    ['APTO 909', 392_517, [null, 'unit']],
    ['TORRE 2 APTO 302', 392_517, ['2-302', 'unit']],
    // Without a word, only an unusual amount.
    ['ABONO ACH', 392_517, ['1-301', 'amount']],
    ['ABONO ACH', 391_033, [null, 'amount', '2-301 150000', '2-302 241033']],
    ['ABONO ACH', 300_000, null],
    ['ABONO ACH', 392_518, null],
    ['ABONO INTERESES AHORROS', 392_517, [null, 'bank']],
  ])('«%s» over %i pesos is compared with the debts', (text, pesos, expected) => {
    const payment = { text, valueDate: '2026-02-03', amount: centavos(pesos * 100) };
    const [proposal] = proposalsFor([payment], { ...grounds, owed });
    const shares = proposal?.shares?.map(({ apartmentId, amount }) => `${apartmentId} ${amount}`) ?? [];
    const kinds = proposal?.grounds.map(({ kind }) => kind).join('+');
    expect(proposal && [proposal.apartmentId, kinds, ...shares]).toEqual(expected);
  });

  it('equal debts of two accounts propose nothing', () => {
    const equal = new Map([...owed, ['2-303', centavos(39_251_700)] as const]);
    const payment = { text: 'ABONO ACH', valueDate: '2026-02-03', amount: centavos(39_251_700) };
    expect(proposalsFor([payment], { ...grounds, owed: equal })).toEqual([null]);
  });

  it('each debt explains a single payment, and a payment named by the text comes first', () => {
    const of = (...texts: string[]) =>
      proposalsFor(
        texts.map((text) => ({ text, valueDate: '2026-02-03', amount: centavos(39_251_700) })),
        { ...grounds, owed },
      ).map((proposal) => proposal?.grounds.map(({ kind }) => kind).join('+'));
    expect(of('ABONO ACH', 'ABONO ACH')).toEqual(['amount', undefined]);
    expect(of('ABONO ACH', 'TRANSF ANA MARIA PEREZ GOMEZ')).toEqual([undefined, 'owner']);
  });

  it('the accounts of an owner are found by the identity of owners', () => {
    const amount = centavos(69_251_700);
    const sharesOf = (one: string, other: string) =>
      proposalsFor([{ text: 'ABONO ACH', valueDate: '2026-02-03', amount }], {
        ...grounds,
        owed,
        owners: [
          { name: one, document: null, accounts: ['1-301'] },
          { name: other, document: null, accounts: ['2-303'] },
        ],
      }).map((proposal) => proposal?.shares?.length);
    expect(sharesOf('PENDIENTE', 'PENDIENTE')).toEqual([undefined]);
    expect(sharesOf('Ana  Gómez', 'ANA GOMEZ')).toEqual([2]);
  });

  it('a number too frequent for a payer gives no proposal', () => {
    const text = 'RECAUDO QR 3105550101';
    expect(propose(text).map((proposal) => proposal?.apartmentId)).toEqual(['2-301']);
    expect(propose(text, text, text)).toEqual([null, null, null]);
  });
});

describe('a year of a bank without structured data', () => {
  const { next, one } = chance(20_261_123);
  const first = [
    'ANA',
    'LUIS',
    'MARTA',
    'JORGE',
    'SOFIA',
    'PEDRO',
    'ELENA',
    'CARLOS',
    'ROSA',
    'IVAN',
    'DIANA',
    'OSCAR',
  ];
  const last = [
    'PEREZ',
    'ROJAS',
    'GOMEZ',
    'TORRES',
    'CASTRO',
    'MORA',
    'RUIZ',
    'LEAL',
    'ORTIZ',
    'VARGAS',
    'NIÑO',
    'PINTO',
  ];
  const taken = new Set<string>();
  /** Creates a combination of four names, not used before. */
  const name = (): string => {
    const words = [one(last), one(last), one(first), one(first)];
    const key = [...words].sort().join(' ');
    if (new Set(words).size < 4 || taken.has(key)) return name();
    taken.add(key);
    return words.join(' ');
  };
  const people = (ids: string[]) =>
    ids.map((id) => ({ id, name: name(), document: `${10_000_000 + next(70_000_000)}`, payer: name() }));
  const joints = {
    towers: people(
      [1, 2, 3].flatMap((t) => [1, 2, 3, 4, 5, 6].flatMap((f) => [1, 2, 3, 4].map((n) => `${t}-${f}0${n}`))),
    ),
    letters: people(
      [5, 7, 9, 11, 14, 15, 17, 18].flatMap((f) => ['A', 'B', 'C', 'D', 'E', 'F'].map((l) => `${f}${l}`)),
    ),
    houses: people(Array.from({ length: 60 }, (_, index) => `CASA ${index + 1}`)),
  };
  const months = [
    'ENERO',
    'FEB',
    'MARZO',
    'ABRIL',
    'MAY',
    'JUNIO',
    'JUL',
    'AGOSTO',
    'SEPT',
    'OCT',
    'NOV',
    'DICIEMBRE',
  ];
  const named: Record<keyof typeof joints, ((id: string) => string)[]> = {
    towers: [
      (id) => `TORRE ${id[0]} APTO ${id.slice(2)}`,
      (id) => `APTO ${id.slice(2)} T${id[0]}`,
      (id) => `ap ${id.slice(2)} torre ${id[0]}`,
      (id) => `T${id}`,
      (id) => `Apto ${id}`,
      (id) => `admon ${id}`,
    ],
    letters: [
      (id) => `pago ${id}`,
      (id) => `apt ${id.slice(0, -1)} ${id.at(-1)}`,
      (id) => `APTO ${id}`,
      (id) => `apto. ${id.slice(0, -1)}-${id.at(-1)?.toLowerCase()}`,
    ],
    houses: [
      (id) => id,
      (id) => `casa No. ${id.slice(5)}`,
      (id) => `PAGO CASA ${id.slice(5).padStart(2, '0')}`,
    ],
  };
  const before = [
    'TRANSFERENCIA DESDE NEQUI',
    'PAGO PSE',
    'CONSIG CORRESPONSAL CB',
    'ABONO ACH',
    'PAGO QR',
    'PAGO INTERBANC',
  ];
  const noise = [
    () => `${next(28) + 1}/${next(12) + 1}/2026`,
    () => `3${String(next(1e9)).padStart(9, '0')}`,
    () => `CUS ${next(1e9)}`,
    () => `CUOTA ${next(12) + 1}`,
    () => `CRA ${next(90) + 1}${one(['A', 'B', ''])} ${next(99)}`,
    () => `$ ${next(900)}.000`,
    () => '',
    () => '',
  ];

  it.each(Object.keys(joints) as (keyof typeof joints)[])(
    '%s: proposals show grounds and are never wrong if the text names a unit',
    (joint) => {
      const homes = joints[joint];
      const rows = months.flatMap((month, index) =>
        homes.map((home) => {
          const way = next(10);
          const reference =
            way < 5
              ? one(named[joint])(home.id)
              : way === 5
                ? home.name
                : way === 6
                  ? `CC ${home.document}`
                  : way < 9
                    ? home.payer
                    : '';
          const text = `${one(before)} ${reference} ${month} ${one(noise)()}`.trim();
          const valueDate = `2026-${String(index + 1).padStart(2, '0')}-${String(next(28) + 1).padStart(2, '0')}`;
          return { text, valueDate, home, isNamed: way < 5 };
        }),
      );
      const fixed = {
        units: homes.map(({ id }) => unit(id)),
        references: new Map<string, string>(),
        short: new Map<string, string>(),
        owners: homes.map(({ id, ...owner }) => ({ ...owner, accounts: [id] })),
      };
      const learned: ProposalGrounds['learned'][number][] = [];
      let proposed = 0;
      let wrong = 0;
      let ofNamed = 0;
      for (let month = 1; month <= 12; month++) {
        const own = rows.filter(({ valueDate }) => Number(valueDate.slice(5, 7)) === month);
        const proposals = proposalsFor(own, { ...fixed, learned });
        for (const [index, { text, valueDate, home, isNamed }] of own.entries()) {
          const proposal = proposals[index] ?? null;
          if (proposal !== null) expect(proposal.grounds.length).toBeGreaterThan(0);
          const account = proposal?.apartmentId ?? null;
          if (isNamed && account !== null) expect([text, account]).toEqual([text, home.id]);
          if (account !== null) {
            proposed++;
            if (isNamed) ofNamed++;
            if (account !== home.id) wrong++;
          }
          // The treasurer confirms the true unit; proposals learn from confirmations.
          learned.push({ text, account: home.id, valueDate });
        }
      }
      const share = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`;
      const namedRows = rows.filter(({ isNamed }) => isNamed).length;
      console.log(
        `${joint}: ${rows.length} payments, ${share(proposed, rows.length)} proposed, ${share(ofNamed, namedRows)} of those that name a unit; wrong: ${wrong}`,
      );
      expect(ofNamed / namedRows).toBeGreaterThan(0.95);
      expect(wrong).toBe(0);
    },
  );
});
