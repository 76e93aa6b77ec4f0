import { confirm } from '../../ui/confirm.tsx';
import styles from '../assemblies.module.css';
import type { ScanEntry } from './scan.ts';
import { takeBack } from './scan-queue.ts';
import { heldWords, unitWords } from './scan-words.ts';

/** Asks, naming who holds each unit and who gets it, and moves them to the code that was just presented. */
export async function giveBack(entry: ScanEntry): Promise<void> {
  const { conflicts, wish, code } = entry;
  const who = wish.attendee?.name;
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
        </ul>
        <p>
          Desde ahora responde {who ? `${who}, con el código ${code}` : `quien tiene el código ${code}`}. Los
          votos de preguntas cerradas se conservan.
        </p>
      </>
    ),
    danger: true,
  });
  if (isSure) takeBack(entry, conflicts);
}
