import { type MonthTold, monthTold } from '../../../shared/billing/month-in-text.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import { monthName, monthNames } from '../../../shared/days.ts';
import { capitalized } from '../../../shared/format.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/**
 * Meaning of a column header in a month's spreadsheet, found by the words alone. The role of the column is
 * decided later, also by the values. Clear kinds have the names of roles (`unit`, `payment`, `total` …). The
 * others:
 * - `place`: parking or storage; a charge, the unit's name, or a number.
 * - `amount`: value of the concept in the row.
 * - `favour`: credit balance. `after`: balance that may include the month's charges.
 * - `credit`: amounts to subtract. `credited`: ledger credits, paid or granted.
 * - `age`: debts by age. `measure`: area, reading or coefficient, not pesos.
 * - `discount`: granted or only offered. `agreement`: instalment to charge or already paid.
 * - `paidOn`: day of the row's payment. `aside`: amounts that are no charge (a budget).
 * - `unsure`: value, base, tax, count or benefit, charged or not. `owner`: name of a person.
 * - `quiet`: no charge, or derived from other columns.
 */
export type Meaning =
  | { kind: 'charge'; nature: ChargeNature }
  | {
      kind:
        | 'unit'
        | 'tower'
        | 'place'
        | 'concept'
        | 'dueDate'
        | 'opening'
        | 'favour'
        | 'after'
        | 'credit'
        | 'credited'
        | 'age'
        | 'interest'
        | 'payment'
        | 'total'
        | 'amount'
        | 'measure'
        | 'discount'
        | 'agreement'
        | 'paidOn'
        | 'aside'
        | 'unsure'
        | 'owner'
        | 'quiet';
    };

const charge = (nature: ChargeNature): Meaning => ({ kind: 'charge', nature });
const of = (kind: Exclude<Meaning['kind'], 'charge'>): Meaning => ({ kind });

/** Unit of amounts in another currency than pesos, in Spanish. */
export const OTHER_CURRENCY = 'en otra moneda';

/**
 * Returns the unit of the amounts by a header or title, in Spanish, if not pesos: 'Administración (miles de pesos)',
 * 'Valor USD'. Null for pesos. The user is then asked.
 */
export function otherMoney(header: string): string | null {
  const words = plainWords(header);
  if (/\b(en )?miles( de( pesos)?)?$/.test(words)) return 'en miles de pesos';
  return /\b(usd|us|eur|euros?|dolar(es)?)\b/.test(words) ? OTHER_CURRENCY : null;
}

/** As `otherMoney`, for a title above a table. A title may name a building or a rate: 'Plaza Euro', 'Tasa del dólar'. */
export const titleMoney = (title: string): string | null =>
  /(^|\b(en|moneda|divisa|cifras|valores|montos|cuenta|ahorros|corriente|compensacion)( [a-z]+)? )(miles|usd|us|eur|euros?|dolar(es)?)\b/.test(
    plainWords(title),
  )
    ? otherMoney(title)
    : null;

/** Header that names only a month, charged as the monthly fee: 'Mayo', 'may-26', 01/05/2026. */
const MONTH =
  /^((ene(ro)?|feb(rero)?|mar(zo)?|abr(il)?|mayo?|jun(io)?|jul(io)?|ago(sto)?|sept?(iembre)?|oct(ubre)?|nov(iembre)?|dic(iembre)?)( (de |del )?(20)?\d\d)?|\d\d \d\d 20\d\d|(este )?mes (actual|corriente|en curso)|este mes|mensualidad(es)?)$/;

/** Header that names the fee of a month: 'Cuota ene', 'Administración de febrero 2026'. */
const FEE_OF_MONTH =
  /^(valor )?(cuotas?|administracion|admon|adm|expensas?)( (de )?(administracion|admon|adm))? (del? )?(mes (de )?)?(ene(ro)?|feb(rero)?|mar(zo)?|abr(il)?|may(o)?|jun(io)?|jul(io)?|ago(sto)?|sept?(iembre)?|oct(ubre)?|nov(iembre)?|dic(iembre)?)( (de |del )?(20)?\d\d)?$/;

