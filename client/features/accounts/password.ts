import { weakPassword } from '../../../shared/said-errors.ts';

/** The server's own sentence, so that the screen and the refusal say the same. */
export const PASSWORD_RULE = weakPassword[1];

/** The server decides; this spares the person a round trip. */
export function isPasswordShort(password: string): boolean {
  return [...password].length < 10;
}
