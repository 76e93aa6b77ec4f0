import { randomInt } from 'node:crypto';
import { POWER_CODE_DIGITS, POWER_CODE_MINUTES } from '../../../shared/assemblies/powers/own-powers.api.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { KeyedHash } from '../../platform/lib/keyed-hash.ts';
import type { Writer } from '../../platform/mail/kind.ts';
import { lay, type MailFace, type Written } from '../../platform/mail/page.ts';
import { readGroundAndCrest } from '../../properties/index.ts';
import { readPowers } from '../powers/powers.repository.ts';
import { type DraftPlace, findPowerDraft, findProof, noteCode } from './own-powers.repository.ts';
import { maskedAddress } from './power-text.ts';

/**
 * Hash of a code as stored: no reader of the store can try all codes, and a code of another user or assembly does not
 * match.
 */
export const powerCodeHash = (
  keyedHash: KeyedHash,
  { assemblyId, userId }: DraftPlace,
  code: string,
): string => keyedHash(JSON.stringify(['power code', assemblyId, userId, code]));

/**
 * Returns the writer of the mail with the one-use code. The code is made at the sending: the store has only the keyed
 * hash. A mail of a replaced power, or older than the code's validity, is dropped.
 */
export function powerCodeWriter({ db, keyedHash }: { db: Db; keyedHash: KeyedHash }): Writer {
  return async ({ jointId, assemblyId, userId, address, createdAt }) => {
    const place = { assemblyId, userId };
    const draft = await findPowerDraft(db, place, createdAt);
    if (draft === undefined) return 'La persona pidió otro código, o ya firmó.';
    if (Date.now() - createdAt > POWER_CODE_MINUTES * MINUTE_MS)
      return `Pasaron más de ${POWER_CODE_MINUTES} minutos desde que se pidió.`;
    const code = String(randomInt(10 ** POWER_CODE_DIGITS)).padStart(POWER_CODE_DIGITS, '0');
    const codeHash = powerCodeHash(keyedHash, place, code);
    const face = await readGroundAndCrest(db, jointId);
    return {
      to: { name: draft.granter.name, address },
      onLeased: (trx, sentAt) => noteCode(trx, place, createdAt, { codeHash, sentAt }),
      onStayed: (stayed) => noteCode(stayed, place, createdAt, { codeHash, sentAt: null }),
      compose: async () => writeCode({ code, text: draft.text, jointName: draft.jointName, face }),
    };
  };
}

/** Returns the writer of the copy of a signed power, with the signed text as a file, to granter and holder. */
export function powerCopyWriter({ db }: { db: Db }): Writer {
  return async ({ jointId, address, onceKey }) => {
    const [, id, place] = onceKey.split(':');
    const powerId = Number(id);
    const proof = await findProof(db, { rootId: jointId, powerId });
    if (proof === undefined) return 'El poder no existe.';
    const face = await readGroundAndCrest(db, jointId);
    const { poderdante, apoderado } = JSON.parse(proof.content);
    return {
      // The first copy is for the granter.
      to: { name: place === '0' ? poderdante.nombre : apoderado.nombre, address },
      compose: async () => writeCopy({ powerId, content: proof.content, face }),
      onSent: async (trx, at) => {
        await lockJoint(trx, jointId);
        await appendAudit(trx, { chain: jointChain(jointId), actor: 'mail', at }, 'powerCopySent', {
          assemblyId: proof.assemblyId,
          powerId,
          to: erasable(maskedAddress(address)),
        });
      },
    };
  };
}

/** Returns the writer of the mail about a revoked power, to the persons with a copy. */
export function powerRevokedWriter({ db }: { db: Db }): Writer {
  return async ({ jointId, assemblyId, address, onceKey }) => {
    const [, id, place] = onceKey.split(':');
    const powerId = Number(id);
    const proof = await findProof(db, { rootId: jointId, powerId });
    const [power] = await readPowers(db, { assemblyId, powerIds: [powerId] });
    if (proof === undefined || power === undefined) return 'El poder no existe.';
    const face = await readGroundAndCrest(db, jointId);
    const { copropiedad, poderdante, apoderado } = JSON.parse(proof.content);
    const revoked = power.units.flatMap(({ apartmentId, end }) =>
      end?.how === 'revoked' ? [apartmentId] : [],
    );
    return {
      to: { name: place === '0' ? poderdante.nombre : apoderado.nombre, address },
      compose: async () => ({
        subject: `Se revocó el poder ${powerId} para la asamblea de ${copropiedad}`,
        ...lay(
          [
            { heading: 'Poder revocado' },
            {
              paragraph: `Se revocó el poder que ${poderdante.nombre} dio a ${apoderado.nombre}. Ya no vale para: ${revoked.join(', ')}.`,
            },
            { small: 'Si no lo esperaba, avise a la administración de la copropiedad.' },
          ],
          { name: copropiedad, line: 'Poder para la asamblea', face },
        ),
      }),
    };
  };
}

function writeCode(of: { code: string; text: string; jointName: string; face: MailFace }): Written {
  return {
    subject: 'Código para firmar su poder',
    ...lay(
      [
        { heading: of.code },
        {
          paragraph: `Escriba este código en SCAF para firmar el poder. Sirve una sola vez y vence en ${POWER_CODE_MINUTES} minutos. No se lo dé a nadie.`,
        },
        { title: 'Usted va a firmar', lines: of.text.split('\n') },
        { small: 'Si no pidió este código, borre este mensaje: no se firma nada sin el código.' },
      ],
      { name: of.jointName, line: 'Poder para la asamblea', face: of.face },
    ),
  };
}

function writeCopy({
  powerId,
  content,
  face,
}: {
  powerId: number;
  content: string;
  face: MailFace;
}): Written {
  const { copropiedad, texto, firma } = JSON.parse(content);
  return {
    subject: `Copia del poder ${powerId} para la asamblea de ${copropiedad}`,
    ...lay(
      [
        { heading: 'Copia del poder' },
        { title: 'Texto firmado', lines: texto.split('\n') },
        {
          paragraph: `El propietario lo firmó con un código enviado a ${firma.direccion}. El propietario lo puede revocar en SCAF; el poder termina si el propietario llega a la asamblea o da otro poder.`,
        },
        { small: 'El archivo adjunto es el poder firmado. Guarde este correo.' },
      ],
      { name: copropiedad, line: 'Poder para la asamblea', face },
    ),
    attachments: [
      { filename: `poder-${powerId}.json`, contentType: 'application/json', content: Buffer.from(content) },
    ],
  };
}
