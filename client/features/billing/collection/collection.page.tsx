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
      {(jointId) => (
        <>
          <RemindersCard jointId={jointId} />
          <AuthoriseCard jointId={jointId} />
          <AgreementsCard jointId={jointId} />
          <NewAgreementCard jointId={jointId} />
        </>
      )}
    </BillingScreen>
  );
}
