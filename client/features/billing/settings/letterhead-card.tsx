import { PROPOSED_LEGAL_TEXT } from '../../../../shared/billing/letterhead.ts';
import type { BillingSettings } from '../../../../shared/billing/settings.api.ts';
import { isMailAddress } from '../../../../shared/mail/address.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Button, Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import styles from '../billing.module.css';
import { settingsQuery } from '../billing.queries.ts';
import { type OfSettings, useSettingsForm } from './form.ts';
import { LogoPart } from './logo-part.tsx';

/**
 * Settings card: letterhead of the bills (logo, administration and legal text). An issued bill keeps the values of
 * the day of issue.
 */
export function LetterheadCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Encabezado y texto legal">
      <p>
        Salen en las cuentas de cobro, junto con la tasa de mora del mes. Deje vacío lo que no quiera mostrar.
      </p>
      <LogoPart jointId={jointId} />
      <QueryView query={settingsQuery(jointId)}>
        {(settings) => <LetterheadForm key={jointId} jointId={jointId} settings={settings} />}
      </QueryView>
    </Card>
  );
}

const asTyped = (settings: BillingSettings): BillingSettings => settings;

const faultsOf = ({ email }: BillingSettings) => ({
  email:
    email.trim() === '' || isMailAddress(email.trim())
      ? null
      : 'Digite un correo completo, como administracion@ejemplo.co.',
});

const letterheadOf = ({ administrator, address, phone, email, legalText }: BillingSettings) => ({
  administrator: administrator.trim(),
  address: address.trim(),
  phone: phone.trim(),
  email: email.trim(),
  legalText: legalText.trim(),
});

function LetterheadForm(props: OfSettings) {
  const savedText = 'El encabezado quedó guardado.';
  const { form, saving } = useSettingsForm(props, { asTyped, faultsOf, asSettings: letterheadOf, savedText });
  return (
    <Form form={form} saving={saving} act="Guardar el encabezado" isMinor label="Encabezado y texto legal">
      <div className={`grid-4 ${styles.fields}`}>
        <TextField
          label="Administrador"
          {...form.field('administrator')}
          maxLength={80}
          description="La persona o la empresa que administra."
        />
        <TextField label="Dirección de la administración" {...form.field('address')} maxLength={100} />
        <TextField label="Teléfono" {...form.field('phone')} inputMode="tel" maxLength={40} />
        <TextField
          label="Correo de la administración"
          {...form.checked('email')}
          type="email"
          autoCapitalize="none"
          maxLength={80}
        />
      </div>
      <TextField
        label="Texto legal"
        {...form.field('legalText')}
        multiline
        maxLength={300}
        description="Lo que dicen la ley o el reglamento de las cuentas sin pagar, al pie de la cuenta."
      />
      {form.values.legalText.trim() === '' && (
        <div className="stack-2">
          <p className="faint">Propuesta: {PROPOSED_LEGAL_TEXT}</p>
          <div>
            <Button variant="quiet" onPress={() => form.set({ legalText: PROPOSED_LEGAL_TEXT })}>
              Usar el texto propuesto
            </Button>
          </div>
        </div>
      )}
    </Form>
  );
}
