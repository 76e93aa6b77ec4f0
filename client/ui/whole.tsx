import { unbroken } from '../lib/format.ts';
import styles from './whole.module.css';

/**
 * Pattern of a unit name, for example 'T2-504' or '1-16-17', to keep on one line. Does not match a code of three
 * groups of four, 'YWBD-3VG8-5HX4', because the code is too long for a narrow line.
 */
const UNIT = /((?![\p{L}\d]{4}-[\p{L}\d]{4}-[\p{L}\d]{4}\b)\b[\p{L}\d]{1,4}(?:-\d[\p{L}\d]{0,4}){1,2})/u;

/** Shows a Spanish sentence without a line break inside the name of a unit ('PARQ 18') or an amount. */
export function Whole({ children }: { children: string }) {
  return (
    <span>
      {splitUnitNames(unbroken(children)).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, which have no other name
          <span key={at} className={styles.whole}>
            {part}
          </span>
        ),
      )}
    </span>
  );
}

/**
 * Splits a sentence into alternating parts: text, unit name, text, and so on. 'Debe PARQ 18 y' gives ['Debe ',
 * 'PARQ 18', ' y'].
 */
export const splitUnitNames = (sentence: string): string[] => sentence.split(UNIT);
