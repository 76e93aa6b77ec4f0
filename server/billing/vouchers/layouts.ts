import {
  accountFor,
  typeCodeOf,
  UNKNOWN_PARTY,
  type VoucherColumn,
  type VoucherField,
  type VoucherLayout,
  type VoucherSettings,
  voucherTypes,
} from '../../../shared/billing/vouchers.ts';
import { type Day, shortDay } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { documentsIn, FEWEST_DIGITS, readDocument } from '../../../shared/properties/documents.ts';
import type { OwnerOnDay } from '../ledger/accounts.repository.ts';
import type { Voucher, VoucherRow } from './vouchers.ts';

/** Third party of a voucher: document without dots and check digit, and name. */
export interface Party {
  document: string;
  name: string;
}

/**
 * Returns the third party of owners: the first document, without label and check digit; '222222222222' without
 * a readable document (specification, formats, section 3).
 */
export function partyOf(owner: OwnerOnDay | undefined): Party {
  const [first = ''] = documentsIn(owner?.document ?? null);
  const read = readDocument(first.replace(/\s*[-–]\s*\d\s*$/, ''));
  const number = read?.key ?? '';
  // Ten digits from 8 or 9 on, with a right check digit, are a company's number: a person's begins with 1.
  const key = /^[89]/.test(number) ? (read?.nit ?? number) : number;
  return { document: key.length < FEWEST_DIGITS ? UNKNOWN_PARTY : key, name: owner?.name ?? '' };
}

/** Row of a voucher with everything that a column may show. */
export interface VoucherLine {
  voucher: Voucher;
  row: VoucherRow;
  /** Position in the voucher, from 1. */
  position: number;
  party: Party;
  /** Third party of the whole voucher: the owner on the day of the voucher. */
  head: Party;
  settings: VoucherSettings;
}

/** Content of a cell of a voucher file. Amounts are numbers in pesos. */
export type VoucherCell = string | number;

const withUnit = (text: string, { apartmentId }: Voucher): string =>
  [text, apartmentId].filter(Boolean).join(' · ');

const partsOf = (day: Day) => day.split('-').map(Number);

const contentOf: Readonly<Record<Exclude<VoucherField, 'text'>, (line: VoucherLine) => VoucherCell>> = {
  type: ({ voucher, settings }) => typeCodeOf(settings, voucher.type),
  number: ({ voucher }) => voucher.number,
  day: ({ voucher }) => shortDay(voucher.day),
  year: ({ voucher }) => partsOf(voucher.day)[0] ?? '',
  month: ({ voucher }) => partsOf(voucher.day)[1] ?? '',
  dayOfMonth: ({ voucher }) => partsOf(voucher.day)[2] ?? '',
  position: ({ position }) => position,
  account: ({ row, settings }) => accountFor(settings, row.use).account,
  longAccount: ({ row, settings }) => accountFor(settings, row.use).account.padEnd(10, '0'),
  party: ({ party }) => party.document,
  headParty: ({ head }) => head.document,
  partyName: ({ party }) => party.name,
  costCentre: ({ row, settings }) => accountFor(settings, row.use).costCentre,
  description: ({ voucher, row }) => withUnit(row.description, voucher),
  headNote: ({ voucher }) => withUnit(`${voucherTypes[voucher.type][0]} ${voucher.number}`, voucher),
  unit: ({ voucher }) => voucher.apartmentId,
  debit: ({ row }) => (row.amount > 0 ? toPesos(row.amount) : 0),
  credit: ({ row }) => (row.amount < 0 ? toPesos(centavos(-row.amount)) : 0),
  side: ({ row }) => (row.amount > 0 ? 'D' : 'C'),
  amount: ({ row }) => toPesos(centavos(Math.abs(row.amount))),
  billType: ({ row, settings }) => (row.bill === null ? '' : typeCodeOf(settings, 'bill')),
  bill: ({ row }) => row.bill ?? '',
  instalment: ({ row }) => (row.bill === null ? '' : 1),
  due: ({ row }) => (row.due === null ? '' : shortDay(row.due)),
};

/** Returns the cell of a column for a row. */
export const voucherCell = ({ field, text }: VoucherColumn, line: VoucherLine): VoucherCell =>
  field === 'text' ? text : contentOf[field](line);

/** Column with a field, or with a fixed text. */
const column = (title: string, field: VoucherField = 'text', text = ''): VoucherColumn => ({
  title,
  field,
  text,
});

/** File of an accounting program: sheet name, rows above the headings, columns, and limit of rows in a file. */
export interface VoucherForm {
  sheet: string;
  above: readonly string[];
  columns: readonly VoucherColumn[];
  /** Most rows of vouchers in a file. A file holds whole vouchers only. */
  most: number;
}

