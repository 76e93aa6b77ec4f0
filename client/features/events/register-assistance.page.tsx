import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Event, Participant } from '../../../shared/events/events.api.ts';
import { count } from '../../lib/format.ts';
import { listenForGesture, play, useMuted } from '../../lib/outcome-sound.ts';
import { cx } from '../../ui/cx.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LiveLine } from '../../ui/live-line.tsx';
import outcomes from '../../ui/outcome.module.css';
import { Button, Page, Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { AddParticipantDialog } from './add-participant.tsx';
import { type Arrival, arrive, forgetLast, useArrivals } from './arrivals.ts';
import { findByName, idOfTyped, isTypedName } from './by-name.ts';
import { useDesk } from './desk.store.ts';
import styles from './desk-band.module.css';
import { followEvent } from './desk-live.ts';
import { participantsQuery } from './events.queries.ts';
import { EventSelect } from './select.tsx';

const columns: Column<Participant>[] = [
  { header: 'Id', cell: (one) => one.participantId },
  { header: 'Nombre', cell: (one) => one.name },
  { header: 'Hora', cell: (one) => one.checkInTime?.slice(0, 5) },
];

/**
 * Page '/RegisterAssistance': desk to register the participants of an event. Several desks may register the same
 * person; each person counts once.
 */
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
      <AttendanceFigures
        attended={total === null ? countedAttended : attended}
        total={total ?? participants}
      />
      <Table
        label="Asistentes"
        columns={columns}
        rows={arrivals}
        rowKey={(one) => one.participantId}
        pageSize={100}
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

/** Most participants offered while a name is typed. */
const MOST_FOUND = 6;
const CHOOSE = 'Elija abajo a la persona, o digite su nombre completo.';
interface FoundProps {
  people: readonly Participant[];
  onPick: (participantId: string) => void;
}

/** Buttons to register a participant found by name. */
function Found({ people, onPick }: FoundProps) {
  if (people.length === 0) return null;
  return (
    <Stack row>
      {people.slice(0, MOST_FOUND).map(({ participantId, name, checkInTime }) => (
        <Button key={participantId} variant="secondary" onPress={() => onPick(participantId)}>
          {name} · {participantId}
          {checkInTime !== null && ' · ya llegó'}
        </Button>
      ))}
      {people.length > MOST_FOUND && <p>Hay {count(people.length)}: digite más del nombre.</p>}
    </Stack>
  );
}

/**
 * Field for an id from a hand scanner or the keyboard, sent by Enter, or for a name. Ready for the next person at
 * once.
 */
function IdForm({ eventId }: { eventId: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { data: people = [] } = useQuery({ ...participantsQuery(eventId), enabled: isTypedName(typed) });
  const found = findByName(people, typed);
  useDeskKeys(box);
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const take = (text: string) => {
    const id = idOfTyped(people, text);
    if (id === null) {
      setError(CHOOSE);
      // Selected, so that the next scan replaces the name.
      box.current?.querySelector('input')?.select();
      return;
    }
    setError(id === '' ? 'Digite la identificación del participante.' : null);
    setTyped('');
    if (id !== '') arrive(eventId, id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // Reads the field itself: React may not have rendered the last letters yet.
    if (!event.nativeEvent.isComposing && !event.repeat) take(event.target.value);
  };
  return (
    <div ref={box}>
      <Stack>
        <TextField
          label="Identificación del participante"
          description="O su nombre, para buscarlo en la lista."
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setError(null);
          }}
          onKeyDown={onKeyDown}
          maxLength={60}
          autoCapitalize="none"
          enterKeyHint="done"
          isRequired
          error={error}
        />
        <Found
          people={found}
          onPick={(participantId) => {
            setTyped('');
            setError(null);
            arrive(eventId, participantId);
            box.current?.querySelector('input')?.focus();
          }}
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

function AttendanceFigures({ attended, total }: { attended: number; total: number }) {
  const status = useDesk((state) => state.status);
  const freshAt = useDesk((state) => state.freshAt);
  const waiting = useArrivals((state) => state.waiting);
  const isStuck = useArrivals((state) => state.isStuck);
  return (
    <div className={`wrap ${styles.figures}`}>
      <p className={styles.count}>
        Asistentes: <strong>{count(attended)}</strong> de {count(total)}
      </p>
      <LiveLine live={{ status, freshAt }} />
      {waiting > 0 && (
        <p className="warned" data-waiting={waiting}>
          {isStuck ? 'Sin respuesta del servidor, se envían de nuevo: ' : 'Por registrar: '}
          {count(waiting)}
        </p>
      )}
    </div>
  );
}

/**
 * Moves the focus to the desk's id field on the first letter typed outside of any field, because a hand scanner
 * types into the focused element. Leaves the keys of open lists and dialogs alone.
 */
function useDeskKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const lead = (event: globalThis.KeyboardEvent) => {
      const isShortcut =
        !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey);
      if (event.key.length !== 1 || event.key === ' ' || event.isComposing || isShortcut) return;
      const { activeElement } = document;
      if (
        activeElement?.closest('input, textarea, [role="listbox"], [role="dialog"], [role="alertdialog"]')
      ) {
        return;
      }
      // The browser delivers the letter to the new focus.
      box.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', lead, { capture: true });
    return () => window.removeEventListener('keydown', lead, { capture: true });
  }, [box]);
}

