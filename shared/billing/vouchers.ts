/**
 * Chart of accounts (PUC), types and layouts of the vouchers for accounting programs. Default accounts as in the
 * specification (formats, section 4); no official chart for co-owned properties exists, so each joint may change them.
 */
import Type, { type Static, type TOptional, type TSchema } from 'typebox';
import { OptionalLine } from '../api.ts';

/** Uses of an account in the vouchers, each with the Spanish name for screens and the default account. */
export const voucherUses = {
  feeOwed: ['Cuotas por cobrar', '13050505'],
  interestOwed: ['Intereses por cobrar', '13050510'],
  extraOwed: ['Cuotas extraordinarias por cobrar', '13050515'],
  fineOwed: ['Multas por cobrar', '13050525'],
  rentOwed: ['Explotación de zonas comunes por cobrar', '13050535'],
  otherOwed: ['Otros cobros por cobrar', '13050530'],
  bank: ['Bancos', '11100501'],
  cash: ['Caja', '11050501'],
  advances: ['Anticipos y saldos a favor', '28050501'],
  unidentified: ['Consignaciones por identificar', '28200501'],
  opening: ['Saldos iniciales', '37050501'],
  fee: ['Ingreso por cuotas', '41700501'],
  interest: ['Ingreso por intereses', '41701001'],
  extra: ['Ingreso por cuotas extraordinarias', '41701501'],
  fine: ['Ingreso por multas', '41702501'],
  rent: ['Ingreso por explotación de zonas comunes', '42201001'],
  other: ['Ingreso por otros cobros', '41703005'],
  discount: ['Descuento por pronto pago', '41750501'],
  condonation: ['Condonaciones', '41751001'],
  creditNote: ['Notas crédito', '41751501'],
  rounding: ['Ajuste al peso', '41708510'],
  income: ['Otros ingresos', '42958101'],
} as const satisfies Record<string, readonly [name: string, account: string]>;

/** Use of an account in the vouchers: 'bank', 'feeOwed' …. */
export type VoucherUse = keyof typeof voucherUses;

/** Types of voucher, each with the Spanish name for screens and the default code in the accounting program. */
export const voucherTypes = {
  bill: ['Cuenta de cobro', 'CC'],
  receipt: ['Recibo de caja', 'RC'],
  deposit: ['Consignación por identificar', 'CN'],
  income: ['Otro ingreso', 'OI'],
  refund: ['Devolución', 'DV'],
  note: ['Nota', 'NC'],
  billBack: ['Anulación de cuenta de cobro', 'AC'],
  receiptBack: ['Anulación de recibo de caja', 'AR'],
  exitBack: ['Anulación de otro ingreso o devolución', 'AO'],
} as const satisfies Record<string, readonly [name: string, code: string]>;

/** Kind of document of a voucher: 'bill', 'receipt' …. */
export type VoucherType = keyof typeof voucherTypes;

/** Data of a voucher's row, each with the Spanish name for the editor of columns. */
export const voucherFields = {
  text: 'Texto fijo',
  type: 'Tipo de comprobante',
  number: 'Número de comprobante',
  day: 'Fecha',
  year: 'Año',
  month: 'Mes',
  dayOfMonth: 'Día',
  position: 'Renglón dentro del comprobante',
  account: 'Cuenta contable',
  longAccount: 'Cuenta contable de 10 dígitos',
  party: 'Documento del tercero',
  headParty: 'Documento del tercero del comprobante',
  partyName: 'Nombre del tercero',
  costCentre: 'Centro de costos',
  description: 'Descripción',
  headNote: 'Nombre y número del comprobante',
  unit: 'Inmueble',
  debit: 'Débito',
  credit: 'Crédito',
  side: 'D o C',
  amount: 'Valor sin signo',
  billType: 'Prefijo de la cuenta de cobro que se cruza',
  bill: 'Número de la cuenta de cobro que se cruza',
  instalment: 'Cuota de la cuenta de cobro que se cruza',
  due: 'Vencimiento',
} as const;

/** Data of a voucher's row: 'account', 'debit' …. */
export type VoucherField = keyof typeof voucherFields;

/** Maximum number of columns in the layout of a joint. */
export const MOST_VOUCHER_COLUMNS = 60;

const accountOf = Type.Object({
  /** Code of the account, digits alone. */
  account: Type.String({ maxLength: 12, pattern: '^\\d{4,12}$' }),
  costCentre: OptionalLine(20),
});

/** Schema of an object with an optional value for each key of a table. */
const byKey = <Key extends string, Value extends TSchema>(
  table: Readonly<Record<Key, unknown>>,
  value: Value,
) =>
  Type.Object(
    Object.fromEntries(Object.keys(table).map((key) => [key, Type.Optional(value)])) as {
      [K in Key]: TOptional<Value>;
    },
  );

/**
 * Settings of a joint's vouchers. `accounts` and `types` hold only the values that differ from the defaults of
 * `voucherUses` and `voucherTypes`.
 */
export const VoucherSettings = Type.Object({
  accounts: byKey(voucherUses, accountOf),
  types: byKey(voucherTypes, Type.String({ maxLength: 10, pattern: '^[0-9A-Za-z-]{1,10}$' })),
  /** Columns of the joint's own layout, in order. `text` is the content of a column with the field 'text'. */
  columns: Type.Array(
    Type.Object({
      title: OptionalLine(60),
      field: Type.Enum(Object.keys(voucherFields) as VoucherField[]),
      text: OptionalLine(60),
    }),
    { maxItems: MOST_VOUCHER_COLUMNS },
  ),
});
export type VoucherSettings = Static<typeof VoucherSettings>;

/** Column of a layout: heading, field, and text of a fixed column. */
export type VoucherColumn = VoucherSettings['columns'][number];

/** Returns the account and cost centre of a use in a joint. */
export function accountFor(
  settings: VoucherSettings,
  use: VoucherUse,
): { account: string; costCentre: string } {
  return settings.accounts[use] ?? { account: voucherUses[use][1], costCentre: '' };
}

/** Returns the code of a type of voucher in the accounting program of a joint. */
export const typeCodeOf = ({ types }: Pick<VoucherSettings, 'types'>, type: VoucherType): string =>
  types[type] ?? voucherTypes[type][1];

/**
 * True if two types have one code. The numbers of each type are apart, so a program would take two vouchers with one code
 * and number as the same voucher.
 */
export function isTypeShared(settings: Pick<VoucherSettings, 'types'>, type: VoucherType): boolean {
  const codeOf = (one: VoucherType) => typeCodeOf(settings, one).trim().toUpperCase();
  return Object.keys(voucherTypes).some((one) => one !== type && codeOf(one as VoucherType) === codeOf(type));
}

/** Third party in the vouchers for an owner without a document, as in Siigo and World Office. */
export const UNKNOWN_PARTY = '222222222222';

/** Layouts of the voucher files, each with the Spanish name for screens. The key is the query parameter. */
export const voucherLayouts = {
  siigoNube: 'Siigo Nube',
  siigoPyme: 'Siigo Pyme',
  worldOffice: 'World Office',
  own: 'Columnas propias',
} as const;

/** Layout of the voucher files: 'siigoNube' …. */
export type VoucherLayout = keyof typeof voucherLayouts;
