import type { RollApartment } from '../../../../../shared/assemblies/attendance.api.ts';
import {
  CODE_ID,
  groupedCode,
  maskedCode,
  readScan,
  type Scan,
} from '../../../../../shared/assemblies/code.ts';
import type { JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import type { Power } from '../../../../../shared/assemblies/powers/powers.api.ts';
import { sentence } from '../../../../../shared/format.ts';
import { codeIdOf, jointCodeOf } from '../../common/joint-code.ts';
import { assemblyTexts } from '../../common/texts.ts';
import type { DoorWish, UnitName } from '../kept/scan.ts';
import { clearDoorForm, type DoorForm, useDoorForm } from './door-form.store.ts';
import { type HeldPowers, heldPowers } from './held-powers.ts';
import { enqueue, enqueueRefused, useQueue } from './queue.ts';
import { signal } from './signal.ts';

/** Data of a joint needed to handle a scan at the desk: roll, codes and powers of attorney, as far as loaded. */
export interface DoorFacts {
  jointId: number;
  /** Units on the assembly's roll. */
  units: readonly RollApartment[];
  /** Valid attendance codes of the joint. Undefined until loaded. */
  codes: readonly JointCode[] | undefined;
  /** Powers of attorney of the joint. */
  powers: readonly Power[];
}

/**
 * Handles a scanned or typed code at the registration desk. A badge registers its unit and the other units of the
 * owner at once; a card registers the selected units. A card without selected units stays in the field until units
 * are selected. Never removes a registration.
 * @param text scanned or typed text
 * @param form state of the registration form at the time of the scan
 */
export function takeScan(
  text: string,
  { jointId, units, codes, powers }: DoorFacts,
  form = useDoorForm.getState(),
): void {
  const scan = scanOf(text);
  if (scan === null || scan.answerId !== null) {
    refuseText(
      scan === null ? assemblyTexts.codeUnreadable : assemblyTexts.codeIsBallot,
      scan === null ? text.trim() : '',
    );
    return;
  }
  const { code } = scan;
  if (form.personId !== null) {
    refuse({ person: assemblyTexts.codeAtHome }, '');
    return;
  }
  const byId = new Map(units.map((unit) => [unit.apartmentId, unit]));
  const name = (id: string): UnitName => ({ apartmentId: id, owner: byId.get(id)?.owner ?? '' });
  const picked = pickedOf(form, byId);
  const jointCode = jointCodeOf(codes, code);
  const holder = jointCode?.codeId ?? code;
  const isBadge = jointCode ? jointCode.badgeOf !== null : true;
  const held = units.filter((unit) => unit.userId === holder).map((unit) => unit.apartmentId);

  const ownUnits = picked.length > 0 ? picked : jointCode?.badgeOf ? [jointCode.badgeOf] : [];
  const along = form.isReturn ? NO_POWERS : heldPowers(powers, form, ownUnits);
  if (isNameless(form) && along.powerIds.length === 0) {
    refuse({ name: assemblyTexts.attendeeMissing }, code);
    return;
  }

  // A card shown again: the server answers with time and attendee of the registration.
  const shown = along.powerIds.length > 0 ? undefined : held;
  const wanted = picked.length > 0 ? picked : isBadge ? undefined : shown;
  if (wanted?.length === 0) {
    ask(form, code);
    return;
  }
  const owned = wanted ? wanted.map(name) : jointCode?.badgeOf ? [name(jointCode.badgeOf)] : [];
  const labels = [
    ...owned,
    ...along.units.filter((unit) => owned.every((one) => one.apartmentId !== unit.apartmentId)),
  ];
  const isRepeat =
    labels.length > 0 && labels.every((unit) => held.includes(unit.apartmentId) || wasDone(unit, holder));
  const unitsToName = isRepeat ? [] : labels.filter(({ apartmentId }) => asksWhoComes(byId.get(apartmentId)));
  if (unitsToName.length > 0 && form.naming?.code !== code && !form.attendee.byProxy && isUnnamed(form)) {
    askName(form, code, unitsToName);
    return;
  }
  // The queue of this device stores the public id of a code, and a whole code only if the list lacks the code.
  const registration = wishOf(form, holder, wanted);
  const { powerIds } = along;
  enqueue(jointId, powerIds.length > 0 ? { ...registration, powers: powerIds } : registration, labels, {
    isRepeat,
  });
  // If the scan had to wait, the form already has the data of the next person.
  if (useDoorForm.getState() === form) clearDoorForm();
}

/**
 * Handles a new code at the desk while an earlier card still waits for units: reports the earlier card as not
 * registered. Units already selected stay for the new code.
 * @param text the new code as scanned
 */
export function leaveWaiting(text: string, { jointId, codes }: DoorFacts): void {
  const { waiting, attendee, chosen } = useDoorForm.getState();
  const scan = scanOf(text);
  if (waiting === null || scan === null || scan.answerId !== null || scan.code === waiting.code) return;
  const message = `La tarjeta ${shownCode(waiting.code)} no se registró: faltó elegir su inmueble.`;
  enqueueRefused(jointId, wishOf({ attendee }, codeIdOf(codes, waiting.code), []), message);
  if (chosen.length === 0) clearDoorForm();
  else useDoorForm.setState({ waiting: null, code: '', faults: {} });
  signal('blocked', message);
}

/**
 * Handles a new code while an earlier code waits for the attendee's name. Registers the earlier code without a
 * name, since the people in line must not wait; the acta (minutes) notes the missing name.
 */
export function leaveNaming(text: string, doorFacts: DoorFacts): void {
  const form = useDoorForm.getState();
  const scan = scanOf(text);
  if (form.naming === null || scan === null || scan.answerId !== null || scan.code === form.naming.code)
    return;
  takeScan(form.naming.code, doorFacts, form);
}

/**
 * True if the desk must ask for the name of the person present for a unit, because the owner is a company or
 * several people (Ley 675, art. 47).
 */
export const asksWhoComes = (unit: Pick<RollApartment, 'ownerNature'> | undefined): boolean =>
  unit !== undefined && unit.ownerNature !== 'person';

/**
 * True if a scanned code is missing in the loaded list of the joint's codes. The code may be newer than the list,
 * so the list is fetched again.
 * @param text scanned text
 */
export function isUnlisted(
  text: string,
  { units, codes }: DoorFacts,
  form = useDoorForm.getState(),
): boolean {
  const scan = scanOf(text);
  if (scan === null || scan.answerId !== null || form.personId !== null || isNameless(form)) return false;
  const byId = new Map(units.map((unit) => [unit.apartmentId, unit]));
  return pickedOf(form, byId).length === 0 && jointCodeOf(codes, scan.code) === undefined;
}

/** Reads scanned or typed text, or the public id of a code picked on the page. */
const scanOf = (text: string): Scan | null =>
  CODE_ID.test(text) ? { code: text, answerId: null } : readScan(text);

/** Writes a code for the desk's screen: first and last two characters. */
const shownCode = (code: string): string => groupedCode(maskedCode(code));

const isUnnamed = ({ attendee }: DoorForm): boolean => attendee.name.trim() === '';
const isNameless = (form: DoorForm): boolean => form.attendee.byProxy && isUnnamed(form);

const NO_POWERS: HeldPowers = { powerIds: [], units: [], holder: null };

/**
 * Selected units that are not registered. With `isReturn` also registered units; the server then answers with the
 * present holder.
 */
function pickedOf(form: DoorForm, byId: ReadonlyMap<string, RollApartment>): string[] {
  return form.chosen.filter((id) => byId.get(id)?.userId === null || (form.isReturn && byId.has(id)));
}

function wishOf(
  { attendee }: Pick<DoorForm, 'attendee'>,
  code: string,
  apartmentIds: readonly string[] | undefined,
): DoorWish {
  return {
    code,
    ...(apartmentIds && { apartmentIds: [...apartmentIds].sort() }),
    ...(!apartmentIds && !attendee.byProxy && { withOwned: true }),
    ...(attendee.byProxy && { byProxy: true }),
    ...(!attendee.byProxy && attendee.capacity !== null && { capacity: attendee.capacity }),
    ...(attendee.name.trim() !== '' && {
      attendee: { name: attendee.name.trim(), document: attendee.document.trim() || null },
    }),
  };
}

/**
 * True if this device has registered the unit for the code, but the assembly's roll does not show the registration
 * yet.
 */
const wasDone = ({ apartmentId }: UnitName, code: string): boolean =>
  useQueue
    .getState()
    .scans.some(
      (scan) =>
        scan.state === 'registered' &&
        scan.code === code &&
        scan.apartments.some((unit) => unit.apartmentId === apartmentId),
    );

/** Asks the operator to select the units of a scanned card. */
function ask({ attendee }: DoorForm, code: string): void {
  useDoorForm.setState({ attendee, code, waiting: { code }, faults: { units: assemblyTexts.unitsMissing } });
  signal('asking', `Tarjeta ${shownCode(code)}. ${assemblyTexts.unitsMissing}.`);
}

/**
 * Asks the operator for the attendee's name, for a unit of a company or of several owners. Enter in the empty field
 * registers without a name.
 */
function askName({ attendee, chosen, isReturn }: DoorForm, code: string, units: readonly UnitName[]): void {
  useDoorForm.setState({
    attendee,
    chosen,
    isReturn,
    code,
    faults: {},
    naming: { code, units: units.map(({ apartmentId }) => apartmentId) },
  });
  const [first] = units;
  signal('asking', `${sentence(`${first?.apartmentId ?? ''} es de ${first?.owner ?? ''}`)} ¿Quién asiste?`);
}

/** Reports scanned or typed text that is no valid code. A card that waits for units keeps waiting. */
function refuseText(words: string, text: string): void {
  const { waiting } = useDoorForm.getState();
  if (waiting === null) {
    refuse({ code: words }, text);
    return;
  }
  useDoorForm.setState({ code: waiting.code, faults: { units: assemblyTexts.unitsMissing } });
  signal('blocked', `${words} La tarjeta ${shownCode(waiting.code)} sigue sin inmueble.`);
}

function refuse(faults: DoorForm['faults'], code: string): void {
  useDoorForm.setState({ code, faults });
  signal('blocked', faults.code ?? faults.name ?? faults.person ?? '');
}