/** Excel's own limit is 1,048,576 rows; a smaller file opens on a small computer. */
const MOST_ROWS = 60_000;

/** Headings of Siigo Nube, exact to the final spaces (specification, formats, section 3.1). At most 500 rows a file. */
const siigoNube: VoucherForm = {
  sheet: 'Datos',
  above: [],
  most: 500,
  columns: [
    column('Tipo de comprobante', 'type'),
    column('Consecutivo comprobante', 'number'),
    column('Fecha de elaboración ', 'day'),
    column('Sigla moneda'),
    column('Tasa de cambio'),
    column('Código cuenta contable', 'account'),
    column('Identificación tercero', 'party'),
    column('Sucursal'),
    column('Código producto'),
    column('Código de bodega'),
    column('Acción'),
    column('Cantidad producto'),
    column('Prefijo', 'billType'),
    column('Consecutivo', 'bill'),
    column('No. cuota', 'instalment'),
    column('Fecha vencimiento', 'due'),
    column('Código impuesto'),
    column('Código grupo activo fijo'),
    column('Código activo fijo'),
    column('Descripción', 'description'),
    column('Código centro/subcentro de costos', 'costCentre'),
    column('Débito', 'debit'),
    column('Crédito', 'credit'),
    column('Observaciones'),
    column('Base gravable libro compras/ventas  '),
    column('Base exenta libro compras/ventas'),
    column('Mes de cierre'),
  ],
};

/** Headings of Siigo Pyme in order (specification, formats, section 3.2); partly confirmed. */
const PYME: readonly (readonly [title: string, field?: VoucherField, text?: string])[] = [
  ['TIPO DE COMPROBANTE (OBLIGATORIO)', 'type'],
  ['CÓDIGO COMPROBANTE  (OBLIGATORIO)', 'text', '1'],
  ['NÚMERO DE DOCUMENTO (OBLIGATORIO)', 'number'],
  ['CUENTA CONTABLE   (OBLIGATORIO)', 'longAccount'],
  ['DÉBITO O CRÉDITO (OBLIGATORIO)', 'side'],
  ['VALOR DE LA SECUENCIA   (OBLIGATORIO)', 'amount'],
  ['AÑO DEL DOCUMENTO', 'year'],
  ['MES DEL DOCUMENTO', 'month'],
  ['DÍA DEL DOCUMENTO', 'dayOfMonth'],
  ['CÓDIGO DEL VENDEDOR'],
  ['CÓDIGO DE LA CIUDAD'],
  ['CÓDIGO DE LA ZONA'],
  ['SECUENCIA', 'position'],
  ['CENTRO DE COSTO', 'costCentre'],
  ['SUBCENTRO DE COSTO'],
  ['NIT', 'party'],
  ['SUCURSAL'],
  ['DESCRIPCIÓN DE LA SECUENCIA', 'description'],
  ['NÚMERO DE CHEQUE'],
  ['COMPROBANTE ANULADO', 'text', 'N'],
];

/** Headings of Siigo Pyme without content here: checks, taxes, stock, assets, order and crossing of documents. */
const PYME_EMPTY = [
  'CÓDIGO DEL MOTIVO DE DEVOLUCIÓN',
  'FORMA DE PAGO',
  'PORCENTAJE DEL IVA DE LA SECUENCIA',
  'VALOR DE IVA DE LA SECUENCIA',
  'BASE DE RETENCIÓN',
  'BASE PARA CUENTAS MARCADAS COMO RETEIVA',
  'SECUENCIA GRAVADA O EXCENTA',
  'PORCENTAJE AIU',
  'BASE IVA AIU',
  'LÍNEA PRODUCTO',
  'GRUPO PRODUCTO',
  'CÓDIGO PRODUCTO',
  'CANTIDAD',
  'CANTIDAD DOS',
  'CÓDIGO DE LA BODEGA',
  'CÓDIGO DE LA UBICACIÓN',
  'CANTIDAD DE FACTOR DE CONVERSIÓN',
  'OPERADOR DE FACTOR DE CONVERSIÓN',
  'VALOR DEL FACTOR DE CONVERSIÓN',
  'SERIAL DEL PRODUCTO',
  'DIAS DE GARANTÍA PARA EL SERIAL',
  'GRUPO ACTIVOS',
  'CÓDIGO ACTIVO',
  'ADICIÓN O MEJORA',
  'VECES ADICIONALES A DEPRECIAR POR ADICIÓN O MEJORA',
  'VECES A DEPRECIAR NIIF',
  'NÚMERO DEL DOCUMENTO DEL PROVEEDOR',
  'PREFIJO DEL DOCUMENTO DEL PROVEEDOR',
  'AÑO DOCUMENTO DEL PROVEEDOR',
  'MES DOCUMENTO DEL PROVEEDOR',
  'DÍA DOCUMENTO DEL PROVEEDOR',
  'TIPO DOCUMENTO DE PEDIDO',
  'CÓDIGO COMPROBANTE DE PEDIDO',
  'NÚMERO DE COMPROBANTE PEDIDO',
  'SECUENCIA DE PEDIDO',
  'TIPO Y COMPROBANTE CRUCE',
  'NÚMERO DE DOCUMENTO CRUCE',
  'NÚMERO DE VENCIMIENTO',
  'AÑO VENCIMIENTO DE DOCUMENTO CRUCE',
  'MES VENCIMIENTO DE DOCUMENTO CRUCE',
  'DÍA VENCIMIENTO DE DOCUMENTO CRUCE',
  'NÚMERO DE CAJA ASOCIADA AL COMPROBANTE',
];

