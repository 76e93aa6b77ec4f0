import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  Distinct,
  type Endpoint,
  Instant,
  Line,
  Lines,
  Nullable,
  OptionalLine,
} from '../../../shared/api.ts';
import { endpoints, type SchemaShape } from '../../testing/endpoints.ts';
import { refusedShape } from './json-body.ts';
import { bodyLimitOf, validatorFor } from './mount.ts';
import { sizesOf } from './sizes.ts';
import { FORM_FIELD_LIMIT } from './uploaded-file.ts';

const refusalOf = (schema: TSchema, value: unknown) => {
  const result = validatorFor(schema, 'body')(value);
  return 'error' in result ? result.error.map((fault) => [fault.instancePath, fault.keyword]) : null;
};

describe('sizes', () => {
  it.each([
    ['a text without an end', Type.String()],
    ['an array without an end', Type.Array(Line(3))],
    ['a text somewhere within', Type.Object({ a: Type.Array(Nullable(Type.String()), { maxItems: 2 }) })],
    ['anything at all', Type.Object({ a: Type.Unknown() })],
    ['any fields', Type.Record(Type.String(), Line(3))],
    ['one of two objects', Type.Union([Type.Object({ a: Line(3) }), Type.Object({ b: Line(3) })])],
  ])('a schema that accepts %s cannot be mounted', (_what, schema) => {
    expect(() => sizesOf(schema)).toThrow('An input schema needs');
  });

  it('a value at the limit is accepted, a longer value is refused with its place', () => {
    const schema = Type.Object({
      name: Type.Optional(Nullable(Line(3))),
      units: Type.Optional(Type.Array(Type.Object({ id: Line(2) }), { maxItems: 2 })),
    });
    expect(refusalOf(schema, { name: 'abc', units: [{ id: 'ab' }, { id: 'a' }] })).toBeNull();
    expect(refusalOf(schema, { name: null })).toBeNull();
    expect(refusalOf(schema, { name: 'abcd' })).toEqual([['/name', 'maxLength']]);
    expect(refusalOf(schema, { units: [{ id: 'ab' }, { id: 'abc' }] })).toEqual([
      ['/units/1/id', 'maxLength'],
    ]);
    expect(refusalOf(schema, { units: [1, 2, 3] })).toEqual([['/units', 'maxItems']]);
  });

  it('a size counts characters, not UTF-16 units', () => {
    expect(refusalOf(Line(3), '🏢🏢🏢')).toBeNull();
    expect(refusalOf(Line(3), '🏢🏢🏢🏢')).toEqual([['', 'maxLength']]);
  });

  it('only the first fault of a value is reported', () => {
    const schema = Type.Object({ a: Type.Integer(), b: Type.Integer(), c: Line(3) });
    expect(refusalOf(schema, { a: 'x', b: 'y', c: 7 })).toEqual([['/a', 'type']]);
  });

  it('fields missing in the schema are dropped unread, at any depth', () => {
    const schema = Type.Object({ a: Type.Array(Type.Object({ b: Type.Integer() }), { maxItems: 1 }) });
    const sent = { a: [{ b: 1, c: 'x\u0000' }], d: 'x'.repeat(1000) };
    expect(validatorFor(schema, 'body')(sent)).toEqual({ value: { a: [{ b: 1 }] } });
  });

  it('a repeated item is refused in a single pass, and an object by its type', () => {
    const units = Distinct(Line(3), { minItems: 1, maxItems: 3 });
    expect(refusalOf(units, ['a', 'b'])).toBeNull();
    expect(refusalOf(units, ['a', 'b', 'a'])).toEqual([['', 'distinct']]);
    expect(refusalOf(units, [[], []])).toEqual([['/0', 'type']]);
    expect(refusalOf(units, [])).toEqual([['', 'minItems']]);
  });

  it('a repeated parameter of an address is refused', () => {
    const schema = Type.Object({ text: Type.Optional(Line(3)) });
    expect(validatorFor(schema, 'querystring')({ text: ['a', 'b'] })).toHaveProperty('error');
    expect(validatorFor(schema, 'querystring')({ text: 'a' })).toEqual({ value: { text: 'a' } });
  });
});

