import type { Help } from './face.api.ts';

/** Returns the sentence with the help for owners on screens, mails and letters. Null without help. */
export function helpSentence({ phone, administrator }: Help): string | null {
  if (phone !== null) return `¿Necesita ayuda? Llame al ${phone}.`;
  return administrator === null ? null : `¿Necesita ayuda? Pregunte en la administración: ${administrator}.`;
}
