import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Event, Participant } from '../../../shared/events/events.api.ts';
import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LiveLine } from '../../ui/live-line.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { AddParticipantDialog } from './add-participant.tsx';
import { arrive, forgetLast, useArrivals } from './arrivals.ts';
import { useDesk } from './desk.store.ts';
import styles from './desk-band.module.css';
import { DeskBand } from './desk-band.tsx';
import { followEvent } from './desk-live.ts';
import { EventSelect } from './event-select.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

const columns: Column<Participant>[] = [
  { id: 'id', header: 'Id', cell: (one) => one.participantId },
  { id: 'name', header: 'Nombre', cell: (one) => one.name },
  { id: 'time', header: 'Hora', cell: (one) => one.checkInTime?.slice(0, 5) },
];

/** '/RegisterAssistance': the desk of an event. Several may note the same people at once; each comes once. */
export default function RegisterAssistancePage() {
  return (
    <Page title="Registrar Asistencia">
      <EventSelect>{(event) => event && <Desk key={event.eventId} event={event} />}</EventSelect>
    </Page>
  );
}

function Desk({ event: { eventId, participants, attended: countedAttended } }: { event: Event }) {
  const [adding, setAdding] = useState<string | null>(null);
  useEffect(() => {
    forgetLast();
    return followEvent(eventId);
  }, [eventId]);
  const { arrivals, total, attended } = useDesk();
  return (
    <Stack>
      <IdForm eventId={eventId} />
      <DeskBand onAdd={setAdding} />
      <Figures attended={total === null ? countedAttended : attended} total={total ?? participants} />
      <Table
        label="Asistentes"
        columns={columns}
        rows={arrivals}
        rowKey={(one) => one.participantId}
        empty="Todavía no hay asistentes registrados."
      />
      {adding !== null && (
        <AddParticipantDialog
          eventId={eventId}
          participantId={adding}
          onClose={() => setAdding(null)}
          onAdded={(participantId) => arrive(eventId, participantId)}
        />
      )}
    </Stack>
  );
}

/** Takes an id from a hand scanner or a person, who press Enter alike, and is ready for the next at once. */
function IdForm({ eventId }: { eventId: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  useDeskKeys(box);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const take = (text: string) => {
    const id = text.trim();
    setMissing(id === '');
    setTyped('');
    if (id !== '') arrive(eventId, id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // What stands in the field, whatever has been drawn of it by now.
    if (!event.nativeEvent.isComposing && !event.repeat) take(event.target.value);
  };
  return (
    <div ref={box}>
      <Stack>
        <TextField
          label="Identificación del participante"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setMissing(false);
          }}
          onKeyDown={onKeyDown}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          isRequired
          error={isMissing ? 'Digite la identificación del participante.' : null}
        />
        <div>
          <Button
            onPress={() => {
              take(typed);
              box.current?.querySelector('input')?.focus();
            }}
          >
            Registrar
          </Button>
        </div>
      </Stack>
    </div>
  );
}

function Figures({ attended, total }: { attended: number; total: number }) {
  const status = useDesk((state) => state.status);
  const freshAt = useDesk((state) => state.freshAt);
  const waiting = useArrivals((state) => state.waiting);
  const isStuck = useArrivals((state) => state.isStuck);
  return (
    <div className={styles.figures}>
      <p className={styles.count}>
        Asistentes: <strong>{count(attended)}</strong> de {count(total)}
      </p>
      <LiveLine live={{ status, freshAt }} />
      {waiting > 0 && (
        <p className={styles.waiting} data-waiting={waiting}>
          {isStuck ? 'Sin respuesta del servidor, se envían de nuevo: ' : 'Por registrar: '}
          {count(waiting)}
        </p>
      )}
    </div>
  );
}
