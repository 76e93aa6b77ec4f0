import { createHash } from 'node:crypto';
import type { PowerPersons } from '../../../shared/assemblies/powers/persons.ts';
import { invitedFor } from '../../../shared/format.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Instruction of an owner for a point of the agenda: number and text of the point, and the answer. */
export interface AgendaInstruction {
  number: number;
  text: string;
  answer: string;
}

/** Power of attorney to sign on the phone, before the signature. */
export interface Draft extends PowerPersons {
  jointName: string;
  /** Name of the assembly, and the scheduled time (ISO 8601; null if unknown). */
  assembly: string;
  scheduledAt: string | null;
  granter: NamedPerson;
  /** Unit that names the holder. Null for a person named by the owner. */
  holderUnit: string | null;
  apartmentIds: readonly string[];
  instructions: readonly AgendaInstruction[];
  /** Masked address for the code. */
  sentTo: string;
  /** Addresses for the holder's copy. */
  copyTo: readonly string[];
  /** Exact text shown to the owner and signed. */
  text: string;
}

/**
 * Hides most of an e-mail address: 'ma***@correo.co'. An address of one or two letters before the '@' shows only the
 * first.
 */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  return `${name.slice(0, name.length > 2 ? 2 : 1)}***${address.slice(at)}`;
}

/** Writes the instructions as text, a line per point: '3. Presupuesto: Sí'. Null without instructions. */
export const instructionLines = (instructions: readonly AgendaInstruction[]): string | null =>
  instructions.length === 0
    ? null
    : instructions.map(({ number, text, answer }) => `${number}. ${text}: ${answer}`).join('\n');

const personWords = ({ name, document }: NamedPerson): string =>
  document === null ? name : `${name}, con documento ${document},`;

/**
 * Writes the text of a power to sign (LAW 4.2 and 4.9: proxy, meeting, instructions, acceptance of the means). Names a
 * holder by unit without the document: everybody linked to a unit may ask for the text, without a signature.
 */
export function powerText(draft: Omit<Draft, 'text' | 'copyTo'>): string {
  const { jointName, assembly, scheduledAt, granter, apartmentIds, instructions, sentTo } = draft;
  const { holder, holderUnit, substitute } = draft;
  const to = holderUnit === null ? personWords(holder) : `${holder.name} (inmueble ${holderUnit})`;
  const absent = substitute === undefined ? '' : ` o, si no llega, a ${personWords(substitute)}`;
  const when = scheduledAt === null ? '' : `, citada para el ${invitedFor(scheduledAt)}`;
  const lines = instructionLines(instructions);
  return [
    `Poder para la asamblea «${assembly}» de ${jointName}${when}.`,
    `Yo, ${personWords(granter)} doy poder a ${to}${absent} para que me represente en esa asamblea, también en segunda convocatoria, con voz y voto por: ${apartmentIds.join(', ')}.`,
    lines === null
      ? 'Sin instrucciones: esta persona decide mi voto en todas las preguntas.'
      : `Instrucciones de voto:\n${lines}\nEn los demás puntos esta persona decide mi voto.`,
    `Acepto firmar por medios electrónicos, con un código de un solo uso enviado a ${sentTo} (Ley 527 de 1999, art. 7).`,
  ].join('\n');
}

/** Signature of a draft: hash of the code, instants of sending and of checking, and the number of typed codes. */
export interface CodeSignature {
  codeHash: string;
  sentAt: Millis;
  checkedAt: Millis;
  tries: number;
}

const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * Writes the signed power as JSON: the file `poder.json` of the proof, with Spanish names. `codigo` is the keyed hash of
 * the code: without the server's key nobody computes the code.
 */
export function signedContent(draft: Draft, { codeHash, sentAt, checkedAt, tries }: CodeSignature): string {
  const person = ({ name, document }: NamedPerson) => ({ nombre: name, documento: document });
  return JSON.stringify({
    scaf: 'poder/1',
    copropiedad: draft.jointName,
    asamblea: draft.assembly,
    citada: draft.scheduledAt,
    poderdante: person(draft.granter),
    apoderado: person(draft.holder),
    ...(draft.substitute && { suplente: person(draft.substitute) }),
    inmuebles: draft.apartmentIds,
    instrucciones: draft.instructions.map(({ number, text, answer }) => ({
      punto: number,
      texto: text,
      respuesta: answer,
    })),
    texto: draft.text,
    huella: sha256Hex(draft.text),
    firma: {
      canal: 'correo',
      direccion: draft.sentTo,
      codigo: codeHash,
      enviado: new Date(sentAt).toISOString(),
      comprobado: new Date(checkedAt).toISOString(),
      intentos: tries,
    },
  });
}

/** Hash of a signed power, hexadecimal: the fact `sha256` of the entry `powerSigned` in the trail. */
export const proofHash = (content: string): string => sha256Hex(content);
