import { utf8 } from '../../../shared/evidence/bytes.ts';
import type { CountedVote } from '../../../shared/evidence/evidence.api.ts';
import type { ChainTrees } from '../../platform/audit/chain-trees.ts';
import { type LinkedHead, readLinkedHeads } from '../../platform/audit/heads.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { FileInPieces } from '../../platform/http/file-in-pieces.ts';
import { GrowingCache } from '../../platform/lib/growing-cache.ts';
import { zipPieces } from '../../platform/lib/zip.ts';
import { readVerifier } from '../store/papers/verifiers.ts';

const VERIFIERS = ['verificar.html', 'verificar.py'] as const;

const READ_ME = utf8(`PRUEBA DE UN VOTO

Qué es. Su voto, tal como se contó, y lo que demuestra que está entre los votos de ese cierre. No muestra el voto de nadie más.

Cómo se verifica, sin red y sin SCAF:
  - Abra verificar.html en un navegador y elija este archivo .zip.
  - O, con Python 3.8 o posterior: python3 verificar.py prueba.zip
El verificador independiente es verificar.py: no comparte código con SCAF. verificar.html usa el mismo código del sistema.

Lo que hace falta de afuera. Que la prueba cuadre consigo misma no basta: quien tenga la base de datos y la llave podría
firmar otra. Compare con una cabeza que alguien guardó aquella noche (un teléfono, un correo, el acta impresa): désela al
programa. Si concuerda, su voto está en el resultado que se anunció.

Contenido:
  prueba.json    su voto, el camino de huellas hasta la raíz del cierre, y la cabeza firmada
  llave.txt      las llaves que firman las cabezas de la copropiedad
  cabezas.json   todas las cabezas, cada una con la prueba de que continúa la anterior
`);

const MOST_CHAINS = 100;

/** Signed heads of an audit chain, packed as files, up to the newest head. */
interface PackedHeads {
  linked: readonly LinkedHead[];
  files: readonly [string, Uint8Array][];
}

/** Own files of a proof, and the programs to check the proof. */
export interface OwnFiles {
  /** Name of the .zip. */
  name: string;
  files: readonly [string, Uint8Array][];
  verifiers: readonly (typeof VERIFIERS)[number][];
}

/** Returns the own files of the proof of a counted vote. The proof shows only the owner's vote. */
export const voteFiles = ({ proof }: NonNullable<CountedVote['counted']>): OwnFiles => ({
  name: 'Prueba de su voto.zip',
  files: [
    ['LEAME.txt', READ_ME],
    ['prueba.json', utf8(proof)],
  ],
  verifiers: VERIFIERS,
});

/**
 * Makes the proofs for owners, of a counted vote or of a signed power: a .zip with the owner's files and all data and
 * programs to check the proof (docs/why/evidence.md). The heads are equal for all proofs of a joint, so they are packed
 * once.
 */
export function ownPacks(db: Db, trees: ChainTrees) {
  const byChain = new GrowingCache<string, PackedHeads>({ maxSize: MOST_CHAINS });
  const programs = new Map<string, Promise<Uint8Array>>();

  async function packHeads(chain: string, former?: readonly LinkedHead[]): Promise<PackedHeads> {
    const linked = await readLinkedHeads(db, trees, chain, former);
    const keys = [...new Set(linked.map(({ key }) => key))];
    const heads = linked.map(({ note, path }) => ({ cabeza: note, camino: path }));
    return {
      linked,
      files: [
        ['llave.txt', utf8(keys.map((key) => `${key}\n`).join(''))],
        ['cabezas.json', utf8(`${JSON.stringify(heads, null, 1)}\n`)],
      ],
    };
  }

  /** @param head size of the newest signed head of the chain */
  return async (
    { chain, head }: { chain: string; head: number },
    { name, files: own, verifiers }: OwnFiles,
  ): Promise<FileInPieces> => {
    const { files } = await byChain.get(
      chain,
      ({ linked }) => (linked.at(-1)?.size ?? 0) >= head,
      (packed) => packHeads(chain, packed?.linked),
    );
    const all = new Map([...own, ...files]);
    for (const program of verifiers) {
      const bytes = programs.get(program) ?? readVerifier(program);
      programs.set(program, bytes);
      all.set(program, await bytes);
    }
    const pieces = await zipPieces(all);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return { name, mediaType: 'application/zip', length, pieces };
  };
}
