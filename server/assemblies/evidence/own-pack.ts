import type { FileAnswer } from '../../../shared/api.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import type { CountedVote } from '../../../shared/evidence/evidence.api.ts';
import { readLinkedHeads } from '../../platform/audit/heads.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { zipOf } from '../../platform/lib/zip.ts';
import { readVerifier } from '../store/papers/verifiers.ts';

const VERIFIERS = ['verificar.html', 'verificar.py'];

const READ_ME = `PRUEBA DE UN VOTO

Qué es. Su voto, tal como se contó, y lo que demuestra que está entre los votos de ese cierre. No muestra el voto de nadie más.

Cómo se verifica, sin red y sin SCAF:
  - Abra verificar.html en un navegador y elija este archivo .zip.
  - O, con Python 3.8 o posterior: python3 verificar.py prueba.zip
El verificador independiente es verificar.py: no comparte código con SCAF. verificar.html lo hizo quien hizo el sistema.

Lo que hace falta de afuera. Que la prueba cuadre consigo misma no basta: quien tenga la base de datos y la llave podría
firmar otra. Compare con una cabeza que alguien guardó aquella noche (un teléfono, un correo, el acta impresa): désela al
programa. Si concuerda, su voto está en el resultado que se anunció.

Contenido:
  prueba.json    su voto, el camino de huellas hasta la raíz del cierre, y la cabeza firmada
  llave.txt      las llaves que firman las cabezas de la copropiedad
  cabezas.json   todas las cabezas, cada una con la prueba de que continúa la anterior
`;

/** An owner's own proof with all that checks it (docs/evidence.md): it shows nobody else's vote. */
export async function ownPack(
  db: Db,
  chain: string,
  { proof }: NonNullable<CountedVote['counted']>,
): Promise<FileAnswer> {
  const heads = await readAsOfNow(db, (trx) => readLinkedHeads(trx, chain));
  const keys = [...new Set(heads.map(({ key }) => key))];
  const told = heads.map(({ note, path }) => ({ cabeza: note, camino: path }));
  const files = new Map([
    ['LEAME.txt', utf8(READ_ME)],
    ['prueba.json', utf8(proof)],
    ['llave.txt', utf8(keys.map((key) => `${key}\n`).join(''))],
    ['cabezas.json', utf8(`${JSON.stringify(told, null, 1)}\n`)],
  ]);
  for (const name of VERIFIERS) {
    files.set(name, await readVerifier(name));
  }
  return { name: 'Prueba de su voto.zip', mediaType: 'application/zip', bytes: await zipOf(files) };
}
