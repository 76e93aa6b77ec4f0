import Type, { type Static } from 'typebox';
import { Nullable } from '../api.ts';

/** Help for the owners of a joint: a phone, else the name of the administrator. Both are null if unknown. */
export const Help = Type.Object({
  phone: Nullable(Type.String()),
  administrator: Nullable(Type.String()),
});
export type Help = Static<typeof Help>;

/** Returns the sentence with the help for owners on screens, mails and letters. Null without help. */
export function helpSentence({ phone, administrator }: Help): string | null {
  if (phone !== null) return `¿Necesita ayuda? Llame al ${phone}.`;
  return administrator === null ? null : `¿Necesita ayuda? Pregunte en la administración: ${administrator}.`;
}
