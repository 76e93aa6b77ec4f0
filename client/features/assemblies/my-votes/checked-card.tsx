import { useEffect, useState } from 'react';
import { utf8 } from '../../../../shared/evidence/bytes.ts';
import { dateTime, formatCoefficientExact, sentence, votes } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { QrImage } from '../../../ui/qr-image.tsx';
import { conceptName } from '../common/question-messages.ts';
import type { CheckedVote, KeptWord } from './check-proof.ts';
import styles from './my-votes.module.css';

/** Maximum bytes of a QR code for phones to read from a screen or from paper. */
const MOST_QR_BYTES = 1024;

const keptWords: Record<KeptWord, string> = {
  same: 'Es de la misma historia que este equipo guardaba de la asamblea.',
  none: 'Este equipo no guardaba nada de esta asamblea: compare las cuatro palabras o la raíz con las del acta, o con otra persona que haya estado.',
  unasked:
    'Este equipo guardaba la asamblea, pero sin ingresar no puede comparar: compare las cuatro palabras o la raíz con las del acta.',
  key: 'Atención: no la firma la llave que este equipo conocía. Avise al presidente y al secretario.',
  histories:
    'Atención: no es de la historia que este equipo guardaba de la asamblea. Avise al presidente y al secretario.',
  unproven:
    'Atención: el servidor no demuestra que sea de la historia que este equipo guardaba. Avise al presidente y al secretario.',
  signature: 'Atención: la firma no es válida. Avise al presidente y al secretario.',
};

/** Returns a Spanish sentence about an annulled vote: time, name of the act, and reason. */
export const annulledWords = ({ at, how, reason }: NonNullable<CheckedVote['annulled']>): string =>
  sentence(`Se anuló el ${dateTime(at)}. Acto: ${how}. ${reasonOf({ reason })}`);

const reasonOf = ({ reason }: { reason: string | null }): string =>
  reason === null ? 'Sin motivo anotado' : `Motivo: ${reason}`;

const isLoud = (storedHead: KeptWord): boolean => keptWords[storedHead].startsWith('Atención');

const at = (ms: number): string => dateTime(new Date(ms).toISOString());

/**
 * Card for a voter about a counted vote: the data, the steps checked by this browser, and a button to save the
 * proof.
 * @param onPack saves the proof as a file with the verifier
 */
export function CheckedCard({ vote, onPack }: { vote: CheckedVote; onPack: () => Promise<void> }) {
  const { ballot, counted, words, storedHead } = vote;
  const [isPacking, setPacking] = useState(false);
  const facts: [string, string][] = [
    ['Inmueble', ballot.unit],
    [conceptName(ballot.conceptId), counted.question],
    ['Su respuesta', ballot.answer],
    ['Coeficiente', formatCoefficientExact(ballot.coefficient / 1e9)],
    ['Votado', `el ${at(ballot.at)}, ${ballot.remote === 1 ? 'a distancia' : 'en el salón'}`],
    ['Comprobante', ballot.receipt],
  ];
  const save = () =>
    saveFile({
      name: `Prueba del voto ${ballot.receipt}.json`,
      blob: new Blob([counted.proof], { type: 'application/json' }),
    });
  const pack = () => {
    setPacking(true);
    void onPack().finally(() => setPacking(false));
  };
  return (
    <>
      <CountedNotice vote={vote} />
      <Card title="Así se contó">
        <Figures className={`breaks grid-3 ${styles.facts}`} items={facts} />
      </Card>
      <Card title="El cierre">
        <p>Compare estas cuatro palabras con las del acta:</p>
        <p className={styles.words}>{words.join(' · ')}</p>
        <p>Ayudan a comparar de oído. La comparación completa es la de la raíz:</p>
        <p className={styles.root}>{counted.root}</p>
      </Card>
      <Card title="Qué comprobó este equipo">
        <ol className={`grid-3 ${styles.steps}`}>
          <li>
            Su voto, tal como se lee aquí, es uno de los {votes(counted.ballots)} de ese cierre: con él se
            llega a la raíz.
          </li>
          <li>Esa raíz está en la cabeza que el sistema firmó en ese momento, y la firma es válida.</li>
          <li>{keptWords[storedHead]}</li>
        </ol>
      </Card>
      <Card title="Guarde la prueba">
        <p>No muestra el voto de nadie más, y sirve sin este sistema.</p>
        <Stack row>
          <Button onPress={pack} isPending={isPacking}>
            Guardar la prueba con sus verificadores
          </Button>
          <Button variant="secondary" onPress={save}>
            Guardar solo la prueba
          </Button>
        </Stack>
        <ProofQr text={counted.proof} />
      </Card>
    </>
  );
}

/** Notice about the counting of the vote, its annulment, and the deletion of the question. */
function CountedNotice({ vote }: { vote: CheckedVote }) {
  const { counted, annulled, deleted, head, storedHead } = vote;
  return (
    <Notice
      kind={isLoud(storedHead) ? 'error' : annulled ? 'warning' : 'success'}
      title={annulled ? 'Su voto se contó y después se anuló.' : 'Su voto está contado.'}
    >
      <p>
        Se contó entre {votes(counted.ballots)}, en el cierre del {at(head.at)}.
      </p>
      {annulled && <p>{annulledWords(annulled)} Desde entonces no cuenta.</p>}
      {deleted && annulled?.at !== deleted.at && (
        <p>
          La pregunta se eliminó el {dateTime(deleted.at)}. {sentence(reasonOf(deleted))}
        </p>
      )}
      {deleted && <p>El resultado que se anunció queda en los informes y en el acta.</p>}
      {isLoud(storedHead) && <p>{keptWords[storedHead]}</p>}
    </Notice>
  );
}

/**
 * QR code with the text of the proof, to print or to scan with another phone. A hint instead, if the text is too
 * long.
 */
function ProofQr({ text }: { text: string }) {
  const [rows, setRows] = useState<string[] | null>(null);
  const fits = utf8(text).length <= MOST_QR_BYTES;
  useEffect(() => {
    if (!fits) return;
    import('../../../lib/qr-rows.ts').then(
      ({ qrRows }) => setRows(qrRows(text)),
      () => undefined,
    );
  }, [text, fits]);
  if (!fits) return <p className="soft">Es larga para un código QR: guárdela como archivo.</p>;
  if (rows === null) return null;
  return (
    <>
      <QrImage rows={rows} label="La prueba de su voto, como código QR" className={styles.qr} />
      <Stack row>
        <Button variant="secondary" onPress={() => window.print()}>
          Imprimir
        </Button>
      </Stack>
    </>
  );
}
