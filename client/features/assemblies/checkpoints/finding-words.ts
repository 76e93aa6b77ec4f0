import type { HeadFault } from '../../../../shared/evidence/follow-head.ts';
import { dateTime } from '../../../lib/format.ts';
import type { HeadFinding } from './heads-db.ts';

const titles: Record<HeadFault, string> = {
  histories: 'Atención: hay dos historias de esta asamblea',
  unproven: 'Atención: el servidor no demuestra que la historia sea la misma',
  key: 'Atención: firma una llave desconocida',
  signature: 'Atención: una firma no es válida',
};

const sentences: Record<HeadFault, string> = {
  histories:
    'Este equipo guardaba la cabeza que se anunció (la firma de todo lo hecho hasta ese momento). La que llegó ahora no la continúa: algo que ya estaba hecho se cambió o se quitó.',
  unproven:
    'Este equipo guardaba la cabeza que se anunció (la firma de todo lo hecho hasta ese momento). El servidor no pudo demostrar que la de ahora la continúa.',
  key: 'La cabeza que llegó (la firma de todo lo hecho hasta ese momento) no es de la llave que este equipo conoce, y nada dice que otra la reemplace.',
  signature:
    'La cabeza que llegó (la firma de todo lo hecho hasta ese momento) dice ser de la llave que este equipo conoce, y no lo es.',
};

/**
 * Returns the Spanish title of a finding for the user. A finding is a mismatch in a joint's audit trail, noticed by
 * this browser.
 */
export const findingTitle = ({ fault }: HeadFinding): string => titles[fault ?? 'histories'];

/**
 * Returns Spanish sentences about a finding: a mismatch between the server's audit log and the signed head
 * (state of the log) stored in this browser.
 */
export function findingWords({ kind, fault, restored }: HeadFinding): string[] {
  if (kind === 'newKey') {
    return [
      'Cambió la llave que firma los resultados de esta copropiedad, y la bitácora dice cuál reemplaza: lo ya firmado sigue siendo válido.',
    ];
  }
  if (kind === 'fault') return [sentences[fault ?? 'histories']];
  const last = restored?.at(-1);
  const at = last?.copiedAt == null ? '' : ` del ${dateTime(new Date(last.copiedAt).toISOString())}`;
  const reason = last?.reason ? `, por este motivo: ${last.reason}` : '';
  return [
    `El sistema se recuperó de la copia${at}${reason.replace(/\.$/, '')}. Lo que se hizo después de esa copia puede faltar.`,
  ];
}

/**
 * Returns the text of a finding with both signed heads, the head stored in this browser and the received head, for
 * the user to save and to show to others.
 */
export const findingText = (finding: HeadFinding): string =>
  [
    `${findingTitle(finding)}.`,
    ...findingWords(finding),
    `Se notó el ${dateTime(new Date(finding.at).toISOString())}.`,
    ...(finding.former === null ? [] : ['', 'La que este equipo guardaba:', finding.former]),
    '',
    'La que llegó:',
    finding.note,
  ].join('\n');
