import { capacityNames, identificationNames } from '../assemblies/assembly-words.ts';
import { formatExact, nano } from '../coefficient.ts';
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
  capacity: 'Calidad',
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
  enteredAt: 'Registrado',
  eventId: 'Evento',
  fileName: 'Archivo',
  first: 'Primero',
  graceDays: 'Días de gracia',
  holder: 'Responde',
  how: 'Cómo',
  identifiedBy: 'Se identificó con',
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
  powers: 'Poderes',
  profileId: 'Perfil',
  proxyFor: 'Con poder de',
  quantity: 'Cantidad',
  queued: 'Mensajes',
  question: 'Pregunta',
  reason: 'Motivo',
  receipt: 'Recibo de caja',
  receipts: 'Recibos de caja',
  receivedAt: 'Recibido',
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
    return [[names.join(': '), factValue(key, value)]];
  });
}

function factValue(key: string, value: unknown): string {
  if (key === 'units') return unitsWords(value);
  return named[key]?.[String(value)] ?? valueWords(value);
}

/** Units as attendance notes them: `[joint, unit]`, and of those who come `[…, coefficient (10⁻⁹), capacity, remote]`. */
function unitsWords(value: unknown): string {
  const units = Array.isArray(value) ? value : [];
  if (units.length === 0 || !units.every(isUnit)) return valueWords(value);
  return units
    .map(([joint, unit, coefficient, capacity, remote]) => {
      const facts = [
        `copropiedad ${joint}`,
        ...(coefficient === undefined ? [] : [`coeficiente ${formatExact(nano(coefficient))}`]),
        ...(capacity === undefined || capacity === null
          ? []
          : [factValue('capacity', capacity).toLowerCase()]),
        ...(remote === 1 ? ['desde casa'] : []),
      ];
      return `${unit} (${facts.join(', ')})`;
    })
    .join('; ');
}

type UnitFact = [
  joint: number,
  unit: string,
  coefficient?: number,
  capacity?: string | null,
  remote?: number,
];

const isUnit = (fact: unknown): fact is UnitFact =>
  Array.isArray(fact) && typeof fact[0] === 'number' && typeof fact[1] === 'string';

/** What values are called that are kept by a name of the program, by the facts that have them. */
const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  capacity: capacityNames,
  identifiedBy: identificationNames,
};

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