/** Header words for measures that are not pesos: area, reading, coefficient. */
const MEASURE =
  /\b(area|m2|m3|mts2?|metros|lecturas?|kwh|coh?ef\w*|porcent\w*|participacion|alicuota|permil\w*)\b/;
/** Header words for measures read from a meter. */
const METERED = /\b(m3|lecturas?|kwh)\b/;

/**
 * Header words for values, bases, taxes, counts, plans and benefits: pesos that a bill may charge, subtract or only
 * mention.
 */
const UNSURE =
  /\b(avaluos?|catastral(es)?|asegurad[oa]s?|base|iva|impuestos?|retencion(es)?|rete\w*|promedios?|provision(es)?|unitari[oa]s?|factor(es)?|indices?|ipc|dias|consumos?|incrementos?|aumentos?|variacion(es)?|diferencias?|presupuestad[oa]s?|proyectad[oa]s?|estimad[oa]s?|propuest[oa]s?|sugerid[oa]s?|simulad[oa]s?|subsidios?|subvencion(es)?|bonos?|compensacion(es)?|beneficios?|auxilios?|exoneracion(es)?|exencion(es)?|condonacion(es)?|reembolsos?|reintegros?|devolucion(es)?|ahorros?|garantias?)\b/;

/**
 * True if a column header consists only of the name of a month, with or without a year: 'Mayo 2026'. The
 * column is then probably the fee of the month.
 */
export const isMonthAlone = (header: string): boolean => MONTH.test(plainWords(header));

/**
 * True if a column header names the fee of a month ('Mayo', 'Cuota mayo'). With several of the columns in a
 * sheet, the user must choose the month to charge.
 */
export const isFeeOfMonth = (header: string): boolean =>
  isMonthAlone(header) || FEE_OF_MONTH.test(plainWords(header));

/**
 * Returns the month named by the header of a fee: 'Cuota ene', 'Mayo 26', 01/05/2026. Null for other headers, and for a
 * fee without a named month ('Mes actual').
 */
export function monthOfHeader(header: string): MonthTold | null {
  if (!isFeeOfMonth(header)) return null;
  const words = plainWords(header).replace(/ del?(?= (?:20)?\d\d$)/, '');
  const wholeName = (word: string) =>
    monthNames.find((name) => word.length > 2 && plainWords(name).startsWith(word.slice(0, 3))) ?? word;
  return monthTold(words.split(' ').map(wholeName).join(' '));
}

/** Abbreviations in headers of charges, with the word for bills. An empty word is left out. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['vr', ''],
  ['vlr', ''],
  ['cta', 'cuota'],
  ['admon', 'administración'],
  ['adm', 'administración'],
  ['admin', 'administración'],
  ['parq', 'parqueadero'],
  ['extraord', 'extraordinaria'],
  ['mtto', 'mantenimiento'],
]);

/**
 * Returns the name of the charge for a header: 'Mayo 2026' for 01/05/2026 and 'may-26', whole words for abbreviations
 * ('CTA ADMON' becomes 'Cuota administración'). Other words stay as written; beside a word in capitals an
 * abbreviation in capitals stays in capitals.
 */
export function conceptOfHeader(header: string): string {
  const named = isMonthAlone(header) ? monthOfHeader(header) : null;
  if (named !== null && named.year !== null) return `${monthName(named.month)} ${named.year}`;
  const words = header.split(/\s+|(?<=\p{L}{2}\.)(?=\p{L}{2})/u).map((written) => {
    const [, letters = ''] = /^(\p{L}+)\.?$/u.exec(written) ?? [];
    return { written, letters, whole: ABBREVIATIONS.get(plainWords(letters)) };
  });
  if (words.every(({ whole }) => whole === undefined)) return header;
  const isLoud = words.some(({ written, whole }) => whole === undefined && /\p{Lu}{3}/u.test(written));
  const texts = words.map(({ written, letters, whole }) =>
    isLoud && letters === letters.toUpperCase() ? (whole?.toUpperCase() ?? written) : (whole ?? written),
  );
  const text = texts.filter((one) => one !== '').join(' ');
  return text === '' ? header : capitalized(text);
}

