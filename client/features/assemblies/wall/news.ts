import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../../../shared/assemblies/live.ts';
import { activeQuestion, conceptName, outcomeWords } from '../common/question-messages.ts';

type WallState = Pick<Snapshot, 'assembly' | 'quorum' | 'concepts'>;

/**
 * Returns Spanish sentences for screen readers about the changes between two states of the wall: quorum, second
 * call, closing of the assembly, opened or closed questions. Skips arrivals and single votes.
 * @param before state before the change
 * @param now state after the change
 */
export function newsBetween(before: WallState, now: WallState): string[] {
  if (before.assembly?.assemblyId !== now.assembly?.assemblyId) return [];
  const news = [...courseNews(before.assembly, now.assembly)];
  if (now.quorum.reached !== before.quorum.reached) {
    news.push(now.quorum.reached ? 'Se alcanzó el quórum.' : 'Ya no hay quórum.');
  }
  for (const concept of now.concepts) {
    if (concept.conceptId === ATTENDANCE) continue;
    const was = before.concepts.find((one) => one.conceptId === concept.conceptId);
    if (concept.active === 1 && was?.active !== 1) {
      news.push(`Se abrió la ${conceptName(concept.conceptId)}: ${concept.conceptDescription}`);
    }
    if (was && isUndecided(was) && isDecided(concept)) {
      const words = outcomeWords(concept);
      const half = words?.half ? ` ${words.half}.` : '';
      news.push(`Se cerró la ${conceptName(concept.conceptId)}${words ? `: ${words.title}` : ''}.${half}`);
    }
  }
  return news;
}

function courseNews(before: WallState['assembly'], now: WallState['assembly']): string[] {
  if (!before || !now) return [];
  const news: string[] = [];
  if (before.call === 1 && now.call === 2) news.push('Inició la segunda convocatoria.');
  if (before.closedAt === null && now.closedAt !== null) news.push('La asamblea fue cerrada.');
  return news;
}

/**
 * Turnout of a question in whole quarters, for screen readers: 2 means votes of at least half of the registered
 * units.
 */
export interface Turnout {
  /** Id of the question. */
  conceptId: number;
  /** Whole quarters, 0 to 4. */
  quarters: number;
}

const quarterWords = ['', 'una cuarta parte', 'la mitad', 'tres cuartas partes'];

/**
 * Computes the turnout of the open question in whole quarters of the registered units, so screen readers hear at
 * most four announcements. Null without an open question.
 */
export function countedOf({
  concepts,
  registered,
}: Pick<Snapshot, 'concepts' | 'registered'>): Turnout | null {
  const open = activeQuestion(concepts);
  if (!open) return null;
  const { apartments } = open.voted;
  const quarters = registered.apartments > 0 ? Math.floor((4 * apartments) / registered.apartments) : 0;
  return { conceptId: open.conceptId, quarters: Math.min(quarters, 4) };
}

/**
 * Returns the Spanish sentence for screen readers when the turnout reaches another quarter; null if the quarter did
 * not rise.
 * @param before last announced turnout
 */
export function countNews(before: Turnout | null, now: Turnout | null): string | null {
  if (!now || now.quarters === 0) return null;
  if (before?.conceptId === now.conceptId && before.quarters >= now.quarters) return null;
  const name = conceptName(now.conceptId);
  return now.quarters === 4
    ? `${name}: se contaron los votos de todos los inmuebles registrados.`
    : `${name}: se contaron los votos de ${quarterWords[now.quarters]} de los inmuebles registrados.`;
}

/** True if the question is open, or closed without an outcome: a later event brings the outcome. */
function isUndecided({ active, outcome }: LiveConcept): boolean {
  return active === 1 || outcome?.status === 'open';
}

function isDecided({ active, outcome }: LiveConcept): boolean {
  return active === 0 && outcome !== null && outcome.status !== 'open';
}

/**
 * Returns the question closed between two states of the assembly, so the wall shows the result next. Null if no
 * question closed.
 */
export function justClosed(before: WallState, now: WallState): LiveConcept | null {
  return (
    now.concepts.find(
      (concept) =>
        concept.conceptId !== ATTENDANCE &&
        concept.active === 0 &&
        before.concepts.some((one) => one.conceptId === concept.conceptId && one.active === 1),
    ) ?? null
  );
}