const arrivalWords: Readonly<Record<Arrival['outcome'], string>> = {
  registered: 'Asistencia registrada',
  already: 'Ya estaba registrado',
  unknown: 'No está en la lista del evento',
  failed: 'No se puede registrar la asistencia en este momento. Intente nuevamente.',
};
const sounds = {
  registered: 'registered',
  already: 'already',
  unknown: 'blocked',
  failed: 'blocked',
} as const;

/** Band with the last arrival in large type, with colour and sound by outcome. */
function DeskBand({ onAdd }: { onAdd: (typed: string) => void }) {
  const last = useArrivals((state) => state.last);
  const isMuted = useMuted((state) => state.isMuted);
  useEffect(listenForGesture, []);
  const turn = last?.turn;
  const outcome = last?.outcome;
  useEffect(() => {
    if (turn !== undefined && outcome !== undefined) play(sounds[outcome]);
  }, [turn, outcome]);
  return (
    <section className="stack-1" aria-label="Resultado del registro">
      {/* Remounted for each answer, so screen readers announce the same words again. */}
      <div role="status" aria-atomic="true">
        {last ? (
          <div
            key={last.turn}
            className={cx('stack-1', styles.band, outcomes[last.outcome], last.turn % 2 === 0 && styles.even)}
            data-outcome={last.outcome}
            data-turn={last.turn}
          >
            <p className="strong">
              {arrivalWords[last.outcome]}
              {last.outcome === 'already' && ` a las ${last.participant.checkInTime}`}
            </p>
            <p className={`bold breaks ${styles.name}`}>
              {'participant' in last ? last.participant.name : last.typed}
            </p>
            {'participant' in last && <p>{last.participant.participantId}</p>}
          </div>
        ) : (
          <div className={cx('stack-1', styles.band, styles.idle)}>
            <p>Escanee o digite la identificación de quien llega: aquí verá su nombre.</p>
          </div>
        )}
      </div>
      <div className={`wrap-2 middle ${styles.below}`}>
        <Button variant="quiet" size="small" onPress={() => useMuted.setState({ isMuted: !isMuted })}>
          {isMuted ? 'Activar sonido' : 'Silenciar sonido'}
        </Button>
        {last?.outcome === 'unknown' && (
          <Button variant="secondary" onPress={() => onAdd(last.typed)}>
            Agregar participante
          </Button>
        )}
      </div>
    </section>
  );
}
