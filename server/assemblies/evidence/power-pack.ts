import { utf8 } from '../../../shared/evidence/bytes.ts';
import { entryLine } from '../../../shared/evidence/leaves.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import type { ChainTrees } from '../../platform/audit/chain-trees.ts';
import { findTree, type StoredHead } from '../../platform/audit/heads.repository.ts';
import { publicForms } from '../../platform/audit/heads.ts';
import { readEntriesAt } from '../../platform/audit/trail.repository.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { StoredProof } from '../own-powers/own-powers.repository.ts';
import type { OwnFiles } from './own-pack.ts';

const READ_ME = utf8(`PRUEBA DE UN PODER FIRMADO DESDE EL CELULAR

Qué es. El poder, como se firmó, y lo que demuestra que SCAF lo recibió a esa hora y no cambió después.

Cómo se verifica, sin red y sin SCAF, con Python 3.8 o posterior:
  python3 verificar.py prueba.zip

Contenido:
  poder.json     quién lo dio y a quién, los inmuebles, las instrucciones, el texto exacto, y la firma: la dirección (oculta en parte),
                 cuándo se envió el código, cuándo se comprobó, y cuántas veces se escribió. El código no se guarda: «codigo» es una
                 huella que solo el servidor puede repetir
  prueba.json    el acto con la huella de poder.json, y el camino de huellas hasta la cabeza firmada
  llave.txt      las llaves que firman las cabezas de la copropiedad
  cabezas.json   todas las cabezas, cada una con la prueba de que continúa la anterior

Lo que hace falta de afuera. Compare con una cabeza que alguien guardó (un correo, el acta impresa): désela al programa (--cabeza).
`);

/**
 * Returns the own files of the proof of a signed power: the power, the entry of the trail with the hash of the power, and
 * the path of the entry to the signed head.
 * @throws Problem powerNotFound if the head is older than the entry
 */
export async function powerFiles(
  { db, trees, chain, head }: { db: Db; trees: ChainTrees; chain: string; head: StoredHead },
  { powerId, enteredAt, content }: StoredProof & { powerId: number },
): Promise<OwnFiles> {
  const tree = await findTree(db, chain);
  const entry = (await readEntriesAt(db, { chain, act: 'powerEntered', at: enteredAt })).find(
    ({ data }) => JSON.parse(data).powerId === powerId,
  );
  if (entry === undefined || tree === undefined) throw new Problem('powerNotFound');
  const path = await trees.inclusion(chain, entry.seq - 1, head.size);
  const [published] = await publicForms(db, [entry], tree.salt);
  if (published === undefined || path === null) throw new Problem('powerNotFound');
  const proof = {
    scaf: 'poder/1',
    acto: entryLine(published),
    camino: pathText(path),
    cabeza: head.note,
  };
  return {
    name: `Prueba del poder ${powerId}.zip`,
    files: [
      ['LEAME.txt', READ_ME],
      ['poder.json', utf8(content)],
      ['prueba.json', utf8(`${JSON.stringify(proof)}\n`)],
    ],
    verifiers: ['verificar.py'],
  };
}
