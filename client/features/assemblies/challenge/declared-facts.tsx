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
  const [changed, setChanged] = useState<DeclaredFacts>({});
  const [texts, setTexts] = useState<Partial<Record<AmountFact, string>>>({});
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
        setChanged({});
        setTexts({});
      },
      failed: true,
    },
  );
  const isMeant = (fact: DeclaredFact) =>
    !isBilled || !OF_BILLING.includes(fact) || typeof declared[fact] === 'boolean';
  const begun = (fact: DeclaredFact) => {
    setShown({ [fact]: declared[fact], ...shown });
    return fact;
  };
  const now = { ...declared, ...changed };
  const wrong = Object.entries(texts).filter(([, text]) => text.trim() !== '' && !isWhole(pesosOrNone(text)));
  const save = () => {
    const amounts = Object.entries(texts).map(([fact, text]) => [fact, pesosOrNone(text)]);
    saving.mutate({ ...changed, ...Object.fromEntries(amounts) });
  };
  return (
    <Card title="Datos que SCAF no tiene">
      {(Object.keys(answerLabels) as AnswerFact[]).filter(isMeant).map((fact) => (
        <Select
          key={fact}
          label={answerLabels[fact]}
          items={choices}
          value={now[fact] === true ? 'yes' : now[fact] === false ? 'no' : 'unknown'}
          onChange={(id) => setChanged({ ...changed, [begun(fact)]: id === 'unknown' ? null : id === 'yes' })}
          placeholder="Sin dato"
        />
      ))}
      {(Object.keys(amountLabels) as AmountFact[]).filter(isMeant).map((fact) => (
        <MoneyField
          key={fact}
          label={amountLabels[fact]}
          value={texts[fact] ?? typed(declared[fact])}
          onChange={(text) => setTexts({ ...texts, [begun(fact)]: text })}
          error={wrong.some(([of]) => of === fact) ? 'Escriba un valor en pesos, sin centavos.' : null}
        />
      ))}
      <Stack row>
        <Button
          onPress={save}
          isPending={saving.isPending}
          isDisabled={wrong.length > 0 || Object.keys({ ...changed, ...texts }).length === 0}
        >
          Guardar
        </Button>
      </Stack>
    </Card>
  );
}

const isWhole = (pesos: number | null): boolean => pesos !== null && Number.isInteger(pesos);
