import { Link } from 'react-router-dom';
import type { OwnDebt, OwnDebts } from '../../../../shared/billing/now.api.ts';
import { capitalized } from '../../../lib/format.ts';
import { KeyFigure } from '../../../ui/key-figure.tsx';
import { ButtonLink, Card } from '../../../ui/page.tsx';
import { settlementWords } from '../settlement-words.ts';
import { pesos } from '../words.ts';
import { chooseUnit } from './chosen-unit.store.ts';
import { owedAmount, owedWhen } from './owed-words.ts';
import styles from './own.module.css';
import { WHY_HASH } from './use-debtor.ts';
import { WhereToPay } from './where-to-pay.tsx';

/**
 * Card on the owner's home page: sum of the debts today, then each account with a link to the explanation.
 * Hidden before the first bill.
 * @param isMain true if the first debt has the full button of the page
 */
export function OwedNow({ debts, isMain }: { debts: OwnDebts; isMain: boolean }) {
  const accounts = debts.accounts.filter(({ begun }) => begun);
  if (accounts.length === 0) return null;
  const owing = accounts.filter(({ balance }) => balance > 0).length;
  const main = isMain && accounts.find(isExplained);
  const joints = [...new Set(accounts.flatMap(({ balance, jointId }) => (balance > 0 ? [jointId] : [])))];
  return (
    <Card title="Sus cuentas de administración">
      {owing > 1 && (
        <KeyFigure
          value={`En total debe ${pesos(debts.owed)}`}
          sentence={`Es la suma de las ${owing} cuentas que tienen saldo por pagar.`}
        />
      )}
      <ul className="stack-5 plain">
        {accounts.map((account) => (
          <Owed
            key={`${account.jointId} ${account.apartmentId}`}
            account={account}
            isMain={account === main}
          />
        ))}
      </ul>
      {joints.map((jointId) => {
        const owed = accounts.filter((one) => one.jointId === jointId && one.balance > 0);
        return (
          <WhereToPay
            key={jointId}
            jointId={jointId}
            isMain={false}
            {...(joints.length > 1 && { jointName: owed[0]?.jointName ?? '' })}
            references={owed.filter(({ reference }) => reference !== '')}
          />
        );
      })}
    </Card>
  );
}

/** True for a debt with a bill to explain the debt. */
const isExplained = ({ balance, lastBill }: OwnDebt): boolean => balance > 0 && lastBill !== null;

function Owed({ account, isMain }: { account: OwnDebt; isMain: boolean }) {
  const { jointId, jointName, apartmentId, balance, lastBill } = account;
  const choose = () => chooseUnit(jointId, apartmentId);
  const of = `inmueble ${apartmentId}`;
  const when = owedWhen(account);
  const today = account.settlement === null ? '' : settlementWords(account.settlement, balance);
  return (
    <li>
      <KeyFigure
        name={`Inmueble ${apartmentId} · ${jointName}`}
        value={owedAmount(account)}
        sentence={when !== '' && `${capitalized(when)}.`}
      >
        {today !== '' && <p className="strong">{today}.</p>}
        {isExplained(account) && (
          <div>
            <ButtonLink
              to={`/Bills/${jointId}/${lastBill}${WHY_HASH}`}
              variant={isMain ? 'primary' : 'secondary'}
              label={`¿Por qué debo esto?, ${of}`}
              onFollow={choose}
            >
              ¿Por qué debo esto?
            </ButtonLink>
          </div>
        )}
        <p className={`wrap ${styles.ways}`}>
          <Link to="/StatementOfAccountOwner" onClick={choose} aria-label={`Estado de Cuenta, ${of}`}>
            Estado de Cuenta
          </Link>
          <Link to="/Bills" onClick={choose} aria-label={`Cuentas de Cobro, ${of}`}>
            Cuentas de Cobro
          </Link>
          <Link to="/CashReceipts" onClick={choose} aria-label={`Recibos de Caja, ${of}`}>
            Recibos de Caja
          </Link>
        </p>
      </KeyFigure>
    </li>
  );
}
