import { isClosed } from '../../../../shared/assemblies/concept-words.ts';
import type { QuestionStanding } from '../live/use-standings.ts';

/** Number of questions without a vote, in a row, for a notice (specification, section 17, rule 13). */
export const MISSED_FOR_NOTICE = 2;

/** True for a closed question without a vote of the person, of a proxy or of the desk. False until loaded. */
export const isMissed = ({ question, votes }: QuestionStanding): boolean =>
  isClosed(question) && votes?.length === 0;
