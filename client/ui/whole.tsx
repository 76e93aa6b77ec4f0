import styles from './whole.module.css';

/**
 * A unit as 'T2-504' or '1-16-17': short enough for the narrowest line with the largest letters. A code of three fours,
 * 'YWBD-3VG8-5HX4', is too long for that, and its digits alone would make a unit of it.
 */
const UNIT = /((?![\p{L}\d]{4}-[\p{L}\d]{4}-[\p{L}\d]{4}\b)\b[\p{L}\d]{1,4}(?:-\d[\p{L}\d]{0,4}){1,2})/u;

/** A sentence whose units stay whole: a line may end at a blank, not at the hyphen within one. */
export function Whole({ children }: { children: string }) {
  return partsOf(children).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, which have no other name
      <span key={at} className={styles.whole}>
        {part}
      </span>
    ),
  );
}

/** A sentence's parts in turns: words, a unit, words, and so on. */
export const partsOf = (sentence: string): string[] => sentence.split(UNIT);
