import { undoDeparture } from '../../../../../shared/assemblies/codes.api.ts';
import { call } from '../../../../lib/api.ts';
import { useRequest } from '../../../../ui/requests/use-request.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { type DeskDeparture, markUndone } from '../kept/departures.store.ts';
import { signal } from '../scan/signal.ts';
import { UndoOnBand } from '../scan/undo-on-band.tsx';

interface Props {
  /** Newest departure of the desk. Undefined before the first. */
  last: DeskDeparture | undefined;
  /** Refetches the list of units. Only set while the WebSocket connection is down and cannot report the change. */
  onUnheard: (() => void) | undefined;
}

/**
 * Button 'Deshacer' for a departure registered by mistake. Visible while the coloured band of the desk shows the
 * departure.
 * @param last newest departure of the desk; undefined before the first
 * @param onUnheard refetches the units after the undo; undefined while live events report changes
 */
export function UndoDeparture({ last, onUnheard }: Props) {
  const undoing = useRequest(({ code }: DeskDeparture) => call(undoDeparture, { params: { code } }), {
    next: ({ apartments }, { id }) => {
      markUndone(id);
      const isOne = apartments.length === 1;
      signal(
        'registered',
        `Se deshizo la salida: ${apartments.join(', ')} ${isOne ? 'está otra vez registrado' : 'están otra vez registrados'}. Un voto anulado no vuelve: se puede votar de nuevo.`,
      );
      onUnheard?.();
    },
    failed: assemblyTexts.undoDepartureFailed,
  });
  return <UndoOnBand last={last?.isUndone === false ? last : null} undoing={undoing} />;
}
