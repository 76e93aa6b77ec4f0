import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from '../billing.module.css';
import type { FieldsProps } from './rule-fields.tsx';

/** What stands on the invoices, and where. */
export function InvoiceFields({ typed, faults, onChange }: FieldsProps) {
  return (
    <>
      <RadioGroup
        label="Papel"
        items={[
          { id: 'full', label: 'Papel en blanco', detail: 'Se imprime la cuenta completa.' },
          {
            id: 'data',
            label: 'Formato preimpreso',
            detail: 'Se imprimen solo los datos, sin líneas ni títulos.',
          },
        ]}
        value={typed.form}
        onChange={(form) => onChange({ form })}
        inline
      />
      <div className={styles.fields}>
        <TextField
          label="Mover a la derecha (mm)"
          value={typed.offsetX}
          onChange={(offsetX) => onChange({ offsetX })}
          inputMode="decimal"
          autoComplete="off"
          description="Corre todo lo impreso para que caiga en su casilla; negativo, a la izquierda."
          error={faults.offsetX}
        />
        <TextField
          label="Mover hacia abajo (mm)"
          value={typed.offsetY}
          onChange={(offsetY) => onChange({ offsetY })}
          inputMode="decimal"
          autoComplete="off"
          description="Lo mismo en vertical; negativo, hacia arriba."
          error={faults.offsetY}
        />
        <TextField
          label="NIT"
          value={typed.nit}
          onChange={(nit) => onChange({ nit })}
          maxLength={30}
          autoComplete="off"
          description="El de la copropiedad, como aparece en la cuenta."
        />
        <TextField
          label="Código GLN"
          value={typed.gln}
          onChange={(gln) => onChange({ gln })}
          inputMode="numeric"
          maxLength={13}
          autoComplete="off"
          description="Los 13 dígitos que GS1 asignó para recaudar. Con él, la cuenta lleva código de barras; vacío, no."
          error={faults.gln}
        />
      </div>
      <TextField
        label="Dónde pagar"
        value={typed.paymentPlace}
        onChange={(paymentPlace) => onChange({ paymentPlace })}
        multiline
        maxLength={500}
        description="Banco, cuenta o página de pagos. Va en todas las cuentas."
      />
      <TextField
        label="Mensaje"
        value={typed.message}
        onChange={(message) => onChange({ message })}
        multiline
        maxLength={500}
        description="Unas líneas para todos los propietarios, al pie de la cuenta."
      />
    </>
  );
}
