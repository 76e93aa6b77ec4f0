import { createRequire } from 'node:module';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { Create } from 'typebox/value';
import { validatorFor } from './mount.ts';

type Factories = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'];
type Compiler<Name extends 'validatorCompiler' | 'serializerCompiler'> = NonNullable<FastifyInstance[Name]>;
/** Function to write an answer of an endpoint as JSON text. */
type Serializer = (data: unknown) => string;

/**
 * Milliseconds after the start when unused schemas are compiled. Compiling takes half a second of a slow processor,
 * and clients waiting for a restart call within seconds and need only few schemas.
 */
const AFTER_START_MS = 10_000;

const require = createRequire(import.meta.url);
/** Functions to write an answer as JSON not used so far, by schema. */
const unused = new Map<object, Serializer>();
/**
 * Functions to write answers as JSON, shared by the applications of a process (tests build hundreds) with the same
 * schema objects.
 */
const written = new WeakMap<object, Serializer>();

/**
 * Returns the functions for Fastify to compile request and answer schemas at the first use of an endpoint,
 * because compiling all schemas would double the time of a start. `compileRest` of the result compiles the
 * unused schemas after the start, in idle time.
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
  // Typed like the libraries that Fastify would load. Fastify calls these with the types of the two above.
  const compilersFactory = {
    buildValidator: () => validators,
    buildSerializer: () => serializers,
  } as unknown as Factories;
  /** Compiles a single unused schema per turn of the event loop, so a vote waits for a single schema at most. */
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
    // Node.js loads the code of `Response` at its first use; otherwise @fastify/compress would load it with the first
    // answer.
    void globalThis.Response;
  };
  return { compilersFactory, compileRest };
}

function serializerFor(schema: object): Serializer {
  const cached = written.get(schema);
  if (cached !== undefined) return cached;
  const { default: build }: { default: (schema: object) => Serializer } = require('fast-json-stringify');
  const made = build(schema);
  written.set(schema, made);
  unused.set(schema, made);
  return made;
}

/**
 * Writes a sample value of a schema as JSON, because the library compiles the checks of a union only at the first
 * value.
 */
function writeSample(schema: object, serialize: Serializer): void {
  try {
    serialize(Create(schema));
  } catch {
    // A pattern without a sample value: the first answer compiles the rest.
  }
}
