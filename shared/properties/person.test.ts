import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../testing/rounds.ts';
import { checkDigit, documentKeys, readDocument } from './documents.ts';
import { comparePersons, groupOwners, hasDocument, mayBeOwner, type Sameness } from './person.ts';

const ANA = 'ANA PÉREZ';
const person = ([name, document]: readonly [string, string | null]) => ({ name, document });

describe('a document', () => {
  it.each([
    ['52.111.222', '52111222'],
    ['CC 52111222', '52111222'],
    ['C.C. 52.111.222 de Bogotá', '52111222'],
    ['Cédula de ciudadanía No. 052.111.222 expedida en Bogotá D.C.', '52111222'],
    ['C. C. N° 52 111 222 (Cali)', '52111222'],
    ['52111222 CC', '52111222'],
    ['52-111-222', '52111222'],
    ['52111222.0', '52111222'],
    ['NIT 900.123.456-8', '900123456'],
    ['N.I.T. 9001234568', '900123456'],
    ['900.123.456 – 8', '900123456'],
    ['NIT 900123456 DV 8', '900123456'],
    ['NIT 52.111.222-8', '521112228'],
    ['001034567890', '1034567890'],
    ['T.I. 1.034.567.890', '1034567890'],
    ['PP AB 123456', 'AB123456'],
    ['12345678-Z', '12345678Z'],
    ['CA12345AA', 'CA12345AA'],
    ['52111222CC', '52111222'],
    ['Pasaporte ABCD123456', 'ABCD123456'],
    ['PEDRO PAZ 52.111.222', '52111222'],
    ['1.020.304.050-', '1020304050'],
    ["'1020304050", '1020304050'],
    ['1,02030405E+09', '1020304050'],
    ['9.001234568E9', '9001234568'],
    ['52.111.222,00', '52111222'],
    ['52,111,222.00', '52111222'],
    ['C.Ext. 345678', '345678'],
    ['CX 345.678', '345678'],
    ['PPT No. 1234567', '1234567'],
    ['Pasaporte No. AO123456 de Venezuela', 'AO123456'],
    ['PAS AO123456', 'AO123456'],
    ['Passport AO 123456', 'AO123456'],
    ['mayor de edad, c.c. 52111222', '52111222'],
    ['52.111.222, Bogotá D.C.', '52111222'],
    ['CC No. 52.111.222 expedida el 12/05/1998', '52111222'],
    ['52111222 cel 3001234567', '52111222'],
    ['１０２０３０４０５０', '1020304050'],
    ['900123456 8', '900123456'],
    ['900.123.456/8', '900123456'],
    ['900.123.456_8', '900123456'],
    ['900123456(8)', '900123456'],
    ['900.123.456 dígito 8', '900123456'],
    ['NIT 0900.123.456-8', '900123456'],
    ['NIT 800.123.456-7', '8001234567'],
  ])('%s is %s', (text, key) => {
    expect(readDocument(text)?.key).toBe(key);
  });

  const placeholders = [
    '',
    'pendiente',
    'N/A',
    'por actualizar',
    'CC',
    'sin cédula',
    '-',
    '0',
    '000',
    'C.C. 0',
  ];
  const more = ['000.000.000-0', '0.0', 'NIT 0', 'S/D', 'xxx', '?', 'NO TIENE', '1.02E+09'];
  it.each([...placeholders, ...more])('«%s» is no document', (text) => {
    expect(readDocument(text)).toBeNull();
  });

  it.each([
    ['52.111.222 / 79.333.444', ['52111222', '79333444']],
    ['CC 79333444 y CC 52111222', ['52111222', '79333444']],
    ['79333444,52111222', ['52111222', '79333444']],
    ['52,111,222', ['52111222']],
    ['52 / pendiente', ['52']],
    ['52.111.222 Y/O 79.333.444', ['52111222', '79333444']],
    ['52.111.222y/o79.333.444', ['52111222', '79333444']],
    ['52111222-79333444', ['52111222', '79333444']],
    ['52.111.222-79.333.444', ['52111222', '79333444']],
    ['52111222 79333444', ['52111222', '79333444']],
    ['CC 52.111.222 CC 79.333.444', ['52111222', '79333444']],
    ['Cédula 52111222 cédula 79333444', ['52111222', '79333444']],
    ['identificados con C.C. 52.111.222 y C.C. 79.333.444', ['52111222', '79333444']],
    ['900123456-8, 52111222', ['52111222', '900123456']],
    ['52.111.222 y pendiente', ['52111222']],
  ])('%s are %j', (text, keys) => {
    expect(documentKeys(text)).toEqual(keys);
  });
});