/**
 * Header patterns by meaning, in order of priority, for words without accents, case and punctuation. The order
 * matters: 'fecha de pago' is no payment, 'cuotas en mora' is a count, 'intereses saldo anterior' is interest,
 * 'cuota extra de administración' is an extra fee.
 */
const meanings: [Meaning, RegExp][] = [
  // 'Pague antes del 10': due date if the cells are dates. The higher price afterwards is no payment.
  [
    of('dueDate'),
    /^(?!.*(pronto|desc|dto|dcto))((pag[ou]\w*|pagar|plazo)\b.*\b(antes|hasta|tardar)\b|.*\b(oportun[oa]|fecha limite)\b)/,
  ],
  [of('aside'), /\bpag[ou]\w* (despues|extemporane\w*|con (recargo|mora)|vencido)\b/],
  [of('paidOn'), /\b(fechas?|dias?) (de |del )?(pago|recaudo|abono|consignacion)s?\b/],
  [
    of('quiet'),
    /\b(correo|e ?mail|mail|telefonos?|tel|celular|movil|direccion|matricula|documento|doc|cedulas?|cc|nit|identificacion|(?<!\b(?:pago|abono|consignacion|recaudo)s? (?:en |por )?)banco|firma|(forma|medio|metodo|referencia|ref|comprobante|codigo|cod|pin|numero|nro|no)s? (de |del )?(pago|recaudo|abono|recibo|consignacion|consig)s?|referencia)\b/,
  ],
  [of('measure'), MEASURE],
  [of('quiet'), /^(mes|ano|periodo|notas?|observacion(es)?|comentarios?|estado)$/],
  [of('quiet'), /^(descripcion|detalle|motivo|novedad(es)?|observacion(es)?) \w/],
  [of('quiet'), /^(tipo|clase|uso|destino|destinacion)( (de|del) (inmueble|unidad|bien|predio))?$/],
  [
    of('quiet'),
    /\bsub ?total\b|\btotal (de )?(cargos|cuotas|expensas|conceptos|cobros)\b|\bcredito o deuda\b/,
  ],
  [
    of('after'),
    /\bsaldo (despues|actual|final|nuevo|neto|luego|(a|en) (la |esta )?fecha)\b|\bnuevo saldo\b|^diferencia$/,
  ],
  [of('credit'), /\bnotas? (de )?(credito|cr)s?\b/],
  [of('credited'), /^(valor |movimientos? )?(creditos?|haber)$/],
  [
    of('age'),
    /^(por vencer|no vencid[oa]|corriente|al dia|(de )?\d{1,3} (a |y |hasta )?\d{1,3}( dias)?|(mas|mayor(es)?) (de|a|que) \d{2,3}( dias)?|((de )?a |hasta )?\d{2,3}( dias)?( (o|y) mas)?)$/,
  ],
  [
    of('aside'),
    /^(no |numero |nro |cod |codigo )?(de )?(la )?(cuenta( contable| puc| de cobro)?|factura|recibo|comprobante|consecutivo|puc|auxiliar|centro de costos?|tercero)( no| numero| nro)?$/,
  ],
  [of('aside'), /\bcon (el )?(descuento|desc|dto|dcto|pronto pago)\b/],
  // 'Tasa de aseo' is a charge.
  [
    of('aside'),
    /^(tasa|porcentaje|pct)( (de )?(la )?(intereses|interes|mora|mensual|anual|efectiva|nominal|ea|usura)\b.*)?$/,
  ],
  [
    of('discount'),
    /\b(descuentos?|desc(to)?|d(s|sc|c)?tos?|bonificacion(es)?|rebajas?|incentivos?|pronto pago)\b/,
  ],
  [of('agreement'), /\b(acuerdos?|convenios?|financiacion|refinanciacion)\b/],
  [
    of('aside'),
    /\bpresupuesto\b|\b(cuotas|meses|mensualidades|facturas|periodos|dias) (en mora|de mora|vencid[ao]s|atrasad[ao]s|pendientes|adeudad[ao]s)\b|^(n|no|nro|num|numero|cantidad|cant)( de)? (cuotas|meses|dias)\b/,
  ],
  [of('dueDate'), /\b(vencimiento|vence|vto|exigible|exigibilidad|due date)\b|^fecha$/],
  [of('quiet'), /\bfecha\b/],
  [
    of('total'),
    /\btotal(es)?\b(?! (de )?administracion)|^(valor )?neto\b|\b(a|por) pagar\b|\b(valor|suma) (de la )?(factura|cuenta)\b/,
  ],
  // The work of collecting, not the debt.
  [charge('other'), /\b(gestion|cobro|honorarios) (de (la )?)?(cartera|cobranza|cobro)\b/],
  // Also beside charge words: 'Base administración', 'IVA cuota', 'Subsidio agua', 'Consumo gas'.
  [of('unsure'), UNSURE],
  // The fee of several months.
  [
    of('unsure'),
    /\b(cuotas?|administracion|admon|expensas?|tarifas?)\b.*\b(anual(es)?|(bi|tri|se)mestral(es)?)\b/,
  ],
  // A price.
  [of('unsure'), /^(valor|vr|vlr) (de(l| la)? )?(inmueble|unidad|apartamento|apto|casa|predio|bien)$/],
  [of('favour'), /\ba favor\b|\banticipos?\b/],
  // 'Mora 2,1 %', 'Mora abril': charged under another nature, the amount would bear interest.
  [
    of('interest'),
    /\binteres(es)?\b|^((valor|vr|vlr|cobro|cargo) )?((de|por) )?mora\b|\brecargos?\b|\bint mora\b|^(vr|vlr|valor) int\b/,
  ],
  // Previous fee.
  [
    of('aside'),
    /^(valor )?(cuota|tarifa|administracion|admon|expensa)( (de )?(administracion|admon))? (del )?(mes |ano )?anterior$/,
  ],
  [
    of('payment'),
    /\b(recibos? de caja|pagos?|pagado|abonos?|abonado|consig|consign|consignacion(es)?|consignado|recaudos?|recaudado)\b/,
  ],
  [
    of('opening'),
    /\b(saldos?|sdos?|sld)\b|^(valor )?ant$|^balance$|\bdeudas?\b|\b(lo que debe|adeuda|adeudad[ao]s?)\b|\bcartera\b|\bcapital\b|\b(vencid[ao]s?|atrasad[ao]s?|pendientes?|en mora|anterior)\b/,
  ],
  [of('concept'), /^(concepto|concept|rubro)s?( (de |del )?(cobro|cargo))?$/],
  [charge('fine'), /\b(multas?|sancion(es)?|penalizacion(es)?|comparendos?|inasistencias?)\b/],
  [charge('extra'), /\bextra(s|ord|ordinari[ao]s?)?\b/],
  [charge('fee'), /\b(administracion|admon|admin|adm|expensas?)\b/],
  [
    of('place'),
    /\b(parqueaderos?|parqueo|parq|parqs|pqs|garajes?|cocheras?|depositos?|bodegas?|cuartos? util(es)?|celdas?|bicicleteros?)\b/,
  ],
  [
    charge('other'),
    /\b(agua|acueducto|alcantarillado|gas|energia|luz|aseo|internet|citofonia|television|salon|alquiler|arriendo|mascotas?|lavanderia|gimnasio|piscina|ascensor(es)?|tarjetas?|llaves?|seguros?|cobranza|honorarios|certificad[oa]s?|reposicion|vigilancia|celaduria|porteria|seguridad|mantenimiento|jardineria|fumigacion|bbq|turco|sauna|parabolica|mudanzas?|trasteos?|fachadas?)\b/,
  ],
  [charge('fee'), MONTH],
  [charge('fee'), /\b(cuotas?|sostenimiento|fondo|reserva|imprevistos)\b/],
  [
    charge('other'),
    /\b(otros?|otras?|varios|facturad[oa]s?|servicios?|ajustes?|retroactivo|notas? debito)\b/,
  ],
  [of('amount'), /^(valor(es)?|vr|vlr|montos?|importes?|cargos?|cobros?|debitos?|amount)$/],
  [of('quiet'), /\b(residente|arrendatari[oa]|inquilin[oa])s?\b/],
  [
    of('owner'),
    /\b(co)?propietari[oa]s?\b|\bduen[oa]s?\b|^owner$|\btitular(es)?\b|^nombres?\b(?!.*(inmueble|unidad|apartamento|apto))/,
  ],
  [
    of('tower'),
    /^(no |numero |n )?(de )?(torre|torres|bloque|bl|blq|interior|int|manzana|mz|mza|etapa|edificio|agrupacion)\b(?!.*\b(apto|apartamento|casa)\b)/,
  ],
  [
    of('unit'),
    /\b(uf|unit|unidad|unidades|und|inm|inmuebles?|apartamentos?|aptos?|apt|apts|apartaestudios?|dptos?|deptos?|departamentos?|casas?|predios?|lotes?|parcelas?|locales|local|oficinas?|consultorios?|nomenclatura|bien privado|vivienda|fraccion|fracao)\b/,
  ],
  [of('unit'), /^(no|nro|num|numero|id|codigo|item)$/],
];

