import type { Help } from './face.api.ts';

/**
 * Returns the sentence with the help for owners on screens, mails and letters. Null without help.
 * @param jointName joint to name, for an owner with several joints
 */
export function helpSentence({ phone, administrator }: Help, jointName: string | null = null): string | null {
  const question = `¿Necesita ayuda${jointName === null ? '' : ` en ${jointName}`}?`;
  if (phone !== null) return `${question} Llame al ${phone}.`;
  return administrator === null ? null : `${question} Pregunte en la administración: ${administrator}.`;
}

/** Returns the link that dials a phone: the number alone, without label and extension. */
export const phoneLink = (phone: string): string =>
  `tel:${(/[+(\d][\d\s().-]*/.exec(phone)?.[0] ?? '').replace(/[^+\d]/g, '')}`;
