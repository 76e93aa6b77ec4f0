import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Deeper than any body of ours. Parsing a megabyte of open brackets holds the thread for seconds. */
const MAX_DEPTH = 32;
/**
 * Values in a body: a user's links to 4,000 units are some 13,000. A megabyte of `[]` is 300,000, each of which costs
 * more to make than to send.
 */
const MAX_VALUES = 20_000;
/** Fields of one object: several times what any of ours has. Each further one makes a slow kind of object slower. */
const MAX_FIELDS = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** Why a JSON text must not be parsed: too deep or too many values; null where parsing costs in proportion to length. */
export function refusedShape(json: string): 'badRequest' | 'bodyTooLarge' | null {
  let values = 0;
  /** Fields still free in each object that is open; of lists, none is counted. */
  const free: number[] = [];
  let here = Infinity;
  for (let i = 0; i < json.length; i += 1) {
    const sign = json.charCodeAt(i);
    if (sign === QUOTE) {
      i = endOfText(json, i);
      continue;
    }
    // [ and { are 5b and 7b, ] and } 5d and 7d: they differ in one bit.
    const bracket = sign | 0x20;
    if (bracket === 0x7b) {
      if (free.length === MAX_DEPTH) return 'badRequest';
      free.push(here);
      here = sign === OPEN_OBJECT ? MAX_FIELDS : Infinity;
      values += 1;
    } else if (bracket === 0x7d) {
      here = free.pop() ?? Infinity;
    } else if (sign === COMMA) {
      values += 1;
      here -= 1;
      if (here === 0) return 'badRequest';
    }
    if (values > MAX_VALUES) return 'bodyTooLarge';
  }
  return null;
}

/** The closing quote of the text that begins at `start`; the end of the JSON where it has none. */
function endOfText(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json.charCodeAt(i) !== QUOTE) i += json.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

/** Bodies of JSON, looked over before they are parsed; what Fastify refuses itself (prototypes, half texts) it refuses still. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const refused = refusedShape(body);
    if (refused === null) return parse(request, body, done);
    return done(new Problem(refused));
  });
}
