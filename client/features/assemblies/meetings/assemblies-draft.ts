import type { NewAssembly, SeenFacts } from '../../../../shared/assemblies/assemblies.api.ts';
import type { Convener } from '../../../../shared/assemblies/law/conveners.ts';
import { dayInBogota, instantInBogota } from '../../../../shared/days.ts';
import { time } from '../../../../shared/format.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { ApiError } from '../../../lib/api.ts';

/** Facts of an assembly as typed by the operator in the form. Empty text means unknown. */
export interface AssemblyDraft {
  kind: Assembly['kind'];
  /**
   * First or second call, for a new assembly. `firstDay` and `firstHour`: time of the failed first call, needed for
   * a second call.
   */
  call: Assembly['call'];
  firstDay: string;
  firstHour: string;
  mode: Assembly['mode'];
  title: string;
  /** Points of the agenda, a line each. */
  agenda: string;
  /** Way of sending the notice, in words: 'por correo'. */
  notice: string;
  /** Kind of person behind the notice of the assembly. Empty if unknown. */
  convener: Convener | '';
  /** Ids of the owners' units, if owners convene the assembly. */
  conveningUnits: readonly string[];
  /** Day of the assembly, YYYY-MM-DD. The hour below is HH:mm in Bogotá. */
  day: string;
  hour: string;
  /** Place of the meeting: 'Salón comunal'. */
  place: string;
  president: string;
  secretary: string;
  recordingUrl: string;
  zoomId: string;
  zoomPassword: string;
}

/** Modes of an assembly, in the order of the forms. */
export const assemblyModes: readonly Assembly['mode'][] = ['inPerson', 'virtual', 'mixed'];

/** Spanish hint for the field of the video meeting. */
export const meetingHint = 'El número de Zoom, o la dirección completa (https://…) de otra plataforma.';

/** Spanish errors in the form of an assembly, by field. Null or absent for a valid field. */
export type DraftFaults = Partial<Record<keyof AssemblyDraft, string | null>>;

/** Initial content of the form for a new assembly: ordinary, in person, first call, and all other fields empty. */
export const blankDraft: AssemblyDraft = {
  kind: 'ordinary',
  call: 1,
  firstDay: '',
  firstHour: '',
  mode: 'inPerson',
  title: '',
  agenda: '',
  notice: '',
  convener: '',
  conveningUnits: [],
  day: '',
  hour: '',
  place: '',
  president: '',
  secretary: '',
  recordingUrl: '',
  zoomId: '',
  zoomPassword: '',
};

/** Maximum number of characters of each text field in the form of an assembly, as on the server. */
export const textLimits = {
  title: 300,
  agenda: 5000,
  notice: 500,
  place: 300,
  president: 200,
  secretary: 200,
  recordingUrl: 1000,
  zoomId: 500,
  zoomPassword: 100,
} as const satisfies Partial<Record<keyof AssemblyDraft, number>>;

const textNames = Object.keys(textLimits) as (keyof typeof textLimits)[];

interface Meeting {
  zoomId: string;
  zoomPassword: string;
}

/**
 * Converts a stored assembly to the texts of the operator's form, to edit the facts.
 * @param meeting video meeting of the joint; null without a meeting
 */
export function draftOf(assembly: Assembly, meeting: Meeting | null): AssemblyDraft {
  const values = { ...assembly, zoomId: meeting?.zoomId, zoomPassword: meeting?.zoomPassword };
  const { kind, mode, convener, conveningUnits } = assembly;
  const draft: AssemblyDraft = {
    ...blankDraft,
    kind,
    mode,
    convener: convener ?? '',
    conveningUnits: conveningUnits.map(({ apartmentId }) => apartmentId),
  };
  for (const name of textNames) draft[name] = values[name] ?? '';
  const { scheduledAt } = assembly;
  if (scheduledAt === null) return draft;
  return { ...draft, day: dayInBogota(Date.parse(scheduledAt)), hour: time(scheduledAt) };
}

/**
 * Converts the typed facts of an assembly to the body of the request to create the assembly. Empty fields become
 * null.
 */
