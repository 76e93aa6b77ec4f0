import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/**
 * Most levels of nesting in a JSON body, more than any endpoint needs. A megabyte of open brackets would block the
 * thread for seconds.
 */
const MAX_DEPTH = 32;
/**
 * Most values in a JSON body: a user's links to 4,000 units are about 13,000. A megabyte of `[]` is 300,000 values,
 * and each is slower to parse than to send.
 */
const MAX_VALUES = 20_000;
/**
 * Most fields of an object in a JSON body: several times the need of any endpoint. Very large objects become slow.
 */
const MAX_FIELDS = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/**
 * Checks a JSON text before parsing, because parsing hostile texts takes long. Returns `badRequest` or
 * `bodyTooLarge` for more than 32 levels of nesting, 20,000 values, or 100 fields of an object; null for an
 * acceptable text.
 */
export function refusedShape(json: string): 'badRequest' | 'bodyTooLarge' | null {
  let values = 0;
  /** Number of fields still allowed in each open object; unlimited for lists. */
  const free: number[] = [];
  let here = Infinity;
  for (let i = 0; i < json.length; i += 1) {
    const sign = json.charCodeAt(i);
    if (sign === QUOTE) {
      i = endOfText(json, i);
      continue;
    }
    // Codes of [ and { are 5b and 7b, of ] and } 5d and 7d: the pairs differ in one bit.
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

/**
 * Returns the position of the closing quote for the text at `start`; the end of the JSON without a closing quote.
 */
function endOfText(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json.charCodeAt(i) !== QUOTE) i += json.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

/** Makes the server check JSON bodies with `refusedShape` before parsing. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const refused = refusedShape(body);
    if (refused === null) return parse(request, body, done);
    return done(new Problem(refused));
  });
}
