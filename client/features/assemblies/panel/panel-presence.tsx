import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPresence, type Presence } from '../../../../shared/assemblies/presence.api.ts';
import { call } from '../../../lib/api.ts';
import { exactTime, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { useGathered } from '../../../lib/use-gathered.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { conceptName } from '../concept-words.ts';
import { assemblyTexts } from '../texts.ts';
import styles from './panel-check.module.css';

/** Who was connected from home when each question opened and closed (art. 42): there for whoever asks. */
export function PanelPresence({ joint }: { joint: LiveJoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.presence} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>Quiénes estaban conectados</summary>
      {isOpen && (
        <div className={styles.inside}>
          <PresenceList joint={joint} />
        </div>
      )}
    </details>
  );
}

function PresenceList({ joint: { jointId, concepts } }: { joint: LiveJoint }) {
  const query = useQuery({
    queryKey: ['presence', jointId],
    queryFn: ({ signal }) => call(listPresence, { params: { jointId }, signal }),
    staleTime: 0,
  });
  const { refetch } = query;
  useGathered(concepts.map(({ conceptId, active }) => `${conceptId}:${active}`).join(), () => void refetch());
  return (
    <QueryView query={query} failed={assemblyTexts.noInformation}>
      {(data) => (
        <>
          <p className={styles.soft}>
            Inmuebles registrados desde casa con conexión en la apertura y el cierre de cada votación (Ley 675
            de 2001, art. 42).
          </p>
          <Table
            label="Quiénes estaban conectados"
            columns={[
              { id: 'moment', header: 'Momento', cell: momentOf },
              { id: 'at', header: 'Hora', cell: (one) => exactTime(one.at) },
              { id: 'units', header: 'Conectados', cell: Connected, align: 'end' },
            ]}
            rows={data}
            rowKey={(one) => `${one.conceptId} ${one.moment} ${one.at}`}
            empty="Todavía no se ha abierto ninguna votación."
          />
        </>
      )}
    </QueryView>
  );
}

function momentOf({ moment, conceptId }: Presence): string {
  return `${moment === 'opened' ? 'Apertura' : 'Cierre'} de ${conceptName(conceptId)}`;
}

function Connected({ apartments }: Presence) {
  if (apartments.length === 0) return 'Ninguno';
  return (
    <details>
      <summary className={styles.more}>{units(apartments.length)}</summary>
      <p className={styles.ids}>{apartments.join(', ')}</p>
    </details>
  );
}
