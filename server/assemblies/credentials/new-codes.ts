import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, codeFromBytes } from '../../../shared/assemblies/code.ts';

/** Makes that many different codes. */
export function newCodes(quantity: number): string[] {
  const codes = new Set<string>();
  while (codes.size < quantity) codes.add(codeFromBytes(randomBytes(CODE_LENGTH)));
  return [...codes];
}
