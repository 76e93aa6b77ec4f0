import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { checkReceipt, proofPack } from '../../../../shared/evidence/evidence.api.ts';
import { call, download, messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { LightField } from '../../../ui/fields/light-field.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { useLinkedText } from '../../../ui/fields/use-linked-text.ts';
import { AttemptForm } from '../../../ui/form.tsx';
import { Notice, Page } from '../../../ui/page.tsx';
import { Loading } from '../../../ui/query-view.tsx';
import { type CheckedVote, checkProof } from './check-proof.ts';
import { annulledWords, CheckedCard } from './checked-card.tsx';

/** State of the page after the last check of a receipt. */
type CheckState =
  | { kind: 'asking' }
  | { kind: 'open' }
  /** Annulled before a closing counted the vote. */
  | { kind: 'annulled'; words: string }
  | { kind: 'checked'; receipt: string; vote: CheckedVote }
  /** The proof of the server is invalid. */
  | { kind: 'fault'; fault: string }
  /** The server sent no proof. */
  | { kind: 'refused'; message: string };

/**
 * Page '/CompruebeSuVoto/:jointId': verifies with a vote's receipt if the vote is counted, with or without a
 * session. In a link the receipt stands behind '#', hidden from servers and logs.
 */
export default function CheckVotePage() {
  const jointId = Number(useParams().jointId);
  const [state, setState] = useState<CheckState | null>(null);
  const check = async (receipt: string) => {
    setState({ kind: 'asking' });
    setState(await readReceiptState(jointId, receipt));
  };
  const linked = useLinkedText(check);
  const form = useForm({
    initial: { receipt: linked },
    faultsOf: ({ receipt }) => ({
      receipt:
        receipt.trim() === '' ? 'Escriba el comprobante, como está en su teléfono o en el informe.' : null,
    }),
    onSubmit: ({ receipt }) => check(receipt),
  });
  return (
    <Page
      title="Compruebe su voto"
      intro="Con el comprobante que recibió al votar, este equipo comprueba que su voto está entre los que se contaron."
      width="narrow"
    >
      <AttemptForm form={form} act="Comprobar" attempt={{ isPending: state?.kind === 'asking' }}>
        <LightField
          label="Comprobante de voto"
          {...form.checked('receipt')}
          autoCapitalize="characters"
          spellCheck="false"
          maxLength={20}
        />
      </AttemptForm>
      {state && <Checked state={state} jointId={jointId} />}
    </Page>
  );
}

async function readReceiptState(jointId: number, receipt: string): Promise<CheckState> {
  try {
    const { counted, annulled, deleted } = await call(checkReceipt, {
      params: { jointId },
      body: { receipt },
    });
    if (counted === null) {
      return annulled ? { kind: 'annulled', words: annulledWords(annulled) } : { kind: 'open' };
    }
    const vote = await checkProof(jointId, receipt, { counted, annulled, deleted });
    return typeof vote === 'string' ? { kind: 'fault', fault: vote } : { kind: 'checked', receipt, vote };
  } catch (error) {
    return { kind: 'refused', message: messageOf(error, 'No se pudo comprobar. Intente de nuevo.') };
  }
}

function Checked({ state, jointId }: { state: CheckState; jointId: number }) {
  const [failure, setFailure] = useState<string | null>(null);
  switch (state.kind) {
    case 'asking':
      return <Loading />;
    case 'refused':
      return <Notice kind="warning" title={state.message} />;
    case 'open':
      return (
        <Notice title="Su voto está guardado.">
          <p>
            La votación no se ha cerrado todavía, o se cerró antes de que el sistema guardara pruebas. Vuelva
            cuando se anuncie el resultado.
          </p>
        </Notice>
      );
    case 'annulled':
      return (
        <Notice kind="warning" title="Su voto se anuló y no cuenta.">
          <p>{state.words}</p>
          <p>Si no está de acuerdo, pregunte a la mesa de la asamblea y guarde su comprobante.</p>
        </Notice>
      );
    case 'fault':
      return (
        <Notice kind="error" title="La prueba no cuadra">
          <p>{state.fault}</p>
          <p>Avise al presidente y al secretario de la asamblea, y guarde su comprobante.</p>
        </Notice>
      );
    case 'checked': {
      const savePack = async () => {
        setFailure(null);
        try {
          saveFile(await download(proofPack, { params: { jointId }, body: { receipt: state.receipt } }));
        } catch (error) {
          setFailure(messageOf(error, 'No se pudo descargar. Intente de nuevo.'));
        }
      };
      return (
        <>
          <CheckedCard vote={state.vote} onPack={savePack} />
          {failure && <Notice kind="error" title={failure} />}
        </>
      );
    }
  }
}
