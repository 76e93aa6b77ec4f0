import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { challengeWords } from '../../../../shared/assemblies/law/challenge-days.ts';
import {
  type LinkedAssembly,
  type OwnerVerdict,
  type OwnUnitVotes,
  readLinkedFile,
  readOwnerLink,
} from '../../../../shared/assemblies/signed-acta/owner-link.api.ts';
import type { ActaFile } from '../../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { endedWords } from '../../../../shared/assemblies/words.ts';
import { download } from '../../../lib/api.ts';
import { coefficient, dateTime, sentence } from '../../../lib/format.ts';
import { hashText } from '../../../lib/hash-place.ts';
import { queryOf } from '../../../lib/query.ts';
import { useDownload } from '../../../reports/use-download.ts';
import { ButtonLink, Card, Page, RowButton } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import styles from './linked-assembly.module.css';

/**
 * Page '/Asamblea': results and signed acta of an ended assembly, by the personal link of a mail, without a session.
 * The token stands behind '#', hidden from servers and logs.
 */
export default function LinkedAssemblyPage() {
  const token = hashText(useLocation().hash);
  const query = useQuery(queryOf(['owner-link', token], readOwnerLink, { body: { token: token || '-' } }));
  const assembly = query.data;
  return (
    <Page
      title={assembly ? '¿Qué se decidió?' : 'Resultados de la asamblea'}
      intro={
        assembly &&
        `${sentence(assembly.jointName)} ${assembly.endedAt === null ? '' : endedWords(assembly.endedAt)}`
      }
      width="narrow"
    >
      <QueryView query={query} page>
        {(linked) => (
          <>
            <Verdicts verdicts={linked.verdicts} />
            {linked.own.map((unit) => (
              <OwnVotes key={unit.apartmentId} unit={unit} />
            ))}
            {linked.challenge !== null && <p>{challengeWords(linked.challenge)}</p>}
            <p>
              <ButtonLink to={`/CompruebeSuVoto/${linked.jointId}`}>Compruebe su voto</ButtonLink>
            </p>
            <ActaPart token={token} assembly={linked} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Verdicts({ verdicts }: { verdicts: readonly OwnerVerdict[] }) {
  if (verdicts.length === 0) return <p className="soft">No se hizo ninguna votación.</p>;
  return (
    <ul className={`plain ${styles.verdicts}`}>
      {verdicts.map(({ mark, title, lines }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: verdicts never move, and a question asked twice has one title
        <li key={at} className={`breaks ${styles.verdict}`}>
          <span aria-hidden="true" className={mark === '✕' ? 'wrong' : 'good'}>
            {mark}
          </span>
          <div>
            <p className="strong">{title}</p>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Card with the votes of an owner's unit, each with a link to the proof. */
function OwnVotes({ unit: { apartmentId, votes } }: { unit: OwnUnitVotes }) {
  if (votes.length === 0) return null;
  return (
    <Card title={`Sus votos por ${apartmentId}`}>
      <ul className={`plain ${styles.verdicts}`}>
        {votes.map(({ jointId, title, answer, coefficient: weight, receipt, cost }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: votes never move, and a question asked twice has one title
          <li key={at} className={styles.vote}>
            <p>{title}</p>
            <p>
              <strong>{answer ?? 'No votó'}</strong> · coeficiente {coefficient(weight)}
            </p>
            {cost !== null && <p>{cost}</p>}
            {receipt !== null && (
              <Link to={`/CompruebeSuVoto/${jointId}#${encodeURIComponent(receipt)}`}>
                Ver la prueba de este voto
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ActaPart({ token, assembly: { acta } }: { token: string; assembly: LinkedAssembly }) {
  const saving = useDownload(({ fileId }: ActaFile) =>
    download(readLinkedFile, { params: { fileId }, body: { token } }),
  );
  return (
    <Card title="Acta firmada">
      {acta === null ? (
        <p>Todavía no se ha publicado. Cuando se publique, este mismo enlace la muestra.</p>
      ) : (
        <>
          <p>
            Publicada el {dateTime(acta.publishedAt)}.
            {acta.place !== null && ` Lugar de la copia: ${acta.place}.`}
          </p>
          {acta.files.map((file) => (
            <p key={file.fileId} className="wrap-2">
              <span className="anywhere strong">{file.fileName}</span>
              <RowButton
                act="Descargar"
                of={file.fileName}
                isPending={saving.isPending}
                onPress={() => saving.mutate(file)}
              />
            </p>
          ))}
        </>
      )}
    </Card>
  );
}
