import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '../../../../shared/api.ts';
import {
  confirmArrival,
  listArrivals,
  refuseArrival,
  type WaitingArrival,
} from '../../../../shared/assemblies/arrivals.api.ts';
import { call } from '../../../lib/api.ts';
import { units as countUnits, time } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useGathered } from '../../../lib/use-gathered.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { RowButton } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts, phonesWait } from '../common/texts.ts';
import styles from './arrivals.module.css';
import { heldWords } from './scan/words.ts';

type Phone = WaitingArrival['phones'][number];

/** Link at the desk to the list of phones waiting for a decision. The text has the number of phones. */
export function ArrivalsLink({ live }: { live: LiveEntry }) {
  const waiting = live.joint?.joining?.waiting ?? 0;
  if (waiting === 0) return null;
  return <a href="#arrivals">{phonesWait(waiting)}</a>;
}

/**
 * List at the desk of the owners with a unit and a document announced by phone, through the QR on the wall. An
 * operator at any desk confirms or refuses each with a single tap.
 */
export function Arrivals({ jointId, live }: { jointId: number; live: LiveEntry }) {
  const joining = live.joint?.joining ?? null;
  const query = useQuery({
    ...freshOf(['arrivals', jointId], listArrivals, { params: { jointId } }),
    enabled: joining !== null && joining.waiting > 0,
    refetchInterval: QUORUM_POLL_MS,
  });
  const refetch = () => void query.refetch();
  const waiting = joining?.waiting ?? 0;
  // Refetches also after a registration elsewhere, to update the state of the units.
  const registered = live.joint?.registered.apartments;
  useGathered(
    `${waiting} ${joining?.newestAt} ${registered} ${live.resyncs}`,
    () => waiting > 0 && refetch(),
  );
  const [done, setDone] = useState('');
  const settled = () => {
    refetch();
    if (live.status !== 'live') refreshJoint(jointId);
  };
  const arrivals = waiting === 0 ? [] : (query.data ?? []);
  if (arrivals.length === 0 && done === '') return null;
  return (
    <section className={styles.arrivals} aria-labelledby="arrivals">
      <h2 id="arrivals" className={styles.title}>
        Avisos desde el teléfono{arrivals.length > 0 && ` (${arrivals.length})`}
      </h2>
      <p role="status" className={done === '' ? 'unseen' : undefined}>
        {done}
      </p>
      {arrivals.length > 0 && (
        <ul className={`plain ${styles.list}`}>
          {arrivals.map((unit) => (
            <li key={`${unit.isKnown} ${unit.apartmentId}`} className={styles.unit}>
              <ArrivingUnit unit={unit} />
              {unit.phones.map((phone) => (
                <PhoneRow
                  key={phone.arrivalId}
                  jointId={jointId}
                  unit={unit}
                  phone={phone}
                  onDone={setDone}
                  onSettled={settled}
                />
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ArrivingUnit({ unit }: { unit: WaitingArrival }) {
  const { apartmentId, isKnown, owner, registered, hasManyWrong } = unit;
  return (
    <div>
      <p className="anywhere">
        <strong>{apartmentId}</strong> {owner}
      </p>
      {!isKnown && <p className="warned">No está en el listado de la asamblea.</p>}
      {hasManyWrong && (
        <p className="warned">
          Muchos anuncios equivocados para {apartmentId}: pida el documento antes de confirmar.
        </p>
      )}
      {registered && (
        <p className={registered.isOwn ? 'soft' : 'warned'}>
          {registered.isOwn
            ? `Ya registrado por su propietario, ${heldWords({ ...registered, attendee: null })}.`
            : `Ya registrado ${registered.byProxy ? 'con un poder, ' : ''}${heldWords(registered)}.`}
        </p>
      )}
    </div>
  );
}

interface RowProps {
  jointId: number;
  unit: WaitingArrival;
  phone: Phone;
  onDone: (words: string) => void;
  onSettled: () => void;
}

/** Returns the two decisions of the desk about a phone, as mutations. */
function useDecisions({ jointId, unit, phone, onDone, onSettled }: RowProps) {
  const params = { jointId, arrivalId: phone.arrivalId };
  const confirming = useRequest(
    (body: InputOf<typeof confirmArrival>['body']) => call(confirmArrival, { params, body }),
    {
      next: ({ registered }) => {
        const count = new Set(registered.map(({ apartmentId }) => apartmentId)).size;
        onDone(`${unit.apartmentId} quedó confirmado: ${countUnits(count)}.`);
      },
      failed: assemblyTexts.registerFailed,
      onSettled,
    },
  );
  const refusing = useRequest(() => call(refuseArrival, { params }), {
    next: () => onDone(`El aviso de ${unit.apartmentId} fue rechazado.`),
    failed: assemblyTexts.registerFailed,
    onSettled,
  });
  return { confirming, refusing };
}

/** Asks if a unit of another holder goes back to its owner. */
const isSureToGiveBack = ({ apartmentId, registered, owner }: WaitingArrival, phone: Phone) =>
  confirm({
    title: `¿Está seguro de devolver el inmueble ${apartmentId} a su propietario?`,
    body: (
      <p>
        Ahora está registrado{registered && ` ${heldWords(registered)}`}. Desde ahora responde{' '}
        {owner ?? 'su propietario'}, con el teléfono número {phone.number}. Los votos ya dados se conservan.
      </p>
    ),
    danger: true,
  });

function PhoneRow(props: RowProps) {
  const { unit, phone } = props;
  const { confirming, refusing } = useDecisions(props);
  const [isAsking, setAsking] = useState(false);
  const name = `${unit.apartmentId}, número ${phone.number}`;
  const isBusy = confirming.isPending || refusing.isPending;
  const isTaken = unit.registered !== null && !unit.registered.isOwn;
  const isDoubtful = phone.agrees === false;
  const decide = async () => {
    if (isDoubtful) setAsking(true);
    else if (!isTaken) confirming.mutate({});
    else if (await isSureToGiveBack(unit, phone)) confirming.mutate({ takeBack: true });
  };
  const refuse = (
    <RowButton
      act="Rechazar"
      of={name}
      variant={isDoubtful ? 'primary' : 'secondary'}
      isPending={refusing.isPending}
      isDisabled={isBusy}
      onPress={() => refusing.mutate()}
    />
  );
  return (
    <div className={`between middle ${styles.phone}`}>
      <PhoneWords unit={unit} phone={phone} />
      <div className="wrap-2">
        {isDoubtful && refuse}
        {unit.isKnown && (
          <RowButton
            act={isTaken ? 'Devolver al propietario' : 'Confirmar'}
            of={name}
            variant={phone.agrees === true && !isTaken ? 'primary' : 'secondary'}
            isPending={confirming.isPending}
            isDisabled={isBusy}
            onPress={() => void decide()}
          />
        )}
        {!isDoubtful && refuse}
      </div>
      {isAsking && (
        <ReasonDialog
          title={`¿Qué documento vio de quien avisa por ${unit.apartmentId}?`}
          body={seenWords(unit, phone, isTaken)}
          text={{
            label: 'Documento que vio',
            missing: 'Escriba el número del documento que vio.',
            maxLength: 40,
          }}
          yes="Confirmar"
          saving={confirming}
          onYes={(seenDocument) =>
            confirming.mutate(isTaken ? { seenDocument, takeBack: true } : { seenDocument })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function PhoneWords({ unit, phone }: Pick<RowProps, 'unit' | 'phone'>) {
  return (
    <p className={styles.words}>
      Número <strong className="tabular">{phone.number}</strong> · documento{' '}
      <span className="tabular anywhere">{phone.document}</span> · {time(phone.at)}
      <br />
      <span className={cx('strong', phone.agrees === true ? 'good' : 'warned')}>
        {agreementWords(unit, phone)}
      </span>
    </p>
  );
}

function seenWords({ owner }: WaitingArrival, { document }: Phone, isTaken: boolean): string {
  const words = `En el teléfono escribió ${document}, y no coincide con el listado. Quedan anotados los dos documentos.`;
  return isTaken
    ? `${words} Los votos ya dados se conservan, y desde ahora responde ${owner ?? 'su propietario'}.`
    : words;
}

function agreementWords({ isKnown }: WaitingArrival, { agrees }: Phone): string {
  if (!isKnown) return 'Pídale que corrija el inmueble.';
  if (agrees === true) return 'El documento coincide con el listado.';
  if (agrees === false) return 'El documento no coincide con el listado: verifíquelo.';
  return 'El listado no tiene el documento: verifíquelo.';
}
