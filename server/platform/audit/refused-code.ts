import type { Db } from '../db/engine.ts';
import { ACCOUNTS_CHAIN, appendAudit } from './trail.ts';

/** Why a code was not taken; whoever sent it hears none of it. */
export type RefusedCode =
  | 'unknown'
  | 'revoked'
  | 'withdrawn'
  | 'assemblyClosed'
  | 'holdsNothing'
  | 'otherJoint';

/**
 * Notes a refused code in the chain of sign-ins, which is nobody's turn at a door: what it was, and of the text
 * enough to tell one from another, never whole, since the next one typed may be right, or a password.
 */
export function noteRefusedCode(
  db: Db,
  refused: { actor: string; text: string; why: RefusedCode; facts: object },
): Promise<void> {
  const { actor, text, why, facts } = refused;
  return db.transaction().execute((trx) =>
    appendAudit(trx, {
      chain: ACCOUNTS_CHAIN,
      actor,
      act: 'codeRefused',
      at: Date.now(),
      data: { why, code: masked(text), ...facts },
    }),
  );
}

function masked(text: string): string {
  const signs = [...text.trim()];
  const shown = signs.length < 8 ? 0 : 2;
  return signs.slice(0, shown).join('') + '•'.repeat(signs.length - shown);
}