const siigoPyme: VoucherForm = {
  sheet: 'Movimiento contable',
  above: ['MODELO PARA LA IMPORTACIÓN DE MOVIMIENTO CONTABLE', '', '', ''],
  most: MOST_ROWS,
  columns: [...PYME.map((one) => column(...one)), ...PYME_EMPTY.map((title) => column(title))],
};

/** Headings of World Office (specification, formats, section 3.3); not confirmed for accounting notes. */
const worldOffice: VoucherForm = {
  sheet: 'Hoja1',
  above: [],
  most: MOST_ROWS,
  columns: [
    column('Encab: Empresa'),
    column('Encab: Tipo Documento', 'type'),
    column('Encab: Prefijo'),
    column('Encab: Documento Número', 'number'),
    column('Encab: Fecha', 'day'),
    column('Encab: Tercero Interno'),
    column('Encab: Tercero Externo', 'headParty'),
    column('Encab: Nota', 'headNote'),
    column('Encab: FormaPago'),
    column('Encab: Verificado'),
    column('Encab: Anulado', 'text', '0'),
    column('Encab: Personalizado1'),
    column('Encab: Personalizado2'),
    column('Encab: Personalizado3'),
    column('Encab: Personalizado4'),
    column('Encab: Personalizado5'),
    column('Encab: Personalizado6'),
    column('Encab: Personalizado7'),
    column('Encab: Personalizado8'),
    column('Encab: Personalizado9'),
    column('Encab: Personalizado10'),
    column('Encab: Personalizado11'),
    column('Encab: Personalizado12'),
    column('Encab: Personalizado13'),
    column('Encab: Personalizado14'),
    column('Encab: Personalizado15'),
    column('Detalle: CuentaContable', 'account'),
    column('Detalle: Nota', 'description'),
    column('Detalle: TerceroExterno', 'party'),
    column('Detalle: Débito', 'debit'),
    column('Detalle: Crédito', 'credit'),
    column('Detalle: Vencimiento', 'due'),
    column('Detalle: Vendedor'),
    column('Detalle: Cheque'),
    column('Detalle: Banco Cheque'),
    column('Detalle: Centro Costos', 'costCentre'),
    column('Detalle: PorcentajeRetención'),
    column('Detalle: BaseRetención'),
    column('Detalle: PagoRetención'),
    column('Detalle: Tipo Base'),
    column('Detalle: Código Centro Costos'),
  ],
};

/** Columns of a joint without own columns: as Alegra and Helisa ask for. */
const USUAL: readonly VoucherColumn[] = [
  column('Fecha', 'day'),
  column('Número', 'number'),
  column('Tipo', 'type'),
  column('Cuenta', 'account'),
  column('Identificación', 'party'),
  column('Nombre', 'partyName'),
  column('Descripción', 'description'),
  column('Centro', 'costCentre'),
  column('Débito', 'debit'),
  column('Crédito', 'credit'),
];

/** Returns the file form of a layout; `own` has the columns of the joint. */
export function formOf(layout: VoucherLayout, { columns }: VoucherSettings): VoucherForm {
  if (layout !== 'own') return { siigoNube, siigoPyme, worldOffice }[layout];
  const own = columns.length === 0 ? USUAL : columns;
  return { sheet: 'Comprobantes', above: [], most: MOST_ROWS, columns: own };
}

/** Splits vouchers into files of at most `most` rows, each of whole vouchers. */
export function filesOf(vouchers: readonly Voucher[], most: number): Voucher[][] {
  const files: Voucher[][] = [];
  let left = 0;
  for (const voucher of vouchers) {
    const size = voucher.rows.length;
    if (size > left) {
      files.push([]);
      left = most;
    }
    files.at(-1)?.push(voucher);
    left -= size;
  }
  return files;
}