export function bodyOf(draft: AssemblyDraft): NewAssembly {
  const { kind, mode, day, hour } = draft;
  const isKnown = day !== '' && hour !== '';
  const body: NewAssembly = { kind, mode, scheduledAt: isKnown ? instantInBogota(day, hour) : null };
  for (const name of textNames) body[name] = draft[name].trim() || null;
  body.convener = draft.convener || null;
  if (draft.convener === 'owners' && draft.conveningUnits.length > 0)
    body.conveningUnits = [...draft.conveningUnits];
  const { call, firstDay, firstHour } = draft;
  return call === 1 ? body : { ...body, call, firstCallAt: instantInBogota(firstDay, firstHour) };
}

/** Returns the facts in the form before the editing, for the server to find changes by another person. */
export function seenIn(before: AssemblyDraft): SeenFacts {
  const { call: _, firstCallAt: __, ...facts } = bodyOf(before);
  return { ...facts, conveningUnits: [...before.conveningUnits] };
}

/**
 * Returns the body of the request to change an assembly: only the fields changed in the form, so another user's
 * changes to other fields stay. Emptied fields become null.
 */
export function changesBetween(before: AssemblyDraft, now: AssemblyDraft): NewAssembly {
  const [was, is] = [bodyOf(before), bodyOf(now)];
  const changes: NewAssembly = {};
  if (is.kind !== was.kind) changes.kind = is.kind;
  if (is.mode !== was.mode) changes.mode = is.mode;
  if (is.scheduledAt !== was.scheduledAt) changes.scheduledAt = is.scheduledAt;
  for (const name of textNames) if (is[name] !== was[name]) changes[name] = is[name];
  if (is.convener !== was.convener) changes.convener = is.convener;
  if (`${is.conveningUnits}` !== `${was.conveningUnits}` && is.conveningUnits !== undefined)
    changes.conveningUnits = is.conveningUnits;
  return changes;
}

/**
 * Checks the form of an assembly before sending. Returns a Spanish error for each wrong field; empty or null for
 * valid fields.
 */
export function draftFaults(draft: AssemblyDraft): DraftFaults {
  const faults: DraftFaults = {};
  const url = draft.recordingUrl.trim();
  if (url !== '' && !isWebAddress(url)) {
    faults.recordingUrl = 'Escriba la dirección completa, que empieza por https://.';
  }
  if (draft.call === 2) {
    const isOver =
      draft.firstDay !== '' &&
      draft.firstHour !== '' &&
      Date.parse(instantInBogota(draft.firstDay, draft.firstHour)) < Date.now();
    if (draft.firstDay === '') faults.firstDay = 'Escriba el día de la primera convocatoria.';
    else if (draft.firstHour === '') faults.firstHour = 'Escriba la hora de la primera convocatoria.';
    else if (!isOver) faults.firstDay = 'La primera convocatoria debe haber pasado.';
  }
  if (draft.day === '' && draft.hour !== '') faults.day = 'Escriba también la fecha.';
  if (draft.hour === '' && draft.day !== '') faults.hour = 'Escriba también la hora.';
  if (draft.zoomPassword.trim() !== '' && draft.zoomId.trim() === '') {
    faults.zoomId = 'Escriba también el Id de la reunión.';
  }
  return faults;
}

/**
 * Reads the fields refused by the server from an error about an assembly, each with a Spanish error text. Empty for
 * other errors.
 */
export function refusedFields(error: unknown): DraftFaults {
  if (!(error instanceof ApiError) || error.status !== 400 || !Array.isArray(error.details)) return {};
  const faults: DraftFaults = {};
  for (const detail of error.details as unknown[]) {
    const field = typeof detail === 'object' && detail !== null && 'field' in detail ? detail.field : null;
    const name = textNames.find((one) => field === `/${one}`);
    if (name)
      faults[name] = `No se puede guardar así. Caben ${textLimits[name]} caracteres, ninguno invisible.`;
  }
  return faults;
}

/** True if a text is an address that begins with http or https. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+\S*$/i.test(text);
}
