import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from '../billing.module.css';
import type { settingsFaults, TypedSettings } from './typed-settings.ts';

export interface FieldsProps {
  typed: TypedSettings;
  faults: ReturnType<typeof settingsFaults>;
  onChange: (change: Partial<TypedSettings>) => void;
}

/** When a charge falls due, what bears interest, and the discount for prompt payment. */
export function RuleFields({ typed, faults, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        <NumberField
          label="Día de vencimiento"
          value={typed.dueDay}
          onChange={(dueDay) => onChange({ dueDay })}
          minValue={1}
          maxValue={31}
          description="Día del mes en que vencen los cobros. 31: el último del mes."
        />
        <NumberField
          label="Días de gracia"
          value={typed.graceDays}
          onChange={(graceDays) => onChange({ graceDays })}
          minValue={0}
          maxValue={90}
          description="Días después del vencimiento en los que todavía no corren intereses de mora."
        />
      </div>
      <ExplainedCheckbox
        isSelected={typed.finesBearInterest}
        onChange={(finesBearInterest) => onChange({ finesBearInterest })}
        label="Las multas causan intereses de mora"
        detail="Sin marcar, solo los causan las cuotas y los demás cobros. Nunca hay intereses sobre intereses."
      />
      <ExplainedCheckbox
        isSelected={typed.roundToPeso}
        onChange={(roundToPeso) => onChange({ roundToPeso })}
        label="Redondear el total al peso"
        detail="Medio peso sube. La diferencia queda como un renglón de la cuenta."
      />
      <ExplainedCheckbox
        isSelected={typed.groupUnits}
        onChange={(groupUnits) => onChange({ groupUnits })}
        label="Cobrar los inmuebles secundarios en la cuenta del principal"
        detail="El parqueadero o depósito de un apartamento llega en la misma cuenta."
      />
      <ExplainedCheckbox
        isSelected={typed.hasDiscount}
        onChange={(hasDiscount) => onChange({ hasDiscount })}
        label="Descuento por pronto pago"
        detail="Quien paga toda la cuenta hasta ese día paga menos; la cuenta muestra los dos totales."
      />
      {typed.hasDiscount && (
        <div className={styles.fields}>
          <TextField
            label="Descuento (%)"
            value={typed.percent}
            onChange={(percent) => onChange({ percent })}
            inputMode="decimal"
            autoComplete="off"
            description="Porcentaje de la cuota de administración del mes que se descuenta."
            error={faults.percent}
            isRequired
          />
          <NumberField
            label="Hasta el día"
            value={typed.discountDay}
            onChange={(discountDay) => onChange({ discountDay })}
            minValue={1}
            maxValue={31}
            description="Último día del mes para ganarlo."
          />
        </div>
      )}
    </>
  );
}

interface Props {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  label: string;
  detail: string;
}

/** A yes-or-no setting, with what it does below. */
function ExplainedCheckbox({ label, detail, ...rest }: Props) {
  return (
    <Checkbox {...rest}>
      {label}
      <span className={styles.soft}>{detail}</span>
    </Checkbox>
  );
}
