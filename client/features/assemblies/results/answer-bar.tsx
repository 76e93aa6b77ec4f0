import type { Bar } from '../../../../shared/assemblies/answer-bars.ts';
import { ShareBar } from '../../../ui/meter.tsx';

interface Props {
  bar: Bar;
  className?: string | undefined;
}

/**
 * Horizontal bar with the share of an answer, and a mark at the share needed to win. On wall and pages.
 * @param bar answer with length, threshold and words, from `barsOf`
 */
export const AnswerBar = ({ bar, className }: Props) => (
  <ShareBar
    share={bar.share}
    around={bar.allShare}
    mark={bar.mark}
    tone={bar.isDeciding ? 'good' : bar.isTied ? 'tied' : 'plain'}
    className={className}
  />
);
