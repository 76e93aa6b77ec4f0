import type { BillingSettings } from '../../../../shared/billing/settings.api.ts';
import {
  accountFor,
  isTypeShared,
  MOST_VOUCHER_COLUMNS,
  typeCodeOf,
  type VoucherColumn,
  type VoucherField,
  type VoucherSettings,
  type VoucherType,
  type VoucherUse,
  voucherFields,
  voucherTypes,
  voucherUses,
} from '../../../../shared/billing/vouchers.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { useForm } from '../../../ui/fields/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Button, Card, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { settingsQuery } from '../billing.queries.ts';
import { type OfSettings, useSettingsForm } from './form.ts';

const uses = Object.keys(voucherUses) as VoucherUse[];
const types = Object.keys(voucherTypes) as VoucherType[];
const fieldItems = (Object.keys(voucherFields) as VoucherField[]).map((id) => ({
  id,
  label: voucherFields[id],
}));

/** Settings card: accounts, types and own columns of the vouchers for the accounting program. */
export function VouchersCard({ jointId }: { jointId: number }) {
  return (
    <Card title="Comprobantes contables">
      <p>
        Las cuentas con que «Recaudos del Mes» entrega los comprobantes en partida doble. Son una propuesta:
        no hay un catálogo oficial para propiedad horizontal, así que revíselas con su contador.
      </p>
      <QueryView query={settingsQuery(jointId)}>
        {(settings) => <VouchersForm key={jointId} jointId={jointId} settings={settings} />}
      </QueryView>
    </Card>
  );
}

/** Form values: every account and type with its current value, and the own columns. */
interface TypedVouchers {
  accounts: Record<VoucherUse, { account: string; costCentre: string }>;
  types: Record<VoucherType, string>;
  columns: VoucherColumn[];
}

const asTypedVouchers = ({ vouchers: settings }: BillingSettings): TypedVouchers => ({
  accounts: Object.fromEntries(
    uses.map((use) => [use, accountFor(settings, use)]),
  ) as TypedVouchers['accounts'],
  types: Object.fromEntries(
    types.map((type) => [type, typeCodeOf(settings, type)]),
  ) as TypedVouchers['types'],
  columns: settings.columns,
});

const voucherFaults = ({
  accounts,
  types: codes,
}: TypedVouchers): Partial<Record<string, string | null>> => ({
  ...Object.fromEntries(
    uses.map((use) => [
      use,
      /^\d{4,12}$/.test(accounts[use].account.trim()) ? null : 'Digite de 4 a 12 dígitos, sin puntos.',
    ]),
  ),
  ...Object.fromEntries(
    types.map((type) => [
      type,
      !/^[0-9A-Za-z-]{1,10}$/.test(codes[type].trim())
        ? 'Use hasta 10 letras, números o guiones.'
        : isTypeShared({ types: codes }, type)
          ? 'Otro comprobante ya tiene este tipo: los números se repetirían.'
          : null,
    ]),
  ),
});

/** Returns the settings to store: accounts and types that differ from the defaults, and the columns. */
const asSettings = ({ accounts, types: codes, columns }: TypedVouchers): VoucherSettings => {
  const unchanged = { accounts: {}, types: {}, columns: [] };
  const trimmed = uses.map((use) => {
    const { account, costCentre } = accounts[use];
    return [use, { account: account.trim(), costCentre: costCentre.trim() }] as const;
  });
  const isOwn = ([use, own]: (typeof trimmed)[number]) =>
    own.costCentre !== '' || own.account !== accountFor(unchanged, use).account;
  return {
    accounts: Object.fromEntries(trimmed.filter(isOwn)),
    types: Object.fromEntries(
      types
        .map((type) => [type, codes[type].trim()] as const)
        .filter(([type, code]) => code !== typeCodeOf(unchanged, type)),
    ),
    columns,
  };
};

type VouchersFormState = ReturnType<typeof useForm<TypedVouchers, string>>;

