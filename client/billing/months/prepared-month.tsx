import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { discardDraft } from '../../../shared/billing/drafts.api.ts';
import type { BillingMonth } from '../../../shared/billing/months.api.ts';
import { call, hasCode, messageOf } from '../../lib/api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { Asked } from '../asked.tsx';
import { relationQuery, useRefreshBilling } from '../billing.queries.ts';
import { IssueForm } from './issue-form.tsx';
import { leftBehindWords, monthLabel, monthsWords } from './month-words.ts';
import { RelationTable } from './relation-table.tsx';

interface Props {
  jointId: number;
  month: BillingMonth;
  /** Earlier months that could not be issued after it, in their order. */
  left: readonly BillingMonth[];
  back: ReactNode;
  onMonth: (month: BillingMonth) => void;
  onBack: () => void;
}

/** A month that can be issued: what its relación would be, and the act itself. */
export function PreparedMonth({ jointId, month, left, back, onMonth, onBack }: Props) {
  const { draftId } = month;
  const relation = useQuery(relationQuery(jointId, month));
  const label = monthLabel(month.year, month.month);
  if (hasCode(relation.error, 'legalRateMissing')) {
    return (
      <Card title={`${label}, sin emitir`} actions={back}>
        <Notice kind="error" title={relation.error.message}>
          <Months details={relation.error.details} />
        </Notice>
        <Stack row>
          <ButtonLink to="/Billing/Settings">Registrar la tasa</ButtonLink>
          <Button variant="secondary" onPress={() => void relation.refetch()}>
            Intentar de nuevo
          </Button>
          <Discard jointId={jointId} draftId={draftId} label={label} onDone={onBack} />
        </Stack>
      </Card>
    );
  }
  return (
    <>
      <Card title={`${label}, sin emitir`} actions={back}>
        {left.length > 0 && (
          <Notice kind="warning" title={`Antes está ${monthsWords(left)}, sin emitir.`}>
            <p>{leftBehindWords(left, label)}</p>
            <Stack row>
              {left.map((earlier) => (
                <Button
                  key={`${earlier.year} ${earlier.month}`}
                  variant="secondary"
                  onPress={() => onMonth(earlier)}
                >
                  Ver {monthLabel(earlier.year, earlier.month)}
                </Button>
              ))}
            </Stack>
          </Notice>
        )}
        <p>Así quedarían las cuentas si el mes se emitiera hoy. Nada se ha cobrado todavía.</p>
        <Asked query={relation}>
          {(data) => (
            <IssueForm
              key={`${data.issueDate} ${data.dueDate}`}
              jointId={jointId}
              relation={data}
              left={left}
            />
          )}
        </Asked>
        <Stack row>
          <Discard jointId={jointId} draftId={draftId} label={label} onDone={onBack} />
        </Stack>
      </Card>
      {relation.data && (
        <Card title="Relación de facturas">
          <RelationTable relation={relation.data} />
        </Card>
      )}
    </>
  );
}

/** The months whose rate is missing, where the refusal names them. */
function Months({ details }: { details: unknown }) {
  const given = typeof details === 'object' && details !== null ? Object.values(details).flat() : [];
  const months = given.filter((one): one is string => typeof one === 'string');
  return months.length > 0 && <p>Falta la de: {months.join(', ')}.</p>;
}

function Discard({
  jointId,
  draftId,
  label,
  onDone,
}: {
  jointId: number;
  draftId: number | null;
  label: string;
  onDone: () => void;
}) {
  const refresh = useRefreshBilling();
  const discarding = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => call(discardDraft, { params: { jointId, draftId: id } }),
    onSuccess: async () => {
      toast.success('El mes y su planilla fueron descartados.');
      onDone();
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (draftId === null) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: `¿Descartar ${label}?`,
      body: 'Se descartan el mes cargado y su planilla; después podrá cargar otra. El archivo se conserva.',
      yes: 'Descartar',
      danger: true,
    });
    if (isSure) discarding.mutate(draftId);
  };
  return (
    <Button variant="secondary" onPress={() => void ask()} isPending={discarding.isPending}>
      Descartar el mes y su planilla
    </Button>
  );
}