/** Words that only qualify the name of a fee: year, month, calculation, or filler words. */
const QUALIFIERS =
  /\b(20\d\d|valor|vr|vlr|a cobrar|mensual(es|idad)?|mes|anual(es)?|ano|actual(es)?|vigente|nuev[oa]s?|anterior|plen[oa]|net[oa]|brut[oa]|ajustad[oa]s?|redondead[oa]s?|redondeo|aprobad[oa]s?|definitiv[oa]s?|real(es)?|ordinari[oa]s?|comun(es)?|con|sin|de|del|la|el)\b/g;
/** Words for the common fee paid by all units. */
const THE_FEE =
  /\b(cuotas?|administracion|admon|admin|adm|expensas?|tarifas?|sostenimiento|facturad[oa]s?)\b/g;

/**
 * Returns a key for a column header, equal for headers of the same charge: words of year, rounding or value
 * are removed. 'Cuota 2025', 'Vr admon redondeado', 'Mensualidad' and 'Mayo' give equal keys. Further words beside
 * the fee are removed too, except names of another charge: 'Cuota año pasado', 'Administración semestral'.
 */
export function chargedKey(header: string): string {
  if (isMonthAlone(header)) return 'cuota';
  const words = plainWords(header)
    .replace(QUALIFIERS, ' ')
    .replace(THE_FEE, 'cuota')
    .replace(/\s+/g, ' ')
    .trim();
  const beside = words.replace(/\b(?:cuota|\d+)\b/g, ' ').trim();
  const isTheFee = /\bcuota\b/.test(words) && meaningOf(beside) === null;
  return isTheFee ? 'cuota' : words;
}

