import { useSearchParams } from 'react-router-dom';
import { amountLengths } from '../../../../shared/billing/settings.api.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from '../billing.module.css';
import { settingsQuery } from '../billing.queries.ts';
import { BillingScreen } from '../screen.tsx';
import { ConceptsCard } from './concepts-card.tsx';
import { type OfSettings, useSettingsForm } from './form.ts';
import { GatewayCard } from './gateway-card.tsx';
import { InterestWaysCard } from './interest-ways-card.tsx';
import { JointRatesCard } from './joint-rates-card.tsx';
import { LegalRatesCard } from './legal-rates-card.tsx';
import { LetterheadCard } from './letterhead-card.tsx';
import { asSettings, asTyped, settingsFaults, type TypedSettings } from './typed-settings.ts';
import { VouchersCard } from './vouchers-card.tsx';
import { WhereToPayCard } from './where-to-pay-card.tsx';

/** Page '/Billing/Settings': billing settings and rates of a joint, and the platform's legal ceilings. */
export default function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  return (
    <BillingScreen
      title="Configuración de facturación"
      intro="Vale desde la próxima emisión; lo que ya se emitió queda como está."
    >
      {(jointId) => (
        <Tabs
          label="Partes de la configuración"
          keepsPanels
          value={search.get('tab') ?? 'charges'}
          onChange={(tab) => {
            search.set('tab', tab);
            setSearch(search, { replace: true });
          }}
          items={[
            {
              id: 'charges',
              title: 'Cobro',
              content: (
                <QueryView query={settingsQuery(jointId)} page>
                  {(settings) => <SettingsForm jointId={jointId} settings={settings} />}
                </QueryView>
              ),
            },
            { id: 'letterhead', title: 'Encabezado', content: <LetterheadCard jointId={jointId} /> },
            {
              id: 'places',
              title: 'Dónde pagar',
              content: (
                <>
                  <WhereToPayCard jointId={jointId} />
                  <GatewayCard jointId={jointId} />
                </>
              ),
            },
            {
              id: 'interest',
              title: 'Intereses',
              content: (
                <>
                  <InterestWaysCard jointId={jointId} />
                  <JointRatesCard jointId={jointId} />
                </>
              ),
            },
            { id: 'legal', title: 'Tasa máxima legal', content: <LegalRatesCard /> },
            { id: 'concepts', title: 'Conceptos', content: <ConceptsCard jointId={jointId} /> },
            { id: 'vouchers', title: 'Comprobantes', content: <VouchersCard jointId={jointId} /> },
          ]}
        />
      )}
    </BillingScreen>
  );
}

function SettingsForm(props: OfSettings) {
  const savedText = 'La configuración fue guardada.';
  const { form, saving } = useSettingsForm(props, {
    asTyped,
    faultsOf: settingsFaults,
    asSettings,
    savedText,
  });
  return (
    <Form form={form} saving={saving} act="Guardar la configuración">
      <Card title="Cómo se cobra">
        <RuleFields form={form} />
      </Card>
      <Card title="Cuenta de cobro impresa">
        <InvoiceFields form={form} />
      </Card>
    </Form>
  );
}

function InvoiceFields({ form }: FieldsProps) {
  return (
    <>
      <RadioGroup
        label="Papel"
        items={[
          { id: 'full', label: 'Papel en blanco', detail: 'Se imprime la cuenta completa.' },
          {
            id: 'data',
            label: 'Formato preimpreso',
            detail:
              'Se imprimen solo los datos, sin líneas ni títulos. Para encargar el papel, elija esto y guarde primero: solo entonces la «Muestra completa para la imprenta» del mes emitido trae los lugares del papel.',
          },
        ]}
        {...form.field('form')}
        inline
      />
      <TextField
        label="NIT"
        {...form.field('nit')}
        maxLength={30}
        description="El de la copropiedad, como aparece en la cuenta."
      />
      <TextField
        label="Mensaje"
        {...form.field('message')}
        multiline
        maxLength={500}
        description="Unas líneas para todos los propietarios, al pie de la cuenta."
      />
      <details className="more">
        <summary>Código de barras y posición de lo impreso</summary>
        <BarcodeFields form={form} />
      </details>
    </>
  );
}