function VouchersForm(props: OfSettings) {
  const { form, saving } = useSettingsForm(props, {
    asTyped: asTypedVouchers,
    faultsOf: voucherFaults,
    asSettings: (typed) => ({ vouchers: asSettings(typed) }),
    savedText: 'Las cuentas de los comprobantes quedaron guardadas.',
  });
  return (
    <Form form={form} saving={saving} act="Guardar los comprobantes" isMinor label="Comprobantes contables">
      <details className="more">
        <summary>Cuentas y centros de costos</summary>
        <AccountFields form={form} />
      </details>
      <details className="more">
        <summary>Tipos de comprobante</summary>
        <TypeFields form={form} />
      </details>
      <details className="more">
        <summary>Columnas propias</summary>
        <ColumnFields form={form} />
      </details>
    </Form>
  );
}

function AccountFields({ form: { values, set, fault } }: { form: VouchersFormState }) {
  const change = (use: VoucherUse, part: Partial<TypedVouchers['accounts'][VoucherUse]>) =>
    set(({ accounts }) => ({ accounts: { ...accounts, [use]: { ...accounts[use], ...part } } }));
  return (
    <Table
      label="Cuentas y centros de costos"
      rows={uses}
      rowKey={(use) => use}
      pageSize={Number.POSITIVE_INFINITY}
      columns={[
        { header: 'Uso', cell: (use) => voucherUses[use][0] },
        {
          header: 'Cuenta',
          cell: (use) => (
            <TextField
              label={`Cuenta de ${voucherUses[use][0]}`}
              isLabelHidden
              value={values.accounts[use].account}
              onChange={(account) => change(use, { account })}
              error={fault(use)}
              inputMode="numeric"
              maxLength={12}
            />
          ),
        },
        {
          header: 'Centro',
          cell: (use) => (
            <TextField
              label={`Centro de costos de ${voucherUses[use][0]}`}
              isLabelHidden
              value={values.accounts[use].costCentre}
              onChange={(costCentre) => change(use, { costCentre })}
              maxLength={20}
            />
          ),
        },
      ]}
    />
  );
}

function TypeFields({ form: { values, set, fault } }: { form: VouchersFormState }) {
  return (
    <div className={`grid-4 ${styles.fields}`}>
      {types.map((type) => (
        <TextField
          key={type}
          label={voucherTypes[type][0]}
          value={values.types[type]}
          onChange={(code) => set(({ types: codes }) => ({ types: { ...codes, [type]: code } }))}
          error={fault(type)}
          maxLength={10}
        />
      ))}
    </div>
  );
}

/** Editor of the own layout: a heading and a content for each column, in order. */
function ColumnFields({ form: { values, set } }: { form: VouchersFormState }) {
  const { columns } = values;
  const put = (list: VoucherColumn[]) => set({ columns: list });
  const change = (at: number, part: Partial<VoucherColumn>) =>
    put(columns.map((column, index) => (index === at ? { ...column, ...part } : column)));
  const moveUp = (at: number) =>
    put(
      columns.flatMap((column, index) =>
        index === at - 1 ? [columns[at] ?? column, column] : index === at ? [] : [column],
      ),
    );
  return (
    <div className="stack-4">
      <p className="faint">
        Para otro programa, copie aquí los títulos de su plantilla en orden. Sin columnas propias salen Fecha,
        Número, Tipo, Cuenta, Identificación, Nombre, Descripción, Centro, Débito y Crédito.
      </p>
      {columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone.
        <fieldset key={at} className={`grid-4 ${styles.fields}`}>
          <legend>Columna {at + 1}</legend>
          <TextField
            label="Título"
            value={column.title}
            onChange={(title) => change(at, { title })}
            maxLength={60}
          />
          <Select
            label="Contenido"
            items={fieldItems}
            value={column.field}
            onChange={(field) => change(at, { field })}
          />
          {column.field === 'text' && (
            <TextField
              label="Texto"
              value={column.text}
              onChange={(text) => change(at, { text })}
              maxLength={60}
            />
          )}
          <div className={styles.acts}>
            {at > 0 && (
              <Button variant="quiet" onPress={() => moveUp(at)}>
                Subir
              </Button>
            )}
            <Button variant="quiet" onPress={() => put(columns.filter((_, index) => index !== at))}>
              Quitar
            </Button>
          </div>
        </fieldset>
      ))}
      <Stack row>
        <Button
          variant="secondary"
          isDisabled={columns.length >= MOST_VOUCHER_COLUMNS}
          onPress={() => put([...columns, { title: '', field: 'text', text: '' }])}
        >
          Agregar una columna
        </Button>
      </Stack>
    </div>
  );
}
