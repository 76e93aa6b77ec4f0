import { useQueryClient } from '@tanstack/react-query';
import {
  type DebtorsList,
  type DebtorsPurpose,
  debtorsPurposes,
  getDebtorsLists,
  takeDebtorsList,
} from '../../../../shared/assemblies/law/debtors.api.ts';
import { debtorsListReport } from '../../../../shared/assemblies/reports.api.ts';
import { date, units } from '../../../../shared/format.ts';
import { formatPesos, fromPesos, NO_MONEY, sumMoney } from '../../../../shared/money.ts';
import type { Joint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { dateTime, unbroken } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRequest } from '../../../ui/requests/use-request.ts';

const listsQuery = (jointId: number, assemblyId: number) =>
  freshOf(['assemblies', jointId, 'debtors', assemblyId], getDebtorsLists, { params: { jointId } });

const purposeWords: Record<DebtorsPurpose, { title: string; law: string }> = {
  notice: {
    title: 'Para la convocatoria',
    law: 'La convocatoria trae la relación de quienes deben expensas comunes (art. 39, parágrafo 2). Va con cada carta y en la sesión de cada propietario, no en los correos.',
  },
  acta: {
    title: 'Para el acta',
    law: 'El acta incluye a los propietarios en mora (art. 30). Al tomarla queda como anexo del borrador.',
  },
};

/**
 * Card on the operator's page with the owners in arrears, required by law in the notice and in the acta. The
 * operator takes a list from the billing, and the assembly keeps the list.
 */
export function DebtorsCard({ joint, assemblyId }: { joint: Joint; assemblyId: number }) {
  if (joint.parentId !== null) return null;
  return (
    <Card title="Propietarios en mora">
      {joint.usesBilling ? (
        <Lists jointId={joint.jointId} assemblyId={assemblyId} />
      ) : (
        <p>
          La copropiedad no lleva aquí su facturación. Escriba usted la lista en la convocatoria (Ley 675 de
          2001, art. 39, parágrafo 2) y en el acta (art. 30).
        </p>
      )}
    </Card>
  );
}

function Lists({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  return (
    <QueryView query={listsQuery(jointId, assemblyId)}>
      {(lists) => (
        <>
          <p>
            Ley 675 de 2001. La lista sale de la facturación como está al tomarla, con inmueble, propietario y
            valor vencido, y no cambia después: si hay pagos, tómela de nuevo.
          </p>
          {debtorsPurposes.map((purpose) => (
            <List
              key={purpose}
              jointId={jointId}
              assemblyId={assemblyId}
              purpose={purpose}
              list={lists[purpose]}
            />
          ))}
        </>
      )}
    </QueryView>
  );
}

interface ListProps {
  jointId: number;
  assemblyId: number;
  purpose: DebtorsPurpose;
  list: DebtorsList | null;
}

function List({ jointId, assemblyId, purpose, list }: ListProps) {
  const client = useQueryClient();
  const taking = useRequest(() => call(takeDebtorsList, { params: { jointId }, body: { purpose } }), {
    done: 'La lista de propietarios en mora ha sido tomada.',
    next: (lists) => client.setQueryData(listsQuery(jointId, assemblyId).queryKey, lists),
    failed: true,
  });
  const { title, law } = purposeWords[purpose];
  const input = { params: { jointId }, query: { purpose, assemblyId } };
  const named = title.toLowerCase();
  return (
    <section aria-label={title} className="stack-2">
      <h3>{title}</h3>
      <p>{law}</p>
      <p>{list === null ? 'No se ha tomado.' : listWords(list)}</p>
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => taking.mutate()}
          isPending={taking.isPending}
          aria-label={`${list === null ? 'Tomar la lista' : 'Tomarla de nuevo'} ${named}`}
        >
          {list === null ? 'Tomar la lista' : 'Tomarla de nuevo'}
        </Button>
        {list !== null && (
          <>
            <ReportButton
              report={debtorsListReport}
              input={input}
              look={{ variant: 'secondary', 'aria-label': `Lista en PDF ${named}` }}
            >
              Lista en PDF
            </ReportButton>
            <ReportButton
              report={debtorsListReport}
              input={{ ...input, query: { ...input.query, xlsx: true } }}
              look={{ variant: 'secondary', 'aria-label': `Lista en Excel ${named}` }}
            >
              Lista en Excel
            </ReportButton>
          </>
        )}
      </Stack>
    </section>
  );
}

function listWords({ asOf, takenAt, takenBy, debtors }: DebtorsList): string {
  const sum = sumMoney(debtors.map(({ owed }) => fromPesos(owed) ?? NO_MONEY));
  const found =
    debtors.length === 0
      ? 'ningún propietario está en mora'
      : `${units(debtors.length)} en mora por ${unbroken(formatPesos(sum))}`;
  return `Con corte al ${date(`${asOf}T12:00:00Z`)}: ${found}. La tomó ${takenBy}, ${dateTime(takenAt)}.`;
}
