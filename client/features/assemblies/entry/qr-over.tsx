import { endedWords } from '../../../../shared/assemblies/assembly-words.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import type { KeptVotes } from './qr-kept.tsx';

/** The assembly ended, and the code's session with it: said first, and what was voted here stays to be read. */
export function QrOver({ kept }: { kept: readonly KeptVotes[] }) {
  const closedAt = kept.find((one) => one.closedAt !== null)?.closedAt ?? null;
  const voted = kept.filter((one) => one.questions.length > 0);
  return (
    <Stack>
      <Notice title={closedAt === null ? 'La asamblea terminó.' : endedWords(closedAt)}>
        <p>La votación con este código terminó. No necesita hacer nada más.</p>
      </Notice>
      {voted.length > 0 && <h2>Lo que usted votó</h2>}
      {voted.map((place) => (
        <section key={place.jointId} aria-label={place.name === '' ? 'Lo que usted votó' : place.name}>
          <Stack>
            {kept.length > 1 && <h3>{place.name}</h3>}
            {place.questions.map(({ conceptId, name, question, words }) => (
              <div key={conceptId}>
                <p>
                  <strong>{name}</strong>: {question}
                </p>
                <p>{words}</p>
                {place.receipts
                  .filter((one) => one.conceptId === conceptId)
                  .map(({ apartmentId, receipt }) => (
                    <p key={apartmentId}>
                      Comprobante de {apartmentId}: <strong>{receipt}</strong>
                    </p>
                  ))}
              </div>
            ))}
          </Stack>
        </section>
      ))}
      {voted.length > 0 && (
        <p>
          Si desea conservarlo, tome una foto de esta pantalla: al cerrarla ya no se puede volver a ver aquí.
        </p>
      )}
    </Stack>
  );
}
