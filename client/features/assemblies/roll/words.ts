import type { RollChanges, RollCorrection, RollUnit } from '../../../../shared/assemblies/roll.api.ts';
import { parseCoefficient, toNumber } from '../../../../shared/coefficient.ts';
import { apartmentKindNames } from '../../../../shared/properties/apartment-kinds.ts';
import { formatCoefficientExact } from '../../../lib/format.ts';

/** Fields of a unit that a correction of the assembly's roll (list of units) can change. */
export type RollFacts = RollCorrection['before'];

/** Correction of a unit on the roll as typed by the operator in the form, with the reason. */
export interface RollDraft {
  /** Names of the owners. */
  owner: string;
  /** Identity documents of the owners. Empty if unknown. */
  ownerDocument: string;
  kind: RollUnit['kind'];
  /** Coefficient as typed text, with comma or point: '0,8333'. */
  coefficient: string;
  /** Reason of the correction, for the acta (minutes). */
  reason: string;
}

/** Spanish error of each field of the correction form. A valid field is absent. */
export type RollFaults = Partial<Record<keyof RollDraft, string>>;

/**
 * Returns the facts of a unit on the roll (owner, document, kind, coefficient) as after all pending corrections.
 * The form for a further correction starts with the facts.
 */
export function standingFacts(unit: RollUnit): Required<RollFacts> {
  const { owner, ownerDocument, kind, coefficient } = unit;
  return { owner, ownerDocument, kind, coefficient, ...unit.pending };
}

/**
 * Returns the initial content of the form to correct a unit on the roll: the present facts as texts, and an empty
 * reason.
 */
export function draftOfUnit(unit: RollUnit): RollDraft {
  const { owner, ownerDocument, kind, coefficient } = standingFacts(unit);
  return {
    owner,
    ownerDocument: ownerDocument ?? '',
    kind,
    coefficient: formatCoefficientExact(coefficient),
    reason: '',
  };
}

const MORE_THAN_NINE = /[.,]\d{10,}\s*%?\s*$/;

/**
 * Reads a coefficient typed by the operator exactly: '0,8333' gives 0.8333. Null if invalid or with more than nine
 * decimals.
 */
export function typedCoefficient(text: string): number | null {
  if (MORE_THAN_NINE.test(text)) return null;
  const read = parseCoefficient(text);
  return read === null ? null : toNumber(read);
}

/**
 * Returns the facts of a unit changed in the form for a correction, with the new values. Leaves out an unreadable
 * coefficient; `rollFaults` reports the error.
 */
export function changedFacts(unit: RollUnit, draft: RollDraft): RollFacts {
  const before = standingFacts(unit);
  const changes: RollFacts = {};
  const owner = draft.owner.trim();
  const ownerDocument = draft.ownerDocument.trim() || null;
  const coefficient = typedCoefficient(draft.coefficient);
  if (owner !== before.owner) changes.owner = owner;
  if (ownerDocument !== before.ownerDocument) changes.ownerDocument = ownerDocument;
  if (draft.kind !== before.kind) changes.kind = draft.kind;
  if (coefficient !== null && coefficient !== before.coefficient) changes.coefficient = coefficient;
  return changes;
}

/**
 * Returns the Spanish errors of the correction form, by field; empty if valid.
 * @param unit unit before the correction
 * @param draft typed correction
 */
export function rollFaults(unit: RollUnit, draft: RollDraft): RollFaults {
  const faults: RollFaults = {};
  if (draft.owner.trim() === '' && standingFacts(unit).owner !== '') {
    faults.owner = 'Escriba el nombre del propietario.';
  }
  if (typedCoefficient(draft.coefficient) === null) {
    faults.coefficient = 'Escriba un número de 0 en adelante, con máximo 9 decimales.';
  }
  if (draft.reason.trim() === '') faults.reason = 'Escriba el motivo de la corrección.';
  return faults;
}

/**
 * Returns the request body for the correction of a unit on an assembly's roll (list of units): only the changed
 * fields, and the reason.
 */
export function correctionOf(unit: RollUnit, draft: RollDraft): RollChanges {
  return { ...changedFacts(unit, draft), reason: draft.reason.trim() };
}

interface FactLine {
  name: string;
  before: string;
  after: string;
}

/**
 * Returns a row for each changed fact of a unit on the roll: name of the fact, old value, and new value, as Spanish
 * text.
 */
export function factLines(before: RollFacts, after: RollFacts): FactLine[] {
  const lines: FactLine[] = [];
  const add = <Value>(
    name: string,
    was: Value | undefined,
    is: Value | undefined,
    say: (v: Value) => string,
  ) => {
    if (is !== undefined) lines.push({ name, before: was === undefined ? '' : say(was), after: say(is) });
  };
  const text = (value: string | null) => value || 'Sin dato';
  add('Propietario', before.owner, after.owner, text);
  add('Documento', before.ownerDocument, after.ownerDocument, text);
  add('Tipo', before.kind, after.kind, (kind) => apartmentKindNames[kind]);
  add('Coeficiente', before.coefficient, after.coefficient, formatCoefficientExact);
  return lines;
}
