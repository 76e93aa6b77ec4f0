import { type EntryFormatters, numberIn, textIn } from '../platform/audit/entry-words.ts';

/**
 * Spanish sentences for audit entries about wall displays (screens in the hall) and about mails to users.
 * Key: the action of the entry.
 */
export const accountsEntries: EntryFormatters = {
  displayLinkMade: ({ facts, joint }) =>
    `Se creó un enlace para pantalla de ${joint(numberIn(facts.jointId))}.`,
  displayCodeMade: ({ facts, joint }) =>
    `Se creó un código para abrir pantallas de ${joint(numberIn(facts.jointId))}.`,
  displayOpened: ({ facts, joint }) =>
    `Se abrió con código una pantalla de ${joint(numberIn(facts.jointId))}.`,
  displayEnded: ({ facts, joint }) => `Se terminó una pantalla de ${joint(numberIn(facts.jointId))}.`,
  mailRetried: ({ facts, who }) => `Se pidió enviar otra vez un correo para ${addressee(facts, who)}.`,
  mailCancelled: ({ facts, who }) => `Se canceló un correo para ${addressee(facts, who)}.`,
};

/** Returns the name of the user that receives a message, or the e-mail address of an owner without a user. */
const addressee = (
  { userId, address }: { userId?: unknown; address?: unknown },
  who: (actor: string) => string,
): string => (userId === undefined ? textIn(address) : who(`user:${String(userId)}`));
