import type { Static } from 'typebox';
import type { PointText, writePointText } from '../../../shared/assemblies/facts/point-texts.api.ts';
import { textsAt } from '../../../shared/assemblies/facts/texts-at.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import { readActorNames } from '../../accounts/index.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readAssemblyActs } from './acta.repository.ts';
import type { WrittenPoint } from './acta-facts.ts';
import { writtenPoints } from './from-acts.ts';

/** Service for the texts of the secretary on the points of the agenda. The audit trail stores every version. */
export function pointTextsService(context: AssembliesContext) {
  const { store, directory } = context;

  return {
    /** Returns the last text on each point, in the order of writing; empty for an erased text. @throws Problem assemblyNotFound */
    list: async (jointId: number, requestedId: number | undefined): Promise<PointText[]> => {
      const { rootId } = await requireJoint(directory, jointId);
      return readAsOfNow(store.db, async (trx) => toApi(trx, await readWritten(trx, rootId, requestedId)));
    },

    /**
     * Stores a new version of the text on a point. The same text stores no version.
     * @throws Problem assemblyReplaced, assemblyEnded, agendaItemUnknown, factsMoved
     */
    write: (
      jointId: number,
      { assemblyId, point, text: typed, seen }: Static<NonNullable<typeof writePointText.body>>,
      principal: Principal,
    ): Promise<PointText> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx, assembly, actor, at } = act;
        if (assembly.assemblyId !== assemblyId) throw new Problem('assemblyReplaced');
        if (assembly.closedAt !== null) throw new Problem('assemblyEnded');
        const { agenda } = await assemblyToRead(trx, assembly.rootId, assemblyId);
        const items = agendaItems(agenda);
        const item = items.find(({ number }) => number === point);
        if (item === undefined) throw new Problem('agendaItemUnknown');
        const before = textsAt(await readWritten(trx, assembly.rootId, assemblyId), items, item).at(-1);
        const text = typed.trim();
        const stored = before?.text || null;
        if (stored !== (seen || null) && stored !== text) throw new Problem('factsMoved', { text: stored });
        const version = { point, title: item.text, text, at, actor };
        if (text !== (stored ?? ''))
          await act.audit('pointWritten', { point, text: item.text, written: text });
        const [answer] = await toApi(trx, [version]);
        return answer ?? { point, title: item.text, text, at: new Date(at).toISOString(), by: '' };
      }),
  };
}

async function readWritten(
  trx: Db,
  rootId: number,
  requestedId: number | undefined,
): Promise<WrittenPoint[]> {
  const { assemblyId, createdAt } = await assemblyToRead(trx, rootId, requestedId);
  return writtenPoints(await readAssemblyActs(trx, { rootId, assemblyId, since: createdAt }));
}

async function toApi(trx: Db, written: readonly WrittenPoint[]): Promise<PointText[]> {
  const names = await readActorNames(
    trx,
    written.map(({ actor }) => actor),
  );
  return written.map(({ actor, at, ...rest }) => ({
    ...rest,
    at: new Date(at).toISOString(),
    by: names.actor(actor, at),
  }));
}
