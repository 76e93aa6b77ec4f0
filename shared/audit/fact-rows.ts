import { isDay, shortDay } from '../days.ts';
import { factsToRead } from './act-amounts.ts';

/** What facts of acts are called on screens. */
const factWords: Readonly<Record<string, string>> = {
  acta: 'Acta',
  act: 'Acto',
  added: 'Nuevos',
  address: 'Dirección',
  administrator: 'Administrador',
  amount: 'Valor',
  annualRate: 'Tasa anual (millonésimas)',
  answerId: 'Respuesta',
  apartmentId: 'Inmueble',
  apartmentIds: 'Inmuebles',
  apartments: 'Inmuebles',
  assemblyId: 'Asamblea',
  at: 'Momento',
  attendee: 'Asistente',
  bankAccount: 'Cuenta bancaria',
  before: 'Antes',
  bill: 'Cuenta de cobro',
  bills: 'Cuentas de cobro',
  brebKey: 'Llave Bre-B',
  byProxy: 'Con poder',
  call: 'Convocatoria',
  charges: 'Cobros',
  code: 'Código',
  coefficient: 'Coeficiente (milmillonésimas)',
  conceptId: 'Pregunta',
  description: 'Descripción',
  discount: 'Descuento',
  draftId: 'Planilla',
  dueDate: 'Vence el',
  dueDay: 'Día de vencimiento',
  email: 'Correo',
  eventId: 'Evento',
  fileName: 'Archivo',
  first: 'Primero',
  graceDays: 'Días de gracia',
  holder: 'Responde',
  how: 'Cómo',
  interest: 'Intereses',
  interestFree: 'Sin intereses',
  issueDate: 'Emitido el',
  jointId: 'Copropiedad',
  kind: 'Clase',
  known: 'Ya registrados',
  last: 'Último',
  legalText: 'Texto legal',
  logoId: 'Logo',
  mailed: 'Enviados por correo',
  mode: 'Modo',
  month: 'Mes',
  monthlyRate: 'Tasa mensual (10⁻⁸)',
  name: 'Nombre',
  nature: 'Naturaleza',
  nit: 'NIT',
  owner: 'Propietario',
  participantId: 'Participante',
  payment: 'Pago',
  paymentPage: 'Página de pagos',
  paymentPlace: 'Dónde pagar',
  payments: 'Pagos',
  phone: 'Teléfono',
  profileId: 'Perfil',
  quantity: 'Cantidad',
  queued: 'Mensajes',
  question: 'Pregunta',
  reason: 'Motivo',
  receipt: 'Recibo de caja',
  receipts: 'Recibos de caja',
  reference: 'Referencia',
  resolution: 'Resolución',
  resolvedOn: 'Fecha de la resolución',
  rows: 'Filas',
  rule: 'Regla',
  sectorId: 'Sector',
  settings: 'Configuración',
  source: 'Fuente',
  title: 'Título',
  total: 'Total',
  unidentified: 'Por identificar',
  units: 'Inmuebles',
  userId: 'Usuario',
  username: 'Usuario',
  valueDate: 'Pagado el',
  votes: 'Votos',
  way: 'Forma de liquidar',
  what: 'Qué',
};

/** A fact of an act: its name, and its value in words. */
export type FactRow = readonly [name: string, value: string];

/**
 * The facts of an act as rows that people read, amounts in pesos, days as days; what is within another fact stands with
 * its name: 'Antes: NIT'. A fact that has no word keeps the name that it was written under.
 */
export const factRows = (act: string, data: unknown): FactRow[] => rowsOf(factsToRead(act, data), []);

function rowsOf(facts: Record<string, unknown>, within: readonly string[]): FactRow[] {
  return Object.entries(facts).flatMap(([key, value]): FactRow[] => {
    const names = [...within, factWords[key] ?? key];
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      return rowsOf(value as Record<string, unknown>, names);
    }
    return [[names.join(': '), valueWords(value)]];
  });
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(listedWords).join(', ');
  const said = String(value);
  return isDay(said) ? shortDay(said) : said;
}

/** Within a list: a list of its own in brackets, facts by their names. */
function listedWords(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(listedWords).join(', ')}]`;
  if (value === null || typeof value !== 'object') return valueWords(value);
  const rows = rowsOf(value as Record<string, unknown>, []);
  return `(${rows.map(([name, said]) => `${name}: ${said}`).join('; ')})`;
}
