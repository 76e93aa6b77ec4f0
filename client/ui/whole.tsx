import styles from './whole.module.css';

/** A unit as 'T2-504' or '1-16-17': short enough for the narrowest line with the largest letters. */
const UNIT = /(\b[\p{L}\d]{1,4}(?:-\d[\p{L}\d]{0,4}){1,2})/u;

/** A sentence whose units stay whole: a line may end at a blank, not at the hyphen within one. */
export function Whole({ children }: { children: string }) {
  return children.split(UNIT).map((part, at) =>
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
