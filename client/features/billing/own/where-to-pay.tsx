import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WhereToPay as Ways } from '../../../../shared/billing/settings.api.ts';
import { accountKindWords } from '../../../../shared/billing/where-to-pay.ts';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { ButtonLink, OutsideButtonLink } from '../../../ui/page.tsx';
import { QrImage } from '../../../ui/qr-image.tsx';
import { whereToPayQuery } from '../billing.queries.ts';
import styles from './where-to-pay.module.css';

interface Props {
  jointId: number;
  /** Name of the joint. Given only if the screen shows several joints. */
  jointName?: string;
  /** Payment reference of each unit's account. */
  references?: readonly { apartmentId: string; reference: string }[];
  /** False if another part of the page has the full button. */
  isMain?: boolean;
}

/**
 * Payment details of a joint: payment page, bank account and payment key, with a QR if the screen is wide enough.
 * Hidden if the joint has no details.
 * @param jointName name of the joint, if the screen shows several joints
 * @param references payment reference of each unit's account
 * @param isMain false if another part of the page has the full button
 */
export function WhereToPay({ jointId, jointName, references = [], isMain = true }: Props) {
  const { data } = useQuery(whereToPayQuery(jointId));
  // A failed query is ignored: the bill also shows the payment details.
  if (!data || isEmpty(data)) return null;
  const { paymentPage, paymentPlace, qr, online } = data;
  const variant = isMain ? 'primary' : 'secondary';
  return (
    <section
      className={`top ${styles.place}`}
      aria-label={`Dónde pagar${jointName ? ` a ${jointName}` : ''}`}
    >
      <div className="stack-3 grow">
        <h3>Dónde pagar{jointName && ` a ${jointName}`}</h3>
        {paymentPage !== '' && (
          <div>
            {online ? (
              <ButtonLink to={`/Pay/${jointId}`} variant={variant}>
                Pagar en línea
              </ButtonLink>
            ) : (
              <OutsideButtonLink href={paymentPage} variant={variant}>
                Pagar en línea
              </OutsideButtonLink>
            )}
          </div>
        )}
        <Figures className={styles.facts} items={[...placesOf(data), ...referencesOf(references)]} />
        {paymentPlace.trim() !== '' && <p className={`breaks ${styles.lines}`}>{paymentPlace.trim()}</p>}
      </div>
      {qr && (
        <figure className={styles.code}>
          <QrImage
            rows={qr.rows}
            label={qr.of === 'page' ? 'Código QR de la página de pagos' : 'Código QR del banco'}
          />
          <figcaption className="soft">
            {qr.of === 'page'
              ? 'Escanéelo para pagar desde su teléfono.'
              : 'Escanéelo con la aplicación de su banco.'}
          </figcaption>
        </figure>
      )}
    </section>
  );
}

const isEmpty = ({ bankAccount, brebKey, paymentPage, paymentPlace, qr }: Ways): boolean =>
  bankAccount === null &&
  qr === null &&
  [brebKey, paymentPage, paymentPlace].every((text) => text.trim() === '');

type PaymentFact = readonly [name: string, value: ReactNode];

function placesOf({ bankAccount, brebKey }: Ways): PaymentFact[] {
  const facts: PaymentFact[] = [];
  if (bankAccount !== null) {
    const { bank, kind, number, holder, holderNit } = bankAccount;
    facts.push(['Banco', bank]);
    facts.push([accountKindWords[kind], <CopiedText key="number" text={number} what="la cuenta" />]);
    if (holder !== '') facts.push(['Titular', holder]);
    if (holderNit !== '') facts.push(['NIT del titular', holderNit]);
  }
  if (brebKey !== '') facts.push(['Llave Bre-B', <CopiedText key="key" text={brebKey} what="la llave" />]);
  return facts;
}

function referencesOf(references: NonNullable<Props['references']>): PaymentFact[] {
  return references.map(({ apartmentId, reference }) => {
    const of = references.length > 1 ? ` del inmueble ${apartmentId}` : '';
    return [
      `Referencia de pago${of}`,
      <CopiedText key={apartmentId} text={reference} what={`la referencia${of}`} />,
    ];
  });
}