it.each<[Sameness, [string, string | null], [string, string | null]]>([
  ['same', [ANA, '52.111.222'], ['OTRA', 'C.C. 52111222 de Cali']],
  ['same', ['INVERSIONES SOL S.A.S.', null], ['Inversiones Sol S. A. S', 'pendiente']],
  ['same', ['FERRETERÍA LÓPEZ LIMITADA', null], ['FERRETERIA LOPEZ LTDA.', null]],
  ['same', ['PEREZ & CÍA. LTDA', null], ['PEREZ Y COMPAÑIA LTDA', null]],
  ['same', ['ANA RUIZ Y LUIS PAZ', null], ['Luis Paz / Ana Ruiz', null]],
  ['same', ['HEREDEROS DE ANA RUIZ', null], ['Sucesión de Ana Ruiz', null]],
  ['same', ['SOL SAS', null], ['SOL, S A S', null]],
  ['same', ['SOL SAS', null], ['SOL S.A.S. EN LIQUIDACIÓN', null]],
  ['same', ['SOL SAS', null], ['Sociedad SOL SAS', null]],
  ['same', ['SOL S.A.', null], ['SOL SOCIEDAD ANÓNIMA', null]],
  ['same', ['SOL S. EN C.', null], ['SOL SOCIEDAD EN COMANDITA', null]],
  ['same', ['P.A. EL ROBLE', null], ['PATRIMONIO AUTÓNOMO EL ROBLE', null]],
  ['same', ['HDROS. DE ANA RUIZ', null], ['ANA RUIZ (FALLECIDA)', null]],
  ['same', ['SUC. ANA RUIZ', null], ['HEREDEROS INDETERMINADOS DE ANA RUIZ', null]],
  ['same', ['ANA RUIZ Y/O LUIS PAZ', null], ['LUIS PAZ-ANA RUIZ', null]],
  ['same', ['ANA RUIZ (50%) Y LUIS PAZ (50 %)', null], ['1. ANA RUIZ 2. LUIS PAZ', null]],
  ['same', ['Sra. ANA PÉREZ', null], ['ANA PEREZ (propietaria)', null]],
  ['same', ['MUÑOZ PEÑA ANA', null], ['Munoz  Pena Ana', '0']],
  ['same', [ANA, '52111222'], ['ANA', 'NIT 52111222']],
  ['unsure', [ANA, '52111222'], [ANA, '521112224']],
  ['unsure', [ANA, '52111222'], ['PEREZ, ANA', '52.111.22O']],
  ['different', ['PROPIETARIO 001', null], ['PROPIETARIO 011', null]],
  ['different', ['Familia torre 1', null], ['Familia torre 11', null]],
  ['different', ['ANA PERES', null], [ANA, '52111222']],
  ['different', ['ANA PERES', null], [ANA, null]],
  ['different', ['ANA PERES', '52111223'], [ANA, '52111222']],
  ['same', ['ANA PERES', '52.111.222'], [ANA, '52111222']],
  ['different', ['JHON JAIRO GIMÉNEZ', null], ['JOHN JAIRO JIMENEZ', null]],
  ['different', ['LUCIA VELEZ', null], ['LUSIA BELES', null]],
  ['unsure', ['ANA DE LA CRUZ VDA. DE PAZ', null], ['ANA CRUZ DE PAZ', null]],
  ['unsure', ['INVERSIONES SOL SAS', null], ['INVERSIONES SOL', '900123456']],
  ['unsure', ['EL SOL S.A.S.', null], ['EL SOL', null]],
  ['different', ['JUAN PÉREZ', null], ['JUANA PEREZ', null]],
  ['different', ['ANA PÉREZ', null], ['ANA PÉREZ GÓMEZ', null]],
  ['different', ['M. PÉREZ', null], ['MARÍA PÉREZ', null]],
  ['different', ['FIDEICOMISO EL ROBLE', '830055897'], ['FIDEICOMISO LA PALMA', '830053105']],
  ['unsure', [ANA, '52.111.222'], ['Ana  Perez', 'N/A']],
  ['unsure', [ANA, '52111222'], [ANA, '52111322']],
  ['unsure', [ANA, '52111222'], [ANA, '5211122']],
  ['unsure', [ANA, '52111222'], [ANA, '521112223']],
  ['unsure', [ANA, '52111222'], [ANA, '25111222']],
  ['unsure', ['SOL SAS', '9001234568'], ['EL SOL', '900.123.456-8']],
  ['unsure', ['SOL SAS', '900.123.456-7'], ['SOL S.A.S.', '900123456']],
  ['unsure', [ANA, null], ['PEREZ ANA', null]],
  ['unsure', ['ANA RUIZ', null], ['SUCESION DE ANA RUIZ', null]],
  ['different', [ANA, '52111222'], ['LUIS PAZ', '52111322']],
  ['different', [ANA, '52111222'], [ANA, '79333444']],
  ['different', [ANA, null], ['ANA PEREA', null]],
  ['different', ['SOL S.A.', null], ['SOL S.A.S.', null]],
  ['different', ['ANA RUIZ Y LUIS PAZ', null], ['ANA RUIZ', null]],
  ['different', ['', null], ['', null]],
  ['different', ['PENDIENTE', null], ['PENDIENTE', null]],
  ['different', ['N.N.', null], ['N.N.', '52111222']],
  ['different', ['Por definir', null], ['POR DEFINIR', 'pendiente']],
  ['different', ['PROPIETARIO', null], ['PROPIETARIO', null]],
  ['same', ['PROPIETARIO 12', null], ['Propietario 12', null]],
  ['same', ['PENDIENTE', '52.111.222'], ['N.N.', 'CC 52111222']],
  ['same', ['ANA RUIZ / PENDIENTE', null], ['ANA RUIZ', null]],
  ['same', ['ANA RUIZ (usufructuaria) LUIS PAZ (nudo propietario)', null], ['LUIS PAZ Y ANA RUIZ', null]],
  ['same', ['Usufructo: ANA RUIZ. Nuda propiedad: LUIS PAZ', null], ['LUIS PAZ / ANA RUIZ', null]],
])('%s: %j and %j', (expected, one, other) => {
  expect(comparePersons(person(one), person(other))).toBe(expected);
  expect(comparePersons(person(other), person(one))).toBe(expected);
});

