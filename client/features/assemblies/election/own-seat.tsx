import { useMutation } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { type Acceptance, isSeatPassedOn } from '../../../../shared/assemblies/elections/election.ts';
import { answerElection } from '../../../../shared/assemblies/elections/elections.api.ts';
import { acceptanceWords } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { mayBeAccountOf } from '../../../../shared/properties/person.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { useSession } from '../../../lib/session.store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';

interface Props {
  jointId: number;
  question: LiveConcept;
  /** Units of the signed-in owner. */
  own: readonly AssemblyApartment[];
}

/** Notice to the elected owner, with buttons to accept or decline the seat. Renders no element for other people. */
export default function OwnSeat({ jointId, question: { conceptId, outcome }, own }: Props) {
  const answering = useMutation({
    mutationFn: (body: { answerId: number; place: number; acceptance: Acceptance }) =>
      call(answerElection, { params: { jointId, conceptId }, body }),
    onError: (error) => toast.error(messageOf(error, 'No se pudo guardar. Intente nuevamente.')),
    onSettled: () => refreshJoint(jointId),
  });
  const account = useSession((state) => state.user?.name) ?? '';
  const election = outcome?.election;
  if (election === undefined) return null;
  const { elected, declined } = election;
  const isOwner = ({ name }: { name: string }) =>
    own.some(({ owner }) =>
      mayBeAccountOf(account, { name, document: null }, { name: owner, document: null }),
    );
  const seat = elected.find(isOwner);
  const person = seat ?? declined.find(isOwner);
  if (person === undefined) return null;
  const send = (acceptance: Acceptance) =>
    answering.mutate({ answerId: person.answerId, place: person.place, acceptance });
  const decline = async () => {
    const isSure = await confirm({
      title: '¿No acepta su puesto?',
      body: <p>El puesto pasa al suplente que sigue, si lo hay.</p>,
      yes: 'No acepto',
      danger: true,
    });
    if (isSure) send('declined');
  };
  const isPassedOn = seat === undefined && isSeatPassedOn(election, person);
  const isAccepted = seat?.acceptance === 'accepted';
  return (
    <Notice
      title={seat ? `${person.name}, usted fue elegido.` : `${person.name}, usted no aceptó el puesto.`}
    >
      {isAccepted && <p>{acceptanceWords(seat)}.</p>}
      {seat && !isAccepted && <p>Diga si acepta el puesto. También lo puede decir en la mesa.</p>}
      {isPassedOn && <p>Un suplente tiene el puesto. Si cambió de idea, avise a la mesa.</p>}
      <Stack row>
        {!isAccepted && !isPassedOn && (
          <Button isPending={answering.isPending} onPress={() => send('accepted')}>
            Acepto
          </Button>
        )}
        {seat && (
          <Button variant="secondary" isDisabled={answering.isPending} onPress={() => void decline()}>
            No acepto
          </Button>
        )}
      </Stack>
    </Notice>
  );
}
