import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listUserBillingApartments } from '../../../../shared/accounts/users.api.ts';
import type { Statement } from '../../../../shared/billing/bills.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.store.ts';
import { Card } from '../../../ui/page.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { billingTexts, unbroken } from '../billing-words.ts';
import { chooseUnit } from './chosen-unit.store.ts';
import { owedLine } from './owed-words.ts';
import styles from './own.module.css';
import { statementQuery } from './statement.query.ts';

/** What an owner owes now, a line for each account, with the ways to why; nothing without units in billing. */
export default function OwedNow() {
  const userId = useSession((state) => state.user?.userId ?? '');
  const units = useQuery(
    queryOf(['own-billing-units', userId], listUserBillingApartments, { params: { userId } }),
  );
  const statements = useQueries({
    queries: (units.data ?? []).map(({ jointId, apartmentId }) => statementQuery(jointId, apartmentId)),
  });
  const known = statements.flatMap(({ data }) => (data ? [data] : []));
  const others = useQueries({
    queries: accountsOf(known).flatMap(({ jointId, others: kept }) =>
      kept.map(({ apartmentId }) => statementQuery(jointId, apartmentId, true)),
    ),
  });
  if (units.data?.length === 0) return null;
  const all = [...statements, ...others];
  const failed = [units, ...all].filter((query) => query.isError);
  if (failed.length > 0) {
    const retry = () => void Promise.all(failed.map((query) => query.refetch()));
    return <ErrorState message={billingTexts.notLoaded} onRetry={retry} />;
  }
  // What an account from before was settled long ago needs no line.
  const owed = others.flatMap(({ data }) => (data && data.balance !== 0 ? [data] : []));
  return (
    <Card title="Sus cuentas de administración">
      {units.isPending || all.some((query) => query.isPending) ? (
        <Loading />
      ) : (
        <ul className="stack-5 plain">
          {[...accountsOf(known), ...owed].map((account) => (
            <Owed key={`${account.jointId} ${account.apartmentId}`} account={account} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Units that are billed together have one account. */
function accountsOf(statements: readonly Statement[]): Statement[] {
  return [...new Map(statements.map((one) => [`${one.jointId} ${one.apartmentId}`, one])).values()];
}

function Owed({ account }: { account: Statement }) {
  const { jointId, jointName, apartmentId, balance } = account;
  const choose = () => chooseUnit(jointId, apartmentId);
  const of = `inmueble ${apartmentId}`;
  return (
    <li className="stack-2">
      <h3>
        Inmueble {apartmentId} <span className={styles.sub}>{jointName}</span>
      </h3>
      <p className="bold large">{unbroken(owedLine(account))}</p>
      <p className={styles.ways}>
        <Link to="/StatementOfAccountOwner" onClick={choose} aria-label={`Estado de Cuenta, ${of}`}>
          Estado de Cuenta
        </Link>
        <Link
          to="/Bills"
          onClick={choose}
          aria-label={`${balance > 0 ? '¿Por qué debo esto?' : 'Cuentas de Cobro'}, ${of}`}
        >
          {balance > 0 ? '¿Por qué debo esto?' : 'Cuentas de Cobro'}
        </Link>
        <Link to="/CashReceipts" onClick={choose} aria-label={`Recibos de Caja, ${of}`}>
          Recibos de Caja
        </Link>
      </p>
    </li>
  );
}
