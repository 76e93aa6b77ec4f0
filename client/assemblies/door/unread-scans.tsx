import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import styles from '../assemblies.module.css';
import { giveBack } from './give-back.tsx';
import { exceedsPowers, isUnread, type ScanEntry } from './scan.ts';
import { settle } from './scan-queue.ts';
import { heldWords, unitsWords, unitWords } from './scan-words.ts';
import { TooManyPowers } from './too-many-powers.tsx';

/** What was refused, by name, until the operator has read it. */
export function UnreadScans({ entries }: { entries: readonly ScanEntry[] }) {
  return entries
    .filter(isUnread)
    .map((entry) =>
      exceedsPowers(entry) ? (
        <TooManyPowers key={entry.id} entry={entry} />
      ) : (
        <Unread key={entry.id} entry={entry} />
      ),
    );
}

function Unread({ entry }: { entry: ScanEntry }) {
  const { conflicts } = entry;
  return (
    <Notice kind="error" title={entry.message}>
      {conflicts.length === 0 ? (
        <p>{unitsWords(entry)}</p>
      ) : (
        <ul className={styles.list}>
          {conflicts.map((unit) => (
            <li key={unit.apartmentId}>
              {[unitWords({ apartmentId: unit.apartmentId, owner: unit.owner ?? '' }), heldWords(unit)]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
      <Stack row>
        <Button variant="secondary" size="small" onPress={() => settle(entry.id)}>
          Entendido
        </Button>
        {conflicts.length > 0 && (
          <Button variant="secondary" size="small" onPress={() => void giveBack(entry)}>
            Devolver al propietario
          </Button>
        )}
      </Stack>
    </Notice>
  );
}
