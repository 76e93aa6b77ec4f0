import type { Db } from '../db/engine.ts';
import { ACCOUNTS_CHAIN, appendAudit } from './trail.ts';

/** Reason for refusing a registration code. Written to the audit trail, never sent to the caller. */
export type RefusedCode = 'unknown' | 'revoked' | 'withdrawn' | 'holdsNothing' | 'otherJoint';

/**
 * Writes a refused code to the audit chain of sign-ins, without delaying registrations: the reason, and a
 * part of the text to distinguish codes. Never stores the whole text: a mistyped valid code, or a password.
 * @param refused `actor`: author as in the audit trail, 'user:12'
 */
export function noteRefusedCode(
  db: Db,
  refused: { actor: string; text: string; why: RefusedCode; facts: object },
): Promise<void> {
  const { actor, text, why, facts } = refused;
  return db.transaction().execute((trx) =>
    appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at: Date.now() }, 'codeRefused', {
      why,
      code: masked(text),
      ...facts,
    }),
  );
}

function masked(text: string): string {
  const signs = [...text.trim()];
  const shown = signs.length < 8 ? 0 : 2;
  return signs.slice(0, shown).join('') + '•'.repeat(signs.length - shown);
}
