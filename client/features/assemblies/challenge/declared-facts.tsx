import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Challenge,
  type DeclaredFact,
  type DeclaredFacts,
  declareFacts,
} from '../../../../shared/assemblies/challenge/challenge.api.ts';
import { withDots } from '../../../../shared/with-dots.ts';
import { call } from '../../../lib/api.ts';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { pesosOrNone } from '../../../ui/fields/money-typing.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { sendChanges } from '../../../ui/send-facts.tsx';

type AnswerFact = 'annexesProved' | 'debtorsEnclosed' | 'isAttested' | 'allMustJoin' | 'delegatesProved';
type AmountFact = Exclude<DeclaredFact, AnswerFact>;
/** Unsaved answers, and amounts as typed. */
type Edits = { [Fact in DeclaredFact]?: Fact extends AnswerFact ? boolean | null : string };

const answerLabels: Record<AnswerFact, string> = {
  annexesProved: '¿Hay prueba de que salieron los anexos de la convocatoria?',
  debtorsEnclosed: '¿La convocatoria llevó la relación de propietarios en mora?',
  isAttested: '¿El revisor fiscal da fe de la sucesión de las comunicaciones?',
  allMustJoin: '¿El reglamento exige que en la reunión no presencial participen todos los propietarios?',
  delegatesProved: '¿Hay prueba de que los consejeros sin inmueble son delegados de propietarios?',
};
const amountLabels: Record<AmountFact, string> = {
  monthlyFees: 'Expensas necesarias de un mes, de toda la copropiedad',
  extraordinaryFees: 'Cuotas extraordinarias del período antes de esta asamblea',
  proposedFee: 'Cuota extraordinaria que se propone, en total',
  yearBudget: 'Presupuesto ordinario del año',
  fundCharge: 'Aporte del año al fondo de imprevistos',
  fundBalance: 'Saldo del fondo de imprevistos',
};
const amounts = Object.keys(amountLabels) as AmountFact[];
/** Facts that billing gives. An answer from before the first issued month stays visible. */
const OF_BILLING: readonly DeclaredFact[] = ['debtorsEnclosed', 'monthlyFees', 'extraordinaryFees'];

const choices = [
  { id: 'yes', label: 'Sí' },
  { id: 'no', label: 'No' },
  { id: 'unknown', label: 'Sin dato' },
] as const;

const typed = (pesos: number | null | undefined): string =>
  pesos === null || pesos === undefined ? '' : withDots(pesos);

/** Card with the facts that only a person has, for the grounds of the page. Saves each fact by 'Guardar'. */
export function DeclaredFactsCard({ jointId, challenge }: { jointId: number; challenge: Challenge }) {
  const { assemblyId, declared, isBilled } = challenge;
  /** Values on the card at the begin of a change: an open page reads new values. */
  const [shown, setShown] = useState<DeclaredFacts>({});
  const [edits, setEdits] = useState<Edits>({});
  const client = useQueryClient();
  const saving = useRequest(
    (typedFacts: DeclaredFacts) =>
      sendChanges(
        ({ seen, ...facts }) =>
          call(declareFacts, { params: { jointId }, body: { assemblyId, facts, seen } }),
        typedFacts,
        shown,
      ),
    {
      next: (saved) => {
        if (saved === null) return;
        setShown({});
        client.setQueryData(['challenge', jointId], saved);
        setEdits({});
      },
      failed: true,
    },
  );
  const isMeant = (fact: DeclaredFact) =>
    !isBilled || !OF_BILLING.includes(fact) || typeof declared[fact] === 'boolean';
  const edit = <F extends DeclaredFact>(fact: F, value: Edits[F]) => {
    setShown({ [fact]: declared[fact], ...shown });
    setEdits({ ...edits, [fact]: value });
  };
  const now = { ...declared, ...edits };
  const isWrong = (fact: AmountFact) => isNoAmount(edits[fact] ?? '');
  return (
    <Card title="Datos que SCAF no tiene">
      {(Object.keys(answerLabels) as AnswerFact[]).filter(isMeant).map((fact) => (
        <Select
          key={fact}
          label={answerLabels[fact]}
          items={choices}
          value={now[fact] === true ? 'yes' : now[fact] === false ? 'no' : 'unknown'}
          onChange={(id) => edit(fact, id === 'unknown' ? null : id === 'yes')}
          placeholder="Sin dato"
        />
      ))}
      {amounts.filter(isMeant).map((fact) => (
        <MoneyField
          key={fact}
          label={amountLabels[fact]}
          value={edits[fact] ?? typed(declared[fact])}
          onChange={(text) => edit(fact, text)}
          error={isWrong(fact) ? 'Escriba un valor en pesos, sin centavos.' : null}
        />
      ))}
      <Stack row>
        <Button
          onPress={() => saving.mutate(Object.fromEntries(Object.entries(edits).map(factOf)))}
          isPending={saving.isPending}
          isDisabled={amounts.some(isWrong) || Object.keys(edits).length === 0}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}

const isNoAmount = (text: string): boolean => text.trim() !== '' && !Number.isInteger(pesosOrNone(text));

/** Returns a fact to send: the amount of a typed text, or the answer. */
const factOf = ([fact, value]: [string, string | boolean | null]) =>
  [fact, typeof value === 'string' ? pesosOrNone(value) : value] as const;
