import { undoReading } from '../../../../../shared/assemblies/attendance.api.ts';
import { call } from '../../../../lib/api.ts';
import { useRequest } from '../../../../ui/requests/use-request.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { isUndoable, type ScanEntry } from '../kept/scan.ts';
import { forgetReading } from './queue.ts';
import { signal } from './signal.ts';
import { UndoOnBand } from './undo-on-band.tsx';

interface Props {
  /** Newest reading of the desk. Undefined before the first. */
  last: ScanEntry | undefined;
  /** Refetches the list of units. Only set while the WebSocket connection is down and cannot report the change. */
  onUnheard: (() => void) | undefined;
}

/**
 * Button 'Deshacer' for a registration by a wrong scan. Visible while the coloured band of the desk shows the
 * registration.
 * @param last newest registration of the desk; undefined before the first
 * @param onUnheard refetches the units after the undo; undefined while live events report changes
 */
export function UndoButton({ last, onUnheard }: Props) {
  const undoing = useRequest(
    ({ jointId, code, apartments }: ScanEntry) =>
      call(undoReading, {
        params: { jointId },
        body: { code, apartmentIds: apartments.map(({ apartmentId }) => apartmentId) },
      }),
    {
      next: ({ apartments }, { id }) => {
        forgetReading(id);
        const freed = apartments.join(', ');
        signal(
          'gone',
          `Se deshizo la lectura: ${freed} ya no ${apartments.length === 1 ? 'está registrado' : 'están registrados'}.`,
        );
        onUnheard?.();
      },
      failed: assemblyTexts.undoFailed,
    },
  );
  return <UndoOnBand last={last !== undefined && isUndoable(last) ? last : null} undoing={undoing} />;
}
