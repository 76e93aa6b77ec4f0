import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import styles from '../assemblies.module.css';
import { useJointFamily } from '../use-assembly-joints.ts';
import { giveBack } from './give-back.tsx';
import { exceedsPowers, isUnread, type ScanEntry } from './kept/scan.ts';
import { settle } from './scan/scan-queue.ts';
import { conflictWords, unitsWords } from './scan/scan-words.ts';

interface Props {
  entries: readonly ScanEntry[];
  units: readonly RollApartment[];
}

/** What was refused, by name, until the operator has read it. */
export function UnreadScans({ entries, units }: Props) {
  return entries
    .filter(isUnread)
    .map((entry) =>
      exceedsPowers(entry) ? (
        <TooManyPowers key={entry.id} entry={entry} />
      ) : (
        <Unread key={entry.id} entry={entry} units={units} />
      ),
    );
}

function Unread({ entry, units }: { entry: ScanEntry; units: readonly RollApartment[] }) {
  const { conflicts, jointId } = entry;
  const family = [jointId, ...useJointFamily(jointId).map((place) => place.id)];
  return (
    <Notice kind="error" title={entry.message}>
      {conflicts.length === 0 ? (
        <p>{unitsWords(entry)}</p>
      ) : (
        <ul className={styles.list}>
          {conflictWords(entry).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Stack row>
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

/** Who represents more owners than the reglamento allows; the registration stands, and the desk decides. */
function TooManyPowers({ entry }: { entry: ScanEntry }) {
  const { powers, wish, code } = entry;
  if (powers === null || powers.limit === null) return null;
  return (
    <Notice
      kind="warning"
      title={`${wish.attendee?.name ?? code} ya representa a ${powers.owners} propietarios; el reglamento permite ${powers.limit}`}
    >
      <p>Quedó registrado: {unitsWords(entry)}. Si no procede, reverse el registro.</p>
      <div>
        <Button variant="secondary" size="small" onPress={() => settle(entry.id)}>
          Entendido
        </Button>
      </div>
    </Notice>
  );
}