/** Rare fields of the printed bill: barcode of the bank's agreement, and offset on pre-printed paper. */
function BarcodeFields({ form }: FieldsProps) {
  return (
    <div className={`grid-4 ${styles.fields}`}>
      <TextField
        label="Mover a la derecha (mm)"
        {...form.checked('offsetX')}
        inputMode="decimal"
        description="Corre todo lo impreso para que caiga en su casilla; negativo, a la izquierda."
      />
      <TextField
        label="Mover hacia abajo (mm)"
        {...form.checked('offsetY')}
        inputMode="decimal"
        description="Lo mismo en vertical; negativo, hacia arriba."
      />
      <TextField
        label="Código GLN"
        {...form.checked('gln')}
        inputMode="numeric"
        maxLength={13}
        description="Los 13 dígitos que GS1 asignó para recaudar. Con él, la cuenta lleva código de barras; vacío, no."
      />
      <TextField
        label="Dígitos de la referencia"
        {...form.checked('referenceDigits')}
        inputMode="numeric"
        maxLength={2}
        description="Los que pide el convenio con el banco, de 6 a 24. Vacío: 12. Las cuentas ya emitidas conservan la suya."
      />
      <Select
        label="Dígitos del valor"
        items={amountLengths.map((digits) => ({ id: digits, label: String(digits) }))}
        {...form.field('amountDigits')}
        description="Los del valor en el código de barras, según el convenio."
      />
    </div>
  );
}

interface FieldsProps {
  form: ReturnType<typeof useForm<TypedSettings, keyof ReturnType<typeof settingsFaults>>>;
}

/** Fields for the due day, the base of the interest, and the discount for prompt payment. */
function RuleFields({ form }: FieldsProps) {
  const { values: typed } = form;
  return (
    <>
      <div className={`grid-4 ${styles.fields}`}>
        <NumberField
          label="Día de vencimiento"
          {...form.field('dueDay')}
          minValue={1}
          maxValue={31}
          description="Día del mes en que vencen los cobros. 31: el último del mes."
        />
        <NumberField
          label="Días de gracia"
          {...form.field('graceDays')}
          minValue={0}
          maxValue={90}
          description="Días después del vencimiento en los que todavía no corren intereses de mora."
        />
      </div>
      <ExplainedCheckbox
        {...form.checkbox('finesBearInterest')}
        label="Las multas causan intereses de mora"
        detail="Sin marcar, solo los causan las cuotas y los demás cobros. Nunca hay intereses sobre intereses."
      />
      <ExplainedCheckbox
        {...form.checkbox('interestToPeso')}
        label="Redondear los intereses al peso"
        detail="Medio peso sube. Sin marcar, se liquidan al centavo; lo ya cobrado queda como está."
      />
      <ExplainedCheckbox
        {...form.checkbox('roundToPeso')}
        label="Redondear el total al peso"
        detail="Medio peso sube. La diferencia queda como un renglón de la cuenta."
      />
      <ExplainedCheckbox
        {...form.checkbox('groupUnits')}
        label="Cobrar los inmuebles secundarios en la cuenta del principal"
        detail="El parqueadero o depósito de un apartamento llega en la misma cuenta."
      />
      <ExplainedCheckbox
        {...form.checkbox('hasDiscount')}
        label="Descuento por pronto pago"
        detail="Quien paga toda la cuenta hasta ese día paga menos; la cuenta muestra los dos totales."
      />
      {typed.hasDiscount && <DiscountFields form={form} />}
    </>
  );
}

function DiscountFields({ form }: FieldsProps) {
  return (
    <>
      <div className={`grid-4 ${styles.fields}`}>
        <TextField
          label="Descuento (%)"
          {...form.checked('percent')}
          inputMode="decimal"
          description="Porcentaje de la cuota de administración del mes que se descuenta."
          isRequired
        />
        <NumberField
          label="Hasta el día"
          {...form.field('discountDay')}
          minValue={1}
          maxValue={31}
          description="Último día del mes para ganarlo."
        />
      </div>
      <ExplainedCheckbox
        {...form.checkbox('discountToDebtors')}
        label="Ofrecerlo también a quien tiene cuotas vencidas"
        detail="Sin marcar, solo se ofrece a las cuentas que están al día."
      />
    </>
  );
}

interface Props {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  label: string;
  detail: string;
}

/** Checkbox with an explanation below. */
function ExplainedCheckbox({ label, detail, ...rest }: Props) {
  return (
    <Checkbox {...rest}>
      {label}
      <span className="soft block regular">{detail}</span>
    </Checkbox>
  );
}
