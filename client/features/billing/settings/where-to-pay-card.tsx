import { useMutation } from '@tanstack/react-query';
import type { BillingSettings } from '../../../../shared/billing/settings.api.ts';
import {
  accountKinds,
  accountKindWords,
  accountNumberOf,
  brebKeyOf,
  isPaymentPage,
  MOST_BANK_QR,
  readBankQr,
} from '../../../../shared/billing/where-to-pay.ts';
import { textInPicture } from '../../../ui/fields/code-reader.ts';
import { FileButton } from '../../../ui/fields/file-button.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../billing.module.css';
import { settingsQuery } from '../billing.queries.ts';
import { type OfSettings, useSettingsForm } from './form.ts';

const kinds = accountKinds.map((id) => ({ id, label: accountKindWords[id] }));

/**
 * Settings card: payment details of a joint, shown on each bill, in the mail of the bill and on the owner's
 * screens.
 */
export function WhereToPayCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Dónde pagar">
      <p>
        Sale en la cuenta de cobro, en el correo con que se envía y en las pantallas del propietario. Deje
        vacío lo que la copropiedad no tenga.
      </p>
      <QueryView query={settingsQuery(jointId)}>
        {(settings) => <WhereToPayForm key={jointId} jointId={jointId} settings={settings} />}
      </QueryView>
    </Card>
  );
}

type Typed = NonNullable<BillingSettings['bankAccount']> &
  Pick<BillingSettings, 'brebKey' | 'bankQr' | 'paymentPage' | 'paymentPlace'>;

const asTyped = ({ bankAccount, brebKey, bankQr, paymentPage, paymentPlace }: BillingSettings): Typed => ({
  bank: '',
  kind: 'savings',
  number: '',
  holder: '',
  holderNit: '',
  ...bankAccount,
  brebKey,
  bankQr,
  paymentPage,
  paymentPlace,
});

const isBlankText = (text: string): boolean => text.trim() === '';

/** True if any field of the bank account has text; then all fields of the account are required. */
const hasAccount = ({ bank, number, holder, holderNit }: Typed): boolean =>
  ![bank, number, holder, holderNit].every(isBlankText);

const faultsOf = (typed: Typed) => ({
  bank: hasAccount(typed) && isBlankText(typed.bank) ? 'Indique el banco de la cuenta.' : null,
  number:
    hasAccount(typed) && accountNumberOf(typed.number) === null
      ? 'Digite el número de la cuenta: de 4 a 25 dígitos, con guiones si los tiene.'
      : null,
  brebKey:
    isBlankText(typed.brebKey) || brebKeyOf(typed.brebKey) !== null
      ? null
      : 'Digite un celular, un documento, un correo, un código de comercio o una llave que empiece por @.',
  bankQr:
    isBlankText(typed.bankQr) || readBankQr(typed.bankQr.trim()) !== null
      ? null
      : 'Copie el texto completo del QR, o escoja otra vez la imagen que dio el banco.',
  paymentPage:
    isBlankText(typed.paymentPage) || isPaymentPage(typed.paymentPage.trim())
      ? null
      : 'Copie la dirección completa, que empieza por https://, sin usuario ni contraseña.',
});

function whereToPayOf(typed: Typed): Partial<BillingSettings> {
  const { bank, kind, number, holder, holderNit, ...rest } = typed;
  return { bankAccount: hasAccount(typed) ? { bank, kind, number, holder, holderNit } : null, ...rest };
}

function WhereToPayForm(props: OfSettings) {
  const savedText = 'Dónde pagar quedó guardado.';
  const { form, saving } = useSettingsForm(props, { asTyped, faultsOf, asSettings: whereToPayOf, savedText });
  return (
    <Form form={form} saving={saving} act="Guardar dónde pagar" isMinor label="Dónde pagar">
      <RadioGroup label="Cuenta bancaria" items={kinds} {...form.field('kind')} inline />
      <div className={`grid-4 ${styles.fields}`}>
        <TextField label="Banco" {...form.checked('bank')} maxLength={60} />
        <TextField
          label="Número de la cuenta"
          {...form.checked('number')}
          inputMode="text"
          maxLength={30}
          description="Solo dígitos y guiones."
        />
        <TextField label="Titular" {...form.field('holder')} maxLength={100} />
        <TextField label="NIT del titular" {...form.field('holderNit')} maxLength={30} />
        <TextField
          label="Llave Bre-B"
          {...form.checked('brebKey')}
          autoCapitalize="none"
          maxLength={100}
          description="Celular, documento, correo, código de comercio o una llave que empiece por @."
        />
        <TextField
          label="Página de pagos"
          {...form.checked('paymentPage')}
          type="url"
          autoCapitalize="none"
          maxLength={500}
          placeholder="https://"
          description="La del banco o la pasarela (PSE). Sin QR del banco, la cuenta lleva el QR de esta página."
        />
      </div>
      <BankQrField {...form.checked('bankQr')} />
      <TextField
        label="Otras indicaciones"
        {...form.field('paymentPlace')}
        multiline
        maxLength={500}
        description="Por ejemplo, otros lugares de pago o a dónde enviar el comprobante."
      />
    </Form>
  );
}

/** Field for the text in the bank's QR code, typed or read from a picture. Shows the name of the receiver. */
function BankQrField(field: { value: string; onChange: (text: string) => void; error?: string | null }) {
  const reading = useMutation({
    mutationFn: textInPicture,
    onSuccess: (text) => {
      if (text === null) toast.error('La imagen no tiene un código QR que se pueda leer.');
      else field.onChange(text);
    },
    onError: () => toast.error('Este navegador no puede leer la imagen. Copie el texto del QR.'),
  });
  const receiver = readBankQr(field.value.trim());
  return (
    <div className="stack-2">
      <TextField
        label="QR del banco"
        {...field}
        autoCapitalize="none"
        maxLength={MOST_BANK_QR}
        description={
          receiver
            ? `A nombre de ${receiver.name}${receiver.nit && `, NIT ${receiver.nit}`}. Se imprime igual en la cuenta.`
            : 'El texto del QR que dio el banco. Puede leerlo de una imagen.'
        }
      />
      <div>
        <FileButton
          label="Leer el QR de una imagen"
          accept={['.png', '.jpg', '.jpeg', '.webp']}
          isPending={reading.isPending}
          onFiles={([file]) => file && reading.mutate(file)}
        />
      </div>
    </div>
  );
}
