import { useQuery } from '@tanstack/react-query';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { agreementsQuery, contactsQuery, debtorsQuery } from '../billing.queries.ts';
import { BillingScreen } from '../screen.tsx';
import { AgreementsCard } from './agreements-card.tsx';
import { AuthoriseCard } from './authorise-card.tsx';
import { NewAgreementCard } from './new-agreement-card.tsx';
import { RemindersCard } from './reminders-card.tsx';

/** Page '/Billing/Collection' for staff: payment agreements, and reminders of overdue debts. */
export default function CollectionPage() {
  return (
    <BillingScreen
      title="Cobranza"
      intro="Acuerdos de pago, y recordatorios dentro de la Ley 2300 de 2023: canal autorizado, horario y un contacto por semana."
    >
      {(jointId) => <Cards jointId={jointId} />}
    </BillingScreen>
  );
}

/** Cards of the page, shown once the data of all have come: a card that grows would move the cards below. */
function Cards({ jointId }: { jointId: number }) {
  const contacts = useQuery(contactsQuery(jointId));
  const debtors = useQuery(debtorsQuery(jointId));
  const agreements = useQuery(agreementsQuery(jointId));
  return (
    <QueryView query={bothOf(bothOf(debtors, contacts), agreements)}>
      {() => (
        <>
          <RemindersCard jointId={jointId} />
          <AuthoriseCard jointId={jointId} />
          <AgreementsCard jointId={jointId} />
          <NewAgreementCard jointId={jointId} />
        </>
      )}
    </QueryView>
  );
}
