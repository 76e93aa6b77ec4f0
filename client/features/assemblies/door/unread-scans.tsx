import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import { entryOf } from '../../../lib/live/store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import styles from '../common/assemblies.module.css';
import { activeQuestion } from '../common/question-messages.ts';
import { useJointFamily } from '../properties/use-assembly-joints.ts';
import { goneAlong } from './companions.ts';
import { isUnread, isWarned, type ScanEntry } from './kept/scan.ts';
import { settle, settlePower, takeBack } from './scan/queue.ts';
import { conflictWords, heldWords, unitsWords, unitWords } from './scan/words.ts';

interface Props {
  entries: readonly ScanEntry[];
  units: readonly RollApartment[];
}

/**
 * List on the desk's page of refused registrations and warnings, until the operator marks each as read.
 * @param entries registrations of the desk's queue
 * @param units units on the assembly's roll
 */
export function UnreadScans({ entries, units }: Props) {
  return entries
    .filter(isUnread)
    .map((entry) =>
      isWarned(entry) ? (
        <TooManyPowers key={entry.id} entry={entry} />
      ) : (
        <Unread key={entry.id} entry={entry} units={units} />
      ),
    );
}

function Unread({ entry, units }: { entry: ScanEntry; units: readonly RollApartment[] }) {
  const { conflicts, jointId, inTheWay = [], warnings = [] } = entry;
  const holders = [...new Set(inTheWay.map(({ holder }) => holder))];
  const family = [jointId, ...useJointFamily(jointId).map((place) => place.id)];
  return (
    <Notice
      kind="error"
      title={
        inTheWay.length > 0 ? `Hay un poder a favor de ${holders.join(' y ')}. ¿Quién vino?` : entry.message
      }
    >
      {warnings.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {conflicts.length === 0 ? (
        <p>{inTheWay.length > 0 ? inTheWay.map(unitWords).join(', ') : unitsWords(entry)}</p>
      ) : (
        <ul className={styles.list}>
          {conflictWords(entry).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Stack row>
        {inTheWay.length > 0 && (
          <Button variant="secondary" size="small" onPress={() => settlePower(entry, 'owner')}>
            {entry.wish.byProxy ? 'Otro apoderado: terminar ese poder' : 'El propietario: terminar el poder'}
          </Button>
        )}
        {holders.length === 1 && (
          <Button variant="secondary" size="small" onPress={() => settlePower(entry, 'holder')}>
            {`${holders[0]}, con su poder`}
          </Button>
        )}
        <Button variant="secondary" size="small" onPress={() => settle(entry.id)}>
          Entendido
        </Button>
        {conflicts.length > 0 && (
          <Button variant="secondary" size="small" onPress={() => void giveBack(entry, { units, family })}>
            Devolver al propietario
          </Button>
        )}
      </Stack>
    </Notice>
  );
}

/**
 * Warning that a person represents more owners than the by-laws allow, or may not represent. The registration is
 * valid, and the operator decides.
 */
function TooManyPowers({ entry }: { entry: ScanEntry }) {
  const { powers, wish, warnings = [] } = entry;
  const who = wish.attendee?.name ?? 'La persona con este código';
  const [first, ...others] =
    warnings.length > 0
      ? warnings
      : [
          `${who} ya representa a ${powers?.owners ?? 0} propietarios; el reglamento permite ${powers?.limit ?? 0}`,
        ];
  return (
    <Notice kind="warning" title={first ?? ''}>
      {others.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p>Quedó registrado: {unitsWords(entry)}. Si no procede, reverse el registro.</p>
      <div>
        <Button variant="secondary" size="small" onPress={() => settle(entry.id)}>
          Entendido
        </Button>
      </div>
    </Notice>
  );
}

interface Around {
  /** Roll as last received on this device. */
  units: readonly RollApartment[];
  /** Ids of the joint and of all sectors of the joint. */
  family: readonly number[];
}

/**
 * Asks for confirmation, naming the present and the new holder of each unit, then moves the units to the code at
 * the desk.
 */
async function giveBack(entry: ScanEntry, { units, family }: Around): Promise<void> {
  const { conflicts, wish } = entry;
  const who = wish.attendee?.name;
  const along = goneAlong(
    conflicts.map((unit) => unit.apartmentId),
    units,
  );
  const isSure = await confirm({
    title: '¿Está seguro de devolver los siguientes inmuebles?',
    body: (
      <>
        <ul className={styles.list}>
          {conflicts.map((unit) => (
            <li key={unit.apartmentId}>
              {unitWords({ apartmentId: unit.apartmentId, owner: unit.owner ?? '' })}: ahora registrado{' '}
              {heldWords({ ...unit, attendee: unit.attendee ?? 'otra persona' })}; quedará a nombre de{' '}
              {who ?? unit.owner ?? 'quien presenta el código'}.
            </li>
          ))}
          {along.map((unit) => (
            <li key={unit.apartmentId}>
              {unitWords(unit)}: va con {unit.mainApartmentId} y también quedará a nombre de{' '}
              {who ?? (unit.owner || 'quien presenta el código')}.
            </li>
          ))}
        </ul>
        <p>
          Desde ahora responde {who ?? 'quien presenta el código'}. Los votos de preguntas cerradas se
          conservan.
        </p>
        {family.some(mayBeAsking) && (
          <p>
            Tenga en cuenta que, si ya se votó por estos inmuebles en la pregunta que está abierta, ese voto
            se conserva y el propietario no podrá votarla de nuevo.
          </p>
        )}
      </>
    ),
    danger: true,
  });
  if (isSure) takeBack(entry, conflicts, along);
}

/** True if a question is open, or may be open while the WebSocket connection is down. */
function mayBeAsking(jointId: number): boolean {
  const { status, joint } = entryOf(jointId);
  return status !== 'live' || joint === null || activeQuestion(joint.concepts) !== null;
}
