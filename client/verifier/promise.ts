import { openNote, readKeyLine } from '../../shared/evidence/note.ts';
import {
  keepsPromise,
  type PromisedVote,
  promisedVote,
  type VotePromise,
} from '../../shared/evidence/promise.ts';
import { votesIn } from '../../shared/evidence/replayed.ts';
import { ballotsPath, closingsOf } from './closings.ts';
import {
  actsOf,
  type Fault,
  type Files,
  linesOf,
  type Manifest,
  manifestOf,
  primitives,
  readJson,
  sha256,
} from './files.ts';
import { recordRows } from './record-rows.ts';

/**
 * Fate of a vote promised by the server to a voter: counted ('contado'), annulled ('anulado'), or the question has
 * not closed since ('abierto').
 */
export type Fate = 'contado' | 'anulado' | 'abierto';

/**
 * Checks with an expediente if the server kept the promise given to a voter: the promised vote must be in the acts,
 * and counted or annulled.
 * @param text promise as stored by the phone
 */
export function checkPromise(files: Files, text: string): { fault: Fault | null; fate: Fate | null } {
  const unread = { fault: ['promesafirma', ''], fate: null } as const;
  try {
    const promise = readJson(text) as VotePromise;
    const manifest = manifestOf(files);
    const notes = manifest.llaves.flatMap((line) => {
      const key = readKeyLine(sha256, line);
      return (key && openNote(primitives, String(promise.firma), key)) ?? [];
    });
    const vote = Number.isInteger(promise.lugar) ? promisedVote(sha256, promise, notes[0] ?? '') : null;
    if (vote === null) return unread;
    const fate = fateOf(files, manifest, vote);
    return isFate(fate) ? { fault: null, fate } : { fault: [fate, vote.unit], fate: null };
  } catch {
    return unread;
  }
}

type Broken = 'promesa' | 'promesaajena' | 'promesarestaurada';
const isFate = (fate: Fate | Broken): fate is Fate => !fate.startsWith('promesa');

function fateOf(files: Files, manifest: Manifest, vote: PromisedVote): Fate | Broken {
  if (vote.assemblyId !== manifest.asamblea) return 'promesaajena';
  const acts = actsOf(files, vote.assemblyId);
  const isTheirs = (of: { jointId: number; conceptId: number }) =>
    of.jointId === vote.jointId && of.conceptId === vote.conceptId;
  const closings = closingsOf(acts).filter(({ facts }) => isTheirs(facts));
  const cast = acts.find(
    (act) =>
      act.name === 'votes' &&
      act.at === vote.at &&
      votesIn(act).some(
        ([jointId, conceptId, unit, answer, , receipt]) =>
          isTheirs({ jointId, conceptId }) &&
          unit === vote.unit &&
          answer === vote.answerId &&
          receipt === vote.receipt,
      ),
  );
  const isAnnulled = () =>
    [...recordRows(acts).anulaciones.values()].some((row) => row.includes(vote.receipt));
  if (cast !== undefined && isAnnulled()) return 'anulado';
  const lines = closings.flatMap(({ seq, facts }) => linesOf(files, ballotsPath(facts, seq)));
  if (lines.some((line) => keepsPromise(vote, line))) return 'contado';
  if (cast === undefined) {
    const isRestored = acts.some(({ name, at }) => name === 'epochBegan' && at > vote.at);
    return isRestored ? 'promesarestaurada' : 'promesa';
  }
  return closings.some(({ seq }) => seq > cast.seq) ? 'promesa' : 'abierto';
}
