import type { Bar } from '../../../../shared/assemblies/answer-bars.ts';
import { ShareBar } from '../../../ui/meter.tsx';

interface Props {
  bar: Bar;
  className?: string | undefined;
}

/** Bar of an answer's share of the deciding sum, with a mark at the threshold. */
export const AnswerBar = ({ bar, className }: Props) => (
  <ShareBar
    share={bar.share}
    around={bar.allShare}
    mark={bar.mark}
    tone={bar.isDeciding ? 'good' : bar.isTied ? 'tied' : 'plain'}
    className={className}
  />
);
