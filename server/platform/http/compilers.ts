import { createRequire } from 'node:module';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Create } from 'typebox/value';
import { validatorFor } from './mount.ts';

type Factories = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'];
type Compiler<Name extends 'validatorCompiler' | 'serializerCompiler'> = NonNullable<FastifyInstance[Name]>;
/** Serialises an answer to JSON. */
type Serializer = (data: unknown) => string;

/**
 * Milliseconds after the start. Compiling the rest takes half a second of a slow processor, and those who waited for a server
 * that comes back send their calls again within seconds: what these need is compiled for them, and the rest later.
 */
const AFTER_START_MS = 10_000;

const require = createRequire(import.meta.url);
/** Serialisers that have written nothing yet. */
const unused = new Map<object, Serializer>();
/** Shared by the applications of a process (tests build hundreds), whose schemas are the same objects. */
const written = new WeakMap<object, Serializer>();

/**
 * Fastify's two compilers, which leave each schema until its first use: compiling them all, and loading the library
 * that does it, is half of what a start would take. `compileRest` is for after it, so that the first calls of an
 * evening do not pay either.
 */
export function lazyCompilers() {
  const waiting = new Set<() => unknown>();
  const later = <F extends (data: never) => unknown>(compile: () => F): F => {
    let compiled: F | undefined;
    const make = (): F => {
      waiting.delete(make);
      compiled ??= compile();
      return compiled;
    };
    waiting.add(make);
    return ((data) => (compiled ?? make())(data)) as F;
  };
  const validators: Compiler<'validatorCompiler'> = ({ schema, httpPart }) =>
    later(() => validatorFor(Object(schema), httpPart ?? 'body'));
  const serializers: Compiler<'serializerCompiler'> = ({ schema }) =>
    later(() => serializerFor(Object(schema)));
  // Typed as the libraries that Fastify would load without them; it calls them as the two above are typed.
  const compilersFactory = {
    buildValidator: () => validators,
    buildSerializer: () => serializers,
  } as unknown as Factories;
  /** Compiles the schemas that were not used yet, one per turn of the event loop: a vote waits for one at most. */
  const compileRest = async (): Promise<void> => {
    await pause(AFTER_START_MS, undefined, { ref: false });
    for (const make of waiting) {
      make();
      await nextTurn();
    }
    for (const [schema, serialize] of unused) {
      unused.delete(schema);
      writeSample(schema, serialize);
      await nextTurn();
    }
    // Node.js loads the code of `Response` when that is first named: @fastify/compress names it with the first answer.
    void globalThis.Response;
  };
  return { compilersFactory, compileRest };
}

function serializerFor(schema: object): Serializer {
  const known = written.get(schema);
  if (known !== undefined) return known;
  const { default: build }: { default: (schema: object) => Serializer } = require('fast-json-stringify');
  const made = build(schema);
  written.set(schema, made);
  unused.set(schema, made);
  return made;
}

/** Serialises a value made up from a schema: the library compiles the checks of a union at the first value. */
function writeSample(schema: object, serialize: Serializer): void {
  try {
    serialize(Create(schema));
  } catch {
    // A pattern that no value is made up for: its first answer compiles the rest.
  }
}
