import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ScanEntry } from './kept/scan.ts';
import { settle } from './scan/scan-queue.ts';
import { unitsWords } from './scan/scan-words.ts';

/** Who represents more owners than the reglamento allows; the registration stands, and the desk decides. */
export function TooManyPowers({ entry }: { entry: ScanEntry }) {
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
