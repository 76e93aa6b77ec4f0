import type { Db } from '../db/engine.ts';
import { ACCOUNTS_CHAIN, appendAudit } from './trail.ts';

/**
 * Reason for refusing the code of a card or badge at a sign-in or a registration: not an issued code
 * (`unknown`), cancelled (`revoked`, 'anulado'), taken out of use (`withdrawn`, 'retirado'), without units
 * (`holdsNothing`), or of another joint (`otherJoint`). Written to the audit trail, never sent to the
 * caller.
 */
export type RefusedCode = 'unknown' | 'revoked' | 'withdrawn' | 'holdsNothing' | 'otherJoint';

/**
 * Returns the facts for the audit entry of a refused card code: the reason, and only the first two characters of the text,
 * because the text may be a mistyped valid code or a password.
 */
export const refusedCodeFacts = (why: RefusedCode, text: string) => ({ why, code: masked(text) });

/**
 * Records a refused card code in the audit chain of sign-ins, in a separate transaction.
 * @param refused `actor`: author as in the audit trail, 'user:12'; `facts`: further facts for the entry
 */
export function noteRefusedCode(
  db: Db,
  refused: { actor: string; text: string; why: RefusedCode; facts: object },
): Promise<void> {
  const { actor, text, why, facts } = refused;
  return db.transaction().execute((trx) =>
    appendAudit(trx, { chain: ACCOUNTS_CHAIN, actor, at: Date.now() }, 'codeRefused', {
      ...refusedCodeFacts(why, text),
      ...facts,
    }),
  );
}

function masked(text: string): string {
  const signs = [...text.trim()];
  const shown = signs.length < 8 ? 0 : 2;
  return signs.slice(0, shown).join('') + '•'.repeat(signs.length - shown);
}
