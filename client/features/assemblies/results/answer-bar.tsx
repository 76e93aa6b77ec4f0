import type { Bar } from '../../../../shared/assemblies/answer-bars.ts';
import { ShareBar } from '../../../ui/meter.tsx';

interface Props {
  bar: Bar;
  className?: string | undefined;
}

/** An answer's part of what decides, with the line that it has to pass or reach. */
export const AnswerBar = ({ bar, className }: Props) => (
  <ShareBar
    share={bar.share}
    around={bar.allShare}
    mark={bar.mark}
    tone={bar.isDeciding ? 'good' : bar.isTied ? 'tied' : 'plain'}
    className={className}
  />
);
