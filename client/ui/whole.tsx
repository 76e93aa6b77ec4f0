import styles from './whole.module.css';

/**
 * Unit name, for example 'T2-504' or '1-16-17': fits the narrowest line with the largest letters. A code of three
 * groups of four, 'YWBD-3VG8-5HX4', is too long, and the lookahead keeps the digits of a code from matching.
 */
const UNIT = /((?![\p{L}\d]{4}-[\p{L}\d]{4}-[\p{L}\d]{4}\b)\b[\p{L}\d]{1,4}(?:-\d[\p{L}\d]{0,4}){1,2})/u;

/** Sentence that never breaks a line within a unit name. */
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

/** Splits a sentence into alternating parts: text, unit, text, and so on. */
export const partsOf = (sentence: string): string[] => sentence.split(UNIT);