/**
 * True if a column header names refunds or adjustments ('Reintegro', 'Ajuste'): the amounts may have to be
 * subtracted, so the user gets a warning.
 */
export const mayBeCredit = (header: string): boolean =>
  /\b(reintegros?|devolucion(es)?|ajustes?)\b/.test(plainWords(header));

/** Words of a payment, a total or interest beside the name of a charge. Payments in the plural are payments received. */
const BESIDE_CHARGE = /\b(pago|total(es)?|recargos?)\b/;

/**
 * True if the name of a payment, a total or late interest may also name a charge: 'Pago parqueadero',
 * 'Administración total', 'Recargo'. The user is then asked.
 */
export function mayBeCharge(name: string): boolean {
  const words = plainWords(wordsApart(name));
  const kind = meaningOf(name)?.kind;
  if (kind !== 'payment' && kind !== 'total' && kind !== 'interest') return false;
  if (!BESIDE_CHARGE.test(words)) return false;
  const rest = words.replace(BESIDE_CHARGE, ' ').trim();
  if (rest === '') return kind === 'interest';
  const meaning = meaningOf(rest)?.kind;
  return meaning === 'charge' || meaning === 'place';
}

/** Header for percentages: 'Descuento (%)', '% descuento'. Excludes 'Dto 10 %' with pesos below. */
const PERCENT = /^\s*%|(?<!\d ?)%\s*\)?$|\bporcentaje\b/i;

