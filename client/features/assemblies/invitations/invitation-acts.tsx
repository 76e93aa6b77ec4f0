import { useState } from 'react';
import type { Invitation } from '../../../../shared/assemblies/invitations.api.ts';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { count } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { isToInvite } from './invitation-states.ts';
import styles from './invitations.module.css';
import type { useInvitationActs } from './use-invitations.ts';

const papers: readonly { id: PaperSize; label: string }[] = [
  { id: 'letter', label: 'Carta' },
  { id: 'a4', label: 'A4' },
];

interface Props {
  acts: ReturnType<typeof useInvitationActs>;
  invitations: readonly Invitation[];
  picked: ReadonlySet<string>;
}

const owners = (quantity: number): string =>
  quantity === 1 ? '1 propietario' : `${count(quantity)} propietarios`;
const idsOf = (people: readonly Invitation[]): string[] => people.map(({ userId }) => userId);

/** Sending and printing: of those who are picked, or of all whom it still concerns. Each asks, with the number. */
export function InvitationActs({ acts, invitations, picked }: Props) {
  const [paper, setPaper] = useState<PaperSize>('letter');
  const chosen = invitations.filter(({ userId }) => picked.has(userId));
  const toInvite = (picked.size > 0 ? chosen : invitations).filter(isToInvite);
  const again = chosen.filter((one) => one.email !== null);
  const onPaper = picked.size > 0 ? chosen : invitations.filter(({ email }) => email === null);

  const send = async () => {
    const title = `¿Enviar la invitación por correo a ${owners(toInvite.length)}?`;
    if (await confirm({ title })) acts.send.mutate({ userIds: idsOf(toInvite) });
  };
  const sendAgain = async () => {
    const title = `¿Enviar otra vez la invitación a ${owners(again.length)}?`;
    const body = 'Cada correo lleva un enlace nuevo. Los anteriores siguen sirviendo.';
    if (await confirm({ title, body })) acts.send.mutate({ userIds: idsOf(again), again: true });
  };
  const print = async () => {
    const title = `¿Imprimir las cartas de ${owners(onPaper.length)}?`;
    const body =
      'Una página para cada uno, con su enlace en un código QR. Entréguelas en sobre cerrado: quien tenga la carta entra a nombre del propietario.';
    if (await confirm({ title, body })) acts.print.mutate({ userIds: idsOf(onPaper), paper });
  };
  return (
    <div className={styles.acts}>
      <Button onPress={() => void send()} isDisabled={toInvite.length === 0} isPending={acts.send.isPending}>
        Enviar invitaciones ({count(toInvite.length)})
      </Button>
      <Button
        variant="secondary"
        onPress={() => void sendAgain()}
        isDisabled={again.length === 0}
        isPending={acts.send.isPending}
      >
        Enviar de nuevo ({count(again.length)})
      </Button>
      <div className={styles.print}>
        <Select label="Papel" items={papers} value={paper} onChange={setPaper} placeholder="Papel" />
        <Button
          variant="secondary"
          onPress={() => void print()}
          isDisabled={onPaper.length === 0}
          isPending={acts.print.isPending}
        >
          Imprimir cartas ({count(onPaper.length)})
        </Button>
      </div>
      <p className={styles.hint}>
        {picked.size > 0
          ? `Con los ${count(picked.size)} seleccionados.`
          : 'Sin selección: se invita a quienes tienen correo y no han sido invitados, y se imprimen las cartas de quienes no tienen correo.'}
      </p>
    </div>
  );
}
