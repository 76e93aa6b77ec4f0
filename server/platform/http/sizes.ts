import type { TSchema } from 'typebox';

/**
 * Bounds on what is sent, looked at before any pattern. A validator's own order cannot be trusted with that: it stops
 * at `maxLength` when it checks, and runs every keyword over the whole value when it explains. So each schema is
 * compiled once into a walk of schema and value together, whose work is bounded by the schema, never by what came.
 */

/** The first value that is too large, or that a store cannot keep. */
export class Oversize {
  /** JSON pointer of the place. */
  path = '';
  readonly keyword: string;

  constructor(keyword: string) {
    this.keyword = keyword;
  }

  under(name: string | number): this {
    this.path = `/${name}${this.path}`;
    return this;
  }
}

/** The value with the fields that its schema names and no others, or what is wrong with its size. */
export type Sized = (value: unknown) => unknown;

/** The keywords of a schema that are read here; `distinct` is `distinctItems` of shared/api.ts. */
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

type Kind = 'text' | 'list' | 'fields' | 'scalar';
const KINDS: Record<string, Kind> = {
  string: 'text',
  array: 'list',
  object: 'fields',
  integer: 'scalar',
  number: 'scalar',
  boolean: 'scalar',
  null: 'scalar',
};

/** A NUL, which PostgreSQL refuses in any text, or half of a character, which neither store gives back. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

const asItIs: Sized = (value) => value;

/**
 * @throws Error for a schema that leaves a text without `maxLength`, an array without `maxItems`, or whose size cannot
 * be told at all: a server with such an endpoint does not start
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
      // A value of another kind is refused by its type alone, without a look into it.
      return asItIs;
  }
}

function kindOf(shape: Shape): Kind {
  if ('const' in shape || 'enum' in shape) return 'scalar';
  const kind = KINDS[shape.type ?? ''];
  if (kind === undefined || shape.patternProperties !== undefined)
    throw unbounded('a type with a size', shape);
  return kind;
}

const unbounded = (what: string, shape: Shape) =>
  new Error(`A schema of what is sent needs ${what}: ${JSON.stringify(shape).slice(0, 200)}`);

function ofText(shape: Shape): Sized {
  const { maxLength } = shape;
  if (maxLength === undefined) throw unbounded('maxLength', shape);
  return (value) => {
    if (typeof value !== 'string') return value;
    if (isLonger(value, maxLength)) return new Oversize('maxLength');
    return UNSTORABLE.test(value) ? new Oversize('pattern') : value;
  };
}

/** In characters, as JSON Schema counts: one outside of the basic plane is two units. */
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
    // Texts and numbers are compared by what they are; an object in their place is refused by its type.
    if (distinct === true && new Set(sized).size < sized.length) return new Oversize('distinct');
    return sized;
  };
}

/** Leaves out fields that the schema does not name: later code never sees a field that was not checked. */
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

/** At most one choice of each JSON type: sizes cannot tell which of two object schemas is meant. */
function ofUnion(choices: TSchema[]): Sized {
  const sizes: Partial<Record<Kind, Sized>> = {};
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
