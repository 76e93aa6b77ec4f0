import type { TSchema } from 'typebox';

/**
 * Size check of input, to run before any pattern: a validator checks in no safe order, and stops at `maxLength` on
 * a check, but applies every keyword to the whole value to explain an error. So each schema is compiled once into a
 * walk of schema and value. The schema limits the work, never the input.
 */

/**
 * First value of a request too large or impossible to store, found by the size check: the broken rule, and
 * the path of the value.
 */
export class Oversize {
  /** Path of the value in the input (JSON pointer), for example '/answers/3'. */
  path = '';
  readonly keyword: string;

  constructor(keyword: string) {
    this.keyword = keyword;
  }

  /** Adds a field name or index in front of the path, for a value inside another value. */
  under(name: string | number): this {
    this.path = `/${name}${this.path}`;
    return this;
  }
}

/**
 * Size check of a schema: returns the value with only the known fields, or an `Oversize` for a too large
 * value.
 */
export type Sized = (value: unknown) => unknown;

/** Keywords of a JSON schema used by the size check; `distinct` is `distinctItems` of shared/api.ts. */
interface Shape {
  anyOf?: TSchema[];
  const?: unknown;
  enum?: unknown;
  type?: string;
  maxLength?: number;
  maxItems?: number;
  items?: TSchema;
  distinct?: true;
  properties?: Record<string, TSchema>;
  patternProperties?: unknown;
}

type SchemaKind = 'text' | 'list' | 'fields' | 'scalar';
const KINDS: Record<string, SchemaKind> = {
  string: 'text',
  array: 'list',
  object: 'fields',
  integer: 'scalar',
  number: 'scalar',
  boolean: 'scalar',
  null: 'scalar',
};

/**
 * Pattern of texts that cannot be stored: a NUL, refused by PostgreSQL, or half of a surrogate pair, lost by both
 * databases.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

const asItIs: Sized = (value) => value;

/**
 * Compiles the size check of a schema: a function to check a request before types and patterns.
 * @throws Error at the start of the server, for a text without `maxLength`, a list without `maxItems`, or
 * an unknown size
 */
export function sizesOf(schema: TSchema): Sized {
  const shape: Shape = schema;
  if (shape.anyOf !== undefined) return ofUnion(shape.anyOf);
  switch (kindOf(shape)) {
    case 'text':
      return ofText(shape);
    case 'list':
      return ofList(shape);
    case 'fields':
      return ofFields(shape);
    case 'scalar':
      // A value of another type is refused by type, without reading it.
      return asItIs;
  }
}

function kindOf(shape: Shape): SchemaKind {
  if ('const' in shape || 'enum' in shape) return 'scalar';
  const kind = KINDS[shape.type ?? ''];
  if (kind === undefined || shape.patternProperties !== undefined)
    throw unbounded('a type with a size', shape);
  return kind;
}

const unbounded = (what: string, shape: Shape) =>
  new Error(`An input schema needs ${what}: ${JSON.stringify(shape).slice(0, 200)}`);

function ofText(shape: Shape): Sized {
  const { maxLength } = shape;
  if (maxLength === undefined) throw unbounded('maxLength', shape);
  return (value) => {
    if (typeof value !== 'string') return value;
    if (isLonger(value, maxLength)) return new Oversize('maxLength');
    return UNSTORABLE.test(value) ? new Oversize('pattern') : value;
  };
}

/**
 * True if a text is longer than `maxLength` characters, counted like JSON Schema: an emoji is a single character
 * but two code units.
 */
function isLonger(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false;
  return text.length > 2 * maxLength || [...text].length > maxLength;
}

function ofList(shape: Shape): Sized {
  const { maxItems, items, distinct } = shape;
  if (maxItems === undefined) throw unbounded('maxItems', shape);
  if (items === undefined) throw unbounded('items', shape);
  const ofItem = sizesOf(items);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (value.length > maxItems) return new Oversize('maxItems');
    const sized: unknown[] = [];
    for (const [i, item] of value.entries()) {
      const one = ofItem(item);
      if (one instanceof Oversize) return one.under(i);
      sized.push(one);
    }
    // Texts and numbers are compared by value; an object in their place is refused by type.
    if (distinct === true && new Set(sized).size < sized.length) return new Oversize('distinct');
    return sized;
  };
}

/** Size check of an object; drops fields not named by the schema, so later code sees no unchecked field. */
function ofFields(shape: Shape): Sized {
  const fields = Object.entries(shape.properties ?? {}).map(([name, of]) => [name, sizesOf(of)] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const sized: Record<string, unknown> = {};
    for (const [name, of] of fields) {
      if (!Object.hasOwn(value, name)) continue;
      const field = of(Reflect.get(value, name));
      if (field instanceof Oversize) return field.under(name);
      sized[name] = field;
    }
    return sized;
  };
}

/**
 * Size check of a union. Allows at most a single choice of each JSON type, since sizes cannot select between two
 * object schemas.
 */
function ofUnion(choices: TSchema[]): Sized {
  const sizes: Partial<Record<SchemaKind, Sized>> = {};
  for (const choice of choices) {
    const shape: Shape = choice;
    const kind = kindOf(shape);
    if (kind === 'scalar') continue;
    if (sizes[kind] !== undefined) throw unbounded(`one ${kind} among its choices`, { anyOf: choices });
    sizes[kind] = sizesOf(choice);
  }
  const { text = asItIs, list = asItIs, fields = asItIs } = sizes;
  return (value) => {
    if (typeof value === 'string') return text(value);
    return Array.isArray(value) ? list(value) : fields(value);
  };
}
