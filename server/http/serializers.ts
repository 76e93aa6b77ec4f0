import Fastify, { type FastifyInstance } from 'fastify';

/** Of a schema → what writes its answers. */
type Compiler = NonNullable<FastifyInstance['serializerCompiler']>;
type Serializer = ReturnType<Compiler>;

let own: Promise<Compiler> | undefined;
const written = new WeakMap<object, Serializer>();

/**
 * Fastify's compiler of serialisers, asked once for each schema: compiling them is half of what an application costs
 * to build, and where a process builds several (tests build hundreds) their schemas are the same objects.
 */
export async function serializerCompiler(): Promise<Compiler> {
  own ??= ownCompiler();
  const compile = await own;
  return (route) => {
    const schema: object = Object(route.schema);
    const known = written.get(schema) ?? compile(route);
    written.set(schema, known);
    return known;
  };
}

/** Fastify has one of its own only once a route asked for it; it depends on nothing of the application's. */
async function ownCompiler(): Promise<Compiler> {
  const bare = Fastify();
  bare.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({}));
  await bare.ready();
  const { serializerCompiler: compiler } = bare;
  if (compiler === undefined) throw new Error('Fastify has no compiler of serialisers');
  return compiler;
}