describe('patterns', () => {
  const patternOf = ({ pattern }: SchemaShape) => String(pattern);
  /** Returns the character classes of a regular expression, in order: `[…]`, each with the quantifier. */
  const classesOf = (pattern: string) =>
    [...pattern.matchAll(/(\[(?:\\.|[^\]\\])*\])([*+]?)/g)].map(([, of = '', often = '']) => ({
      of: new RegExp(`^${of}$`, 'u'),
      often,
    }));

  it('the line pattern is unambiguous: no sign is both blank and first visible sign', () => {
    const [blank, shown, visible, ...more] = classesOf(patternOf(Line(9)));
    expect([blank?.often, shown?.often, visible?.often, more]).toEqual(['*', '', '*', []]);
    let [both, none] = [0, 0];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const sign = String.fromCodePoint(code);
      const [isBlank, isShown] = [blank?.of.test(sign), shown?.of.test(sign)];
      if (isBlank && isShown) both += 1;
      // Every character allowed in a line is in one of the two.
      if (visible?.of.test(sign) && !isBlank && !isShown) none += 1;
    }
    expect([both, none]).toEqual([0, 0]);
  });

  it('a line has only visible characters, not all blank', () => {
    const pattern = new RegExp(patternOf(Line(9)), 'u');
    const visible = new RegExp(patternOf(OptionalLine(9)), 'u');
    const signs = fc.constantFrom(' ', '\t', '\u00a0', '\u2028', '\ufeff', 'a', '🏢', '\u0001', '\u202e', '');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 8 }), (chosen) => {
        const text = chosen.join('');
        expect(pattern.test(text)).toBe(visible.test(text) && /\S/u.test(text));
      }),
      { seed: 675 },
    );
  });

  it('an instant is accepted exactly if a date can be read', () => {
    const parts = [
      ['2026-12-31', '2028-02-29', '2026-13-01'],
      ['T', 't'],
      ['23:59:59', '23:59:60', '18:59:60'],
      ['', '.123456789'],
      ['Z', 'z', '-05:00', '+23:59'],
      ['', '[America/Bogota]'],
    ];
    const texts = parts.reduce((begun, ends) => begun.flatMap((text) => ends.map((end) => text + end)));
    const taken = texts.filter((text) => refusalOf(Instant, text) === null);
    expect(taken).toEqual(texts.filter((text) => !Number.isNaN(Date.parse(text))));
    expect(taken).toContain('2028-02-29T23:59:59.123456789-05:00');
  });

  it('no input pattern repeats adjacent classes with a common sign', () => {
    const patterns = new Set<string>();
    const collect = (schema: TSchema): void => {
      const { anyOf = [], items, properties = {}, pattern }: SchemaShape = schema;
      if (pattern !== undefined) patterns.add(pattern);
      for (const below of [...anyOf, ...(items ? [items] : []), ...Object.values(properties)]) collect(below);
    };
    for (const { params, query, body } of endpoints) {
      for (const schema of [params, query, body]) if (schema !== undefined) collect(schema);
    }
    patterns.delete(patternOf(Line(9)));
    patterns.delete(patternOf(Lines(9)));
    for (const pattern of patterns) {
      expect(classesOf(pattern).filter(({ often }) => often !== '').length, pattern).toBeLessThanOrEqual(1);
    }
    expect(patterns.size).toBeGreaterThan(3);
  });
});

/**
 * Returns the largest value allowed by a schema: every list full, every text of full length, in letters of two
 * bytes.
 */
function largest(schema: TSchema): unknown {
  const shape: SchemaShape = schema;
  const { anyOf, items, properties = {} } = shape;
  const longest = (values: unknown[]) =>
    values.reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a));
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return longest(shape.enum);
  if (anyOf !== undefined) return longest(anyOf.map(largest));
  if (shape.type === 'string') return 'ñ'.repeat(shape.maxLength ?? 0);
  if (shape.type === 'array') return items ? Array(shape.maxItems ?? 0).fill(largest(items)) : [];
  if (shape.type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, largest(of)]));
  }
  if (shape.type === 'boolean') return false;
  return shape.type === 'null' ? null : -1.234567890123456e-100;
}

describe('every endpoint', () => {
  const parts = endpoints.flatMap(({ id, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [[id, part, schema] as const],
    ),
  );

  it('every text and array of every input has a limit', () => {
    expect(parts.length).toBeGreaterThan(100);
    for (const [id, part, schema] of parts) expect(() => sizesOf(schema), `${id} ${part}`).not.toThrow();
  });

  // The whole lists of an evening at once: the limit of the body holds, not the product of all lists.
  const whole = ['typePaperEvening'];
  const withBody = endpoints.filter(({ body, id }) => body !== undefined && !whole.includes(id));
  it.each(withBody.map((one): [string, Endpoint] => [one.id, one]))(
    'the limit of %s covers the largest valid body',
    (_id, endpoint) => {
      const body = JSON.stringify(endpoint.body && largest(endpoint.body));
      expect(refusedShape(body)).toBeNull();
      // A field beside a file has a separate limit.
      const limit = endpoint.upload === true ? FORM_FIELD_LIMIT : bodyLimitOf(endpoint);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limit);
    },
  );

  it('public endpoints accept few bytes; only listed endpoints accept over 64 kB', () => {
    for (const endpoint of endpoints) {
      const most = endpoint.hook === true ? 16_384 : 4096;
      if ('public' in endpoint.access) expect(bodyLimitOf(endpoint), endpoint.id).toBeLessThanOrEqual(most);
    }
    const above = endpoints.filter((endpoint) => bodyLimitOf(endpoint) > 64 * 1024).map(({ id }) => id);
    expect(above.sort()).toEqual([
      'castSplit',
      'changeAssembly',
      'createConcept',
      'createUser',
      'makeBadges',
      'openAssembly',
      'prepareMonth',
      'previewDraft',
      'printLetters',
      'register',
      'releaseUnconfirmed',
      'repeatMonth',
      'sendInvitations',
      'setCandidates',
      'typePaperEvening',
      'undoReading',
      'updateUser',
      'writePointText',
    ]);
  });
});

describe('the shape of a body', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => [`k${i}`, i] as const);

  it.each([
    ['32 deep', '['.repeat(32) + ']'.repeat(32), null],
    ['33 deep', '['.repeat(33) + ']'.repeat(33), 'badRequest'],
    ['33 deep, of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'badRequest'],
    ['side by side', `[${Array(1000).fill('{}')}]`, null],
    ['a hundred fields', JSON.stringify({ a: [Object.fromEntries(fields(100))] }), null],
    ['and one more', JSON.stringify({ a: [Object.fromEntries(fields(101))], b: 1 }), 'badRequest'],
    ['many in several objects', JSON.stringify(Array(90).fill(Object.fromEntries(fields(60)))), null],
    ['too many', `[${Array(20_001).fill('1')}]`, 'bodyTooLarge'],
    ['brackets in a text', JSON.stringify(`${'['.repeat(40)}"\\${'{,'.repeat(30_000)}`), null],
    ['a text that does not end', `"${'['.repeat(40)}\\"`, null],
    ['after an escaped backslash', `["\\\\",${'['.repeat(40)}`, 'badRequest'],
  ] as const)('%s', (_what, json, refused) => {
    expect(refusedShape(json)).toBe(refused);
  });
});
