import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../../../../ui/page.tsx';
import { useSignal } from './signal.ts';

interface Props<Reading extends { id: string }> {
  /** Newest reading that may be undone. Null without one. */
  last: Reading | null;
  undoing: Pick<UseMutationResult<unknown, Error, Reading>, 'isPending' | 'mutate'>;
}

/**
 * Button 'Deshacer' beside the coloured band of the desk, for the last registration or departure while the band
 * shows the result.
 */
export function UndoOnBand<Reading extends { id: string }>({ last, undoing }: Props<Reading>) {
  const readingId = useSignal((state) => state.shown?.readingId ?? null);
  if (last === null || last.id !== readingId) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={undoing.isPending}
      onPress={() => undoing.mutate(last)}
    >
      Deshacer
    </Button>
  );
}
