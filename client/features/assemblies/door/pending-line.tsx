import { useEffect } from 'react';
import { time } from '../../../lib/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isPendingScan } from './kept/scan.ts';
import { useQueue } from './scan/scan-queue.ts';

/** What is not with the server yet: of the person, since when, and of others who worked at this device. */
export function PendingLine() {
  const { scans, others, offlineSince } = useQueue();
  const pending = scans.filter(isPendingScan).length;
  const unsaved = scans.filter((scan) => scan.isUnsaved && isPendingScan(scan)).length;
  useLeaveWarning(unsaved > 0);
  return (
    <>
      {unsaved > 0 && (
        <Notice kind="error" title={`Este equipo no pudo guardar ${registrations(unsaved)}.`}>
          <p>No cierre ni recargue esta página hasta que se envíen. Libere espacio en el disco.</p>
        </Notice>
      )}
      {offlineSince !== null && (
        <Notice kind="warning" title={`Sin conexión con el servidor desde las ${time(offlineSince)}.`}>
          <p>Siga registrando: todo queda guardado en este equipo y se envía cuando vuelva la conexión.</p>
        </Notice>
      )}
      <p role="status" data-pending={pending}>
        {pending > 0 && `${pending} por enviar`}
      </p>
      {others.map(({ userId, name, pending: left }) => (
        <Notice
          key={userId}
          kind="warning"
          title={`Hay ${registrations(left)} de ${name} por enviar en este equipo.`}
        >
          <p>Están guardados. Se envían cuando {name} inicie sesión aquí.</p>
        </Notice>
      ))}
    </>
  );
}

const registrations = (quantity: number): string => (quantity === 1 ? '1 registro' : `${quantity} registros`);

/** The browser asks before it closes or reloads the page while that would lose something. */
function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = '';
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
}
