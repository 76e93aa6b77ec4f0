import {
  isMeetingFact,
  type MeetingFact,
  meetingFactNames,
  meetingFactText,
} from '../../../shared/assemblies/facts/facts.ts';
import type { AskedCode } from '../../../shared/assemblies/law/asked-codes.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { AssemblyAct } from './acta.repository.ts';
import type { FactChange } from './acta-facts.ts';

/** Facts in the notice to owners. The acta reports their changes after the invitations, even before the opening. */
const CALLED: ReadonlySet<MeetingFact> = new Set(['kind', 'mode', 'scheduledAt', 'place', 'agenda']);
const STAGES: Readonly<Record<string, FactChange['stage']>> = {
  invitationsQueued: 'called',
  lettersPrinted: 'called',
  noticeShared: 'called',
  assemblyOpened: 'open',
  assemblyClosed: 'ended',
  assemblyArchived: 'ended',
};

/**
 * Lists the changes of an assembly's facts (place, date, agenda …) after the notice to owners, and the
 * clarifications after the end, in order of time, for the acta.
 * @param acts audit entries of the assembly, in order
 * @param name returns the name of an actor at an instant
 */
export function factChanges(
  acts: readonly AssemblyAct[],
  name: (actor: string, at: Millis) => string,
): FactChange[] {
  let stage: FactChange['stage'] | null = null;
  let facts: Record<string, unknown> = {};
  const found: FactChange[] = [];
  for (const { act, at, actor, data } of acts) {
    // A changed setting of the joint after the end does not belong to the assembly.
    if (stage !== null && !(stage === 'ended' && act === 'jointChanged')) {
      const changes = changesOf(act, data, facts).filter(
        ({ fact }) => stage !== 'called' || CALLED.has(fact),
      );
      const common = { at, by: name(actor, at), stage: stage as FactChange['stage'] };
      found.push(...changes.map((change) => ({ ...common, ...change })));
    }
    // An invitation after the opening begins no new stage.
    const begun = STAGES[act];
    if (begun !== undefined && !(begun === 'called' && stage !== null)) stage = begun;
    if (data.assembly !== undefined) facts = data.assembly as Record<string, unknown>;
  }
  return found;
}

type ChangedFact = Pick<FactChange, 'fact' | 'before' | 'after' | 'wentOn' | 'reason'>;

function changesOf(
  act: string,
  data: AssemblyAct['data'],
  shownBefore: Record<string, unknown>,
): ChangedFact[] {
  if (act === 'assemblyClarified') {
    const { fact, before, after, reason } = data as unknown as ChangedFact;
    return [{ fact, before, after, wentOn: [], reason }];
  }
  if (act === 'jointChanged' && 'fiscalAuditor' in data) {
    return changed('fiscalAuditor', data.before, data.fiscalAuditor, []);
  }
  if (act !== 'assemblyChanged') return [];
  const now = (data.assembly ?? {}) as Record<string, unknown>;
  const wentOn = (data.wentOn ?? []) as AskedCode[];
  return (data.fields as string[]).flatMap((column) => {
    const fact = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return isMeetingFact(fact) ? changed(fact, shownBefore[fact], now[fact], wentOn) : [];
  });
}

function changed(fact: MeetingFact, was: unknown, is: unknown, wentOn: readonly AskedCode[]): ChangedFact[] {
  const [before, after] = [meetingFactText(fact, was), meetingFactText(fact, is)];
  // The trail omits the number of a video meeting, and only shows that the number changed.
  if (before === after && fact !== 'zoomId') return [];
  return [{ fact, before, after, wentOn: wentOn.filter((code) => asksAbout(code, fact)), reason: null }];
}

const asksAbout = (code: AskedCode, fact: MeetingFact): boolean =>
  code === 'agendaAfterVote'
    ? fact === 'agenda'
    : code === 'kindAfterVote' && (fact === 'kind' || fact === 'mode');

/**
 * Writes the Spanish end of a sentence about a changed fact of the assembly, for the acta. The caller puts time and
 * person before the words: 'cambió el lugar: decía «Salón A»; dice «Salón B».'
 */
export function changeWords({ stage, fact, before, after, reason, wentOn }: FactChange): string {
  const name = meetingFactNames[fact];
  const warningText =
    wentOn.length === 0 ? '' : ' Se le advirtió que ya se había votado, y decidió continuar.';
  if (reason !== null) {
    const was = before === null ? 'estaba sin escribir' : `decía «${before}»`;
    return `aclaró ${name}: ${was}; debe decir «${after}». Motivo: ${reason.trim().replace(/\.$/, '')}.`;
  }
  if (before !== null && after !== null)
    return `cambió ${name}: decía «${before}»; dice «${after}».${warningText}`;
  if (before !== null) return `borró ${name}: decía «${before}».${warningText}`;
  if (after === null) return `cambió ${name}.${warningText}`;
  return `${stage === 'ended' ? 'completó' : 'escribió'} ${name}: «${after}».${warningText}`;
}
