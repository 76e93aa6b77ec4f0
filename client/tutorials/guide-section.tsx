import { cx } from '../ui/cx.ts';
import type { Guide, Step } from './guides/guide.ts';
import { pictureOf } from './guides/pictures.ts';
import styles from './tutorials.module.css';

/** Pictures of phones have no more pixels than this in their width, those of other screens have. */
const PHONE_WIDTH = 720;

/** One guide: its steps in order, each with the screen beside it. */
export function GuideSection({ guide: { id, title, intro, steps } }: { guide: Guide }) {
  return (
    <section id={id} tabIndex={-1} className={styles.guide} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={styles.guideTitle}>
        {title}
      </h3>
      <p className={styles.intro}>{intro}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepItem key={step.text} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({ step: { text, picture } }: { step: Step }) {
  return (
    <li className={styles.step}>
      <p>{text}</p>
      {picture && <Picture {...picture} />}
    </li>
  );
}

function Picture({ name, alt }: NonNullable<Step['picture']>) {
  const { src, width, height } = pictureOf(name);
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={cx(styles.picture, width <= PHONE_WIDTH && styles.phone)}
    />
  );
}
