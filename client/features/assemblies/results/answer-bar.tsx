import type { Bar } from '../../../../shared/assemblies/answer-bars.ts';
import { ShareBar } from '../../../ui/meter.tsx';

interface Props {
  bar: Bar;
  className?: string | undefined;
}

/**
 * Bar with the share of an answer, and a mark at the threshold of the majority rule.
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
