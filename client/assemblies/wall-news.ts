import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../shared/live.ts';
import { conceptName, outcomeWords } from './concept-words.ts';
import { onWall } from './wall-words.ts';

type Known = Pick<Snapshot, 'assembly' | 'quorum' | 'concepts'>;

/**
 * What is worth telling somebody who hears the wall instead of seeing it: the quorum, and questions that open
 * and close. Not every arrival, not every vote.
 */
export function newsBetween(before: Known, now: Known): string[] {
  if (before.assembly?.assemblyId !== now.assembly?.assemblyId) return [];
  const news: string[] = [];
  if (now.quorum.reached !== before.quorum.reached) {
    news.push(now.quorum.reached ? 'Se alcanzó el quorum.' : 'Ya no hay quorum.');
  }
  for (const concept of now.concepts) {
    if (concept.conceptId === ATTENDANCE) continue;
    const was = before.concepts.find((one) => one.conceptId === concept.conceptId);
    if (concept.active === 1 && was?.active !== 1) {
      news.push(`Se abrió la ${conceptName(concept.conceptId)}: ${concept.conceptDescription}`);
    }
    if (was && isUndecided(was) && isDecided(concept)) {
      const title = outcomeWords(concept)?.title;
      news.push(`Se cerró la ${conceptName(concept.conceptId)}${title ? `: ${onWall(title)}` : ''}.`);
    }
  }
  return news;
}

/** Open; or known to be closed without its outcome yet, which comes with an event of its own. */
function isUndecided({ active, outcome }: LiveConcept): boolean {
  return active === 1 || outcome?.status === 'open';
}

function isDecided({ active, outcome }: LiveConcept): boolean {
  return active === 0 && outcome !== null && outcome.status !== 'open';
}

/** The question that was open before and is closed now: its outcome is what the room wants to see next. */
export function justClosed(before: Known, now: Known): LiveConcept | null {
  return (
    now.concepts.find(
      (concept) =>
        concept.conceptId !== ATTENDANCE &&
        concept.active === 0 &&
        before.concepts.some((one) => one.conceptId === concept.conceptId && one.active === 1),
    ) ?? null
  );
}
