import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import {
  LONGEST_PROPOSAL,
  type OwnerProposal,
  withdrawProposal,
  writeProposal,
} from '../../../../shared/assemblies/turns/proposals.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { later } from '../../../lib/time/later.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { ownerProposalsQuery, phoneWait } from './turns.queries.ts';

/**
 * Proposals of the phone's person: the own ones, and the form while the assembly takes proposals. Asks anew after own
 * acts; and, some time later, at the beginning of the point of proposals and after a new question.
 * @param isTaking true while the assembly takes proposals
 */
export function OwnProposals({
  joint: { jointId, assembly, concepts },
  isTaking,
}: {
  joint: LiveJoint;
  isTaking: boolean;
}) {
  const isOpen = assembly?.openedAt !== null;
  const version = useLater([isOpen, isTaking, concepts.length].join(), isOpen);
  const query = useQuery({
    ...ownerProposalsQuery(jointId, version ?? ''),
    enabled: version !== null,
    placeholderData: keepPreviousData,
  });
  const [isWriting, setWriting] = useState(false);
  if (query.data === undefined) return null;
  const { obstacle, proposals } = query.data;
  if (obstacle !== null && proposals.length === 0) return null;
  return (
    <section className="stack-3" aria-label="Proposiciones">
      {proposals.length > 0 && (
        <>
          <p className="bold">Sus proposiciones</p>
          <ul className="stack-3 plain">
            {proposals.map((proposal) => (
              <Own key={proposal.proposalId} jointId={jointId} proposal={proposal} />
            ))}
          </ul>
        </>
      )}
      {obstacle === null && !isWriting && (
        <Button variant="secondary" wide onPress={() => setWriting(true)}>
          Escribir una proposición
        </Button>
      )}
      {isWriting && <Writing jointId={jointId} onEnd={() => setWriting(false)} />}
    </section>
  );
}

/** Hook: returns a value a random wait after each change; the first value at once, or after a wait too (`isWaiting`). */
function useLater(value: string, isWaiting: boolean): string | null {
  const [delayed, setDelayed] = useState(isWaiting ? null : value);
  useEffect(() => {
    if (delayed === value) return;
    return later(() => setDelayed(value), phoneWait());
  }, [delayed, value]);
  return delayed;
}

function Own({
  jointId,
  proposal: { proposalId, text, question },
}: {
  jointId: number;
  proposal: OwnerProposal;
}) {
  const client = useQueryClient();
  const withdrawing = useRequest(() => call(withdrawProposal, { params: { jointId, proposalId } }), {
    failed: true,
    onSettled: () => client.invalidateQueries({ queryKey: ['proposals', jointId] }),
  });
  return (
    <li className="between">
      <span className="anywhere grow">
        {text}
        {question !== null && <span className="soft"> · {conceptName(question.conceptId)}</span>}
      </span>
      {question === null && (
        <RowButton
          act="Retirar"
          of={text}
          onPress={() => withdrawing.mutate()}
          isPending={withdrawing.isPending}
        />
      )}
    </li>
  );
}

/** Form for a proposal. Line breaks become spaces: a proposal may become a question of one line. */
function Writing({ jointId, onEnd }: { jointId: number; onEnd: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const text = typed.replace(/\s+/g, ' ').trim();
  const sending = useRequest(() => call(writeProposal, { params: { jointId }, body: { text } }), {
    done: 'La secretaría recibió su proposición.',
    next: [onEnd],
    onSettled: () => client.invalidateQueries({ queryKey: ['proposals', jointId] }),
  });
  return (
    <div className="stack-3">
      <TextField
        label="Su proposición"
        description="La secretaría la lee y puede llevarla a votación. Queda en el acta con su inmueble."
        value={typed}
        onChange={setTyped}
        maxLength={LONGEST_PROPOSAL}
        multiline
        autoFocus
      />
      {sending.isError && <Notice kind="error">{messageOf(sending.error)}</Notice>}
      <Stack row>
        <Button isDisabled={text === ''} isPending={sending.isPending} onPress={() => sending.mutate()}>
          Enviar
        </Button>
        <Button variant="quiet" onPress={onEnd}>
          Cancelar
        </Button>
      </Stack>
    </div>
  );
}