it('a phone is admitted by a certain document only', () => {
  expect(hasDocument('52.111.222 / 79.333.444', 'CC 79333444')).toBe(true);
  expect(hasDocument('NIT 900.123.456-8', '900123456')).toBe(true);
  expect(hasDocument('NIT 900.123.456-8', '9001234568')).toBe(false);
  expect(hasDocument('52.111.222', '52111223')).toBe(false);
  expect(hasDocument('pendiente', '52111222')).toBeNull();
});

it('each of several owners in a cell is an owner', () => {
  const owner = { name: 'ANA RUIZ Y LUIS PAZ', document: '52111222 / 79333444' };
  expect(mayBeOwner({ name: 'LUIS PAZ', document: null }, owner)).toBe(true);
  expect(mayBeOwner({ name: 'L. PAZ', document: 'CC 79.333.444' }, owner)).toBe(true);
  expect(mayBeOwner({ name: 'LUIS PAZ', document: '80111222' }, owner)).toBe(false);
});

describe('owners of a roll', () => {
  const keysOf = (units: readonly (readonly [string, string | null])[], answers = {}) =>
    groupOwners(
      units.map((unit, at) => ({ ...person(unit), apartmentId: String(at) })),
      'cells' in answers ? [answers as never] : [],
    );
  const [A, B, C] = [
    ['ANA PAZ', '52111222'],
    ['ANA PAZ', null],
    ['ANA PAZ', '79333444'],
  ] as const;
  const cells = ['52111222|ANA PAZ', '|ANA PAZ', '79333444|ANA PAZ'];

  it('possibly equal owners count once and stay apart for certain uses', () => {
    const [a, b, c] = keysOf([A, B, C]);
    expect([a?.personKey, b?.personKey, c?.personKey]).toEqual(Array(3).fill('document:52111222'));
    expect(new Set([a?.ownerKey, b?.ownerKey, c?.ownerKey]).size).toBe(3);
  });

  it('grouping follows an answer', () => {
    expect(new Set(keysOf([A, B, C], { answer: 'different', cells }).map((k) => k.personKey)).size).toBe(3);
    expect(new Set(keysOf([A, B, C], { answer: 'same', cells }).map((k) => k.ownerKey)).size).toBe(1);
    const oneDocument = [
      ['ANA PAZ', '52111222'],
      ['LUIS SOL', '52111222'],
    ] as const;
    const apart = { answer: 'different', cells: ['52111222|ANA PAZ', '52111222|LUIS SOL'] };
    expect(new Set(keysOf(oneDocument).map((k) => k.ownerKey)).size).toBe(1);
    expect(new Set(keysOf(oneDocument, apart).map((k) => k.personKey)).size).toBe(2);
  });

  it('owners without name and document count once per unit', () => {
    expect(
      keysOf([
        ['', null],
        ['', 'N/A'],
      ]).map((k) => k.personKey),
    ).toEqual(['unit:0', 'unit:1']);
  });

  it('a text for an unknown owner never makes two units of one owner', () => {
    const unknown = fc.constantFrom(
      ...[
        'PENDIENTE',
        'Pendiente por definir',
        'N.N.',
        'NN',
        'n n',
        'N/A',
        'N / A',
        'S/N',
        'S/D',
        '-',
        '...',
        '??',
      ],
      ...[
        'XXX',
        'x',
        '0',
        'Sin información',
        'SIN INFO',
        'Sin nombre',
        'SIN DATOS',
        'Sin asignar',
        'POR DEFINIR',
      ],
      ...[
        'Por confirmar',
        'por actualizar',
        'POR ESCRITURAR',
        'En trámite',
        'Datos pendientes',
        'No registra',
      ],
      ...[
        'NO TIENE',
        'No aplica',
        'No suministró información',
        'Ninguno',
        'NADIE',
        'Desconocido',
        'VACÍO',
        'Vacante',
      ],
      ...[
        'Propietario',
        'PROPIETARIO DESCONOCIDO',
        'Propietario actual',
        'TITULAR',
        'Varios',
        'FULANO DE TAL',
        'PTE',
      ],
      ...[
        'PENDIENTE (escritura)',
        'PENDIENTE / N.N.',
        'Pendiente y por definir',
        'PENDIENTE 2025',
        'Sin propietario',
      ],
    );
    const dressed = fc.tuple(unknown, fc.constantFrom('', ' ', '.', ' - ', ':'), fc.boolean());
    const paper = fc.constantFrom(null, 'pendiente', 'N/A', '0', 'CC', '-');
    const cells = fc.array(fc.tuple(dressed, paper), { minLength: 2, maxLength: 12 });
    const named = [
      { apartmentId: 'a', name: 'ANA PAZ', document: null },
      { apartmentId: 'b', name: 'ANA PAZ', document: 'pendiente' },
    ];
    fc.assert(
      fc.property(cells, (drawn) => {
        const units = drawn.map(([[text, tail, isLower], document], at) => ({
          apartmentId: String(at),
          name: `${isLower ? text.toLowerCase() : text}${tail}`,
          document,
        }));
        const keys = groupOwners([...units, ...named]);
        expect(new Set(keys.map((k) => k.personKey)).size).toBe(units.length + 1);
        expect(new Set(keys.map((k) => k.ownerKey)).size).toBe(units.length + 1);
        for (const one of units) expect(comparePersons(one, one)).toBe('different');
      }),
      { numRuns: rounds(500) },
    );
  });

  it.each([
    'NORA SIN LEE',
    'PROPIETARIO 001',
    'ANA NADIE',
    'OTRO SOL S.A.S.',
    'A NA',
    'LIN NA',
    'SANTA PAZ',
    'XIMENA',
  ])('«%s» is a name', (name) => {
    expect(comparePersons(person([name, null]), person([name, null]))).toBe('same');
  });

  const written = fc.tuple(
    fc.constantFrom('', 'CC ', 'C.C. ', 'cc', 'Cédula No. ', 'C. C. Nº ', '00', 'TI: ', 'CE '),
    fc.constantFrom('', '.', ' ', ',', '-'),
    fc.constantFrom('', ' de Bogotá', ' de Santa Marta', ' CC', ' (Cali)', ' expedida en Chía'),
  );
  const write = (digits: string, [label, sign, tail]: readonly [string, string, string]) =>
    `${label}${digits.replace(/\B(?=(\d{3})+$)/g, sign)}${tail}`;
  const cedula = fc.oneof(
    fc.integer({ min: 100_000, max: 99_999_999 }),
    fc.integer({ min: 1e9, max: 1_299_999_999 }),
  );

  it('equal documents in any format mean one owner; two documents mean two', () => {
    fc.assert(
      fc.property(cedula, cedula, written, written, (one, other, how, too) => {
        const [a, b] = [
          person(['ANA', write(String(one), how)]),
          person(['LUIS', write(String(other), too)]),
        ];
        const again = person(['A. RUIZ', write(String(one), too)]);
        const mayBeNit = readDocument(a.document)?.nit ?? readDocument(again.document)?.nit;
        expect(comparePersons(a, again)).toBe('same');
        if (one !== other && mayBeNit === null) expect(comparePersons(a, b)).not.toBe('same');
      }),
      { numRuns: rounds(2000) },
    );
  });

  it('a NIT with or without check digit means one owner', () => {
    const ways = ['NIT N-D', 'NIT. N', 'N', 'N.I.T. ND', 'N - D', 'Nit N DV D', 'RUT N-D'];
    fc.assert(
      fc.property(
        fc.integer({ min: 8e8, max: 999_999_999 }),
        fc.constantFrom(...ways),
        fc.boolean(),
        (nit, way, dotted) => {
          const number = dotted ? String(nit).replace(/\B(?=(\d{3})+$)/g, '.') : String(nit);
          const text = way
            .replace('D', '#')
            .replace(/\bN(?=[^.iIUa-z]|$|#)/, number)
            .replace('#', checkDigit(String(nit)));
          expect(
            readDocument(way.includes('DV') ? `NIT ${number} DV ${checkDigit(String(nit))}` : text)?.key,
          ).toBe(String(nit));
        },
      ),
      { numRuns: rounds(500) },
    );
  });

  it('random spellings keep one person, and two documents stay two owners', () => {
    const names = fc.constantFrom(
      'ANA MARÍA RUIZ',
      'LUIS PAZ',
      'INVERSIONES EL SOL S.A.S.',
      'PEDRO DÍAZ Y ROSA SALAS',
    );
    const people = fc.uniqueArray(fc.tuple(names, cedula), {
      minLength: 1,
      maxLength: 12,
      selector: ([, number]) => number,
    });
    const spelled = (name: string, at: number) =>
      [
        name,
        name.toLowerCase(),
        name.normalize('NFD').replace(/\p{M}/gu, ''),
        name.replace('S.A.S.', 'SAS').replace(' Y ', ' / '),
      ][at % 4] ?? name;
    const unit = fc.record({ who: fc.nat(), how: written, spelling: fc.nat(3), isBare: fc.boolean() });
    fc.assert(
      fc.property(people, fc.array(unit, { maxLength: 40 }), (owners, drawn) => {
        const units = drawn.map(({ who, how, spelling, isBare }, at) => {
          const [name, number] = owners[who % owners.length] ?? ['', 0];
          const document = isBare ? null : write(String(number), how);
          return { number, isBare, name: spelled(name, spelling), document, apartmentId: String(at) };
        });
        const keys = groupOwners(units);
        for (const [i, one] of units.entries()) {
          for (const [j, other] of units.entries()) {
            if (one.number === other.number) expect(keys[i]?.personKey).toBe(keys[j]?.personKey);
            else if (!one.isBare && !other.isBare) expect(keys[i]?.ownerKey).not.toBe(keys[j]?.ownerKey);
          }
        }
      }),
      { numRuns: rounds(200) },
    );
  });

  it('groups 3,000 units with distinct documents without pairwise comparison', () => {
    const units = Array.from({ length: 3000 }, (_, at) => ({
      apartmentId: String(at),
      name: 'ANA PAZ',
      document: String(52_000_000 + at * 7919),
    }));
    expect(new Set(groupOwners(units).map((k) => k.ownerKey)).size).toBe(3000);
  });
});
