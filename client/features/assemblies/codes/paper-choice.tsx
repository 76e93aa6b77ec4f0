import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { usePaperChoice } from './paper-choice.store.ts';

const papers: readonly { id: PaperSize; label: string }[] = [
  { id: 'letter', label: 'Carta' },
  { id: 'a4', label: 'A4' },
];

/** Radio buttons to choose the paper format of the printer. */
export function PaperChoice({ isDisabled = false }: { isDisabled?: boolean }) {
  const { paper, choose } = usePaperChoice();
  return (
    <RadioGroup label="Papel" items={papers} value={paper} onChange={choose} isDisabled={isDisabled} inline />
  );
}
