import { today } from '../../../shared/days.ts';
import type { Event } from '../../../shared/events/events.api.ts';
import { count } from '../../lib/format.ts';
import { KeyFigure } from '../../ui/key-figure.tsx';
import { ButtonLink, Card } from '../../ui/page.tsx';
import { chooseEvent } from './desk.store.ts';
import { eventDay } from './words.ts';

/**
 * List on the home page: events of today with links to the registration desk, and the next event. Hidden if
 * there is no event.
 * @param isMain true if the first link is the full button of the page
 */
export function EventsNow({ events, isMain }: { events: readonly Event[]; isMain: boolean }) {
  const day = today();
  const next = events
    .filter(({ heldOn }) => heldOn !== null && heldOn > day)
    .sort((a, b) => String(a.heldOn).localeCompare(String(b.heldOn)))[0];
  return (
    <>
      {events
        .filter(({ heldOn }) => heldOn === day)
        .map(({ eventId, name, participants, attended }, at) => (
          <Card key={eventId} title={name}>
            <KeyFigure
              name="Evento de hoy"
              value={`${count(attended)} de ${count(participants)}`}
              sentence={attended === 0 ? 'Todavía no ha llegado nadie.' : 'Participantes que ya llegaron.'}
            >
              <div>
                <ButtonLink
                  to="/RegisterAssistance"
                  size="large"
                  variant={isMain && at === 0 ? 'primary' : 'secondary'}
                  label={`Registrar asistencia, ${name}`}
                  onFollow={() => chooseEvent(eventId)}
                >
                  Registrar asistencia
                </ButtonLink>
              </div>
            </KeyFigure>
          </Card>
        ))}
      {next && (
        <Card title="Próximo evento">
          <p className="anywhere">
            <strong>{next.name}</strong> · {eventDay(next.heldOn)} · {count(next.participants)} participantes
          </p>
        </Card>
      )}
    </>
  );
}