/** Longest text (characters) taken as a header; longer texts are sentences. */
const LONGEST_HEADER = 80;

/** Separates words joined by programs in a name: 'ValorAdministracion', 'expensa_A'. */
export const wordsApart = (header: string): string => header.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ').trim();

/**
 * Returns the meaning of a column header in a month's spreadsheet by its words: 'Apto' is a unit, 'Cuota' a
 * charge; null for unknown words.
 */
export function meaningOf(header: string): Meaning | null {
  if (header.length > LONGEST_HEADER) return null;
  const words = plainWords(wordsApart(header));
  if (words === '') return header.trim() === '%' ? of('quiet') : null;
  const meaning = meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  const isRate = meaning?.kind === 'discount' || meaning?.kind === 'interest';
  return isRate && PERCENT.test(header) ? of('aside') : meaning;
}

/**
 * Returns the charge named by a column header together with a measure: 'Cuota por coeficiente' is a fee,
 * 'Agua (m3)' a metered service. Null if the header names only a measure ('Coeficiente'), so no money.
 */
export function chargedByMeasure(header: string): { nature: ChargeNature; isMetered: boolean } | null {
  const words = plainWords(header);
  const rest = meaningOf(words.replace(new RegExp(MEASURE, 'g'), ' '));
  return rest?.kind === 'charge' ? { nature: rest.nature, isMetered: METERED.test(words) } : null;
}

/**
 * True if a header is the technical name of a field in another program ('expensa_A', 'VLR2', 'valorCuota').
 * The name is unsuitable as the name of a charge on bills.
 */
export const isRawName = (header: string): boolean =>
  /^\S*_\S*$/.test(header) ||
  /^[A-Z]{1,5}\d{1,3}$/.test(header) ||
  /^[A-Z]?[a-z]+([A-Z][a-z]+)+\d*$/.test(header);

/**
 * Returns the nature of a charge by the words of the name: 'fine' for 'Multa por ruido', 'fee' for
 * 'Administración'. The nature decides about interest and reports.
 */
export function natureOf(concept: string): ChargeNature {
  const meaning = meaningOf(concept);
  if (meaning?.kind === 'measure') return chargedByMeasure(concept)?.nature ?? 'other';
  return meaning?.kind === 'charge' ? meaning.nature : 'other';
}

/** Header patterns for units, the best first. */
const unitRank = [
  /\b(uf|unit|unidad|unidades|und|inm|inmuebles?|nomenclatura|bien privado|fraccion|fracao)\b/,
  /\b(apartamentos?|aptos?|apts?|casas?|predios?|apartaestudios?|vivienda|dptos?|deptos?|departamentos?)\b/,
  /\b(lotes?|parcelas?|locales|local|oficinas?|consultorios?)\b/,
];

/**
 * Ranks a column header as a name for the column of units: 0 for the clearest word, larger numbers for weaker
 * words, the largest number for all other words. The best rank wins if several columns could name the units.
 */
export function unitRankOf(header: string): number {
  const words = plainWords(header);
  const found = unitRank.findIndex((pattern) => pattern.test(words));
  return found === -1 ? unitRank.length : found;
}
