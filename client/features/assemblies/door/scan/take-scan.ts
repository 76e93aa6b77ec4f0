import type { RollApartment } from '../../../../../shared/assemblies/attendance.api.ts';
import { groupedCode, readScan } from '../../../../../shared/assemblies/code.ts';
import type { JointCode } from '../../../../../shared/assemblies/codes.api.ts';
import type { Power } from '../../../../../shared/assemblies/powers/powers.api.ts';
import { sentence } from '../../../../../shared/format.ts';
import { ownerNature } from '../../../../../shared/properties/owner-nature.ts';
import { assemblyTexts } from '../../texts.ts';
import type { DoorWish, UnitName } from '../kept/scan.ts';
import { clearDoorForm, type DoorForm, useDoorForm } from './door-form.store.ts';
import { type HeldPowers, heldPowers } from './held-powers.ts';
import { enqueue, enqueueRefused, useQueue } from './scan-queue.ts';
import { signal } from './signal.ts';

/** What a scan is read with: the joint's roll and codes, as far as they are known. */
export interface Known {
  jointId: number;
  units: readonly RollApartment[];
  /** Undefined while the list was not had. */
  codes: readonly JointCode[] | undefined;
  /** Powers of attorney that are on the list. */
  powers: readonly Power[];
}

/**
 * A scan, whether by hand scanner, camera or typed: a badge registers its unit at once, a card the chosen units;
 * a card without any stays in the field, and the form asks for them. It never frees anybody.
 */
export function takeScan(
  text: string,
  { jointId, units, codes, powers }: Known,
  form = useDoorForm.getState(),
): void {
  const scan = readScan(text);
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
  const known = codes?.find((one) => one.code === code);
  const isBadge = known ? known.badgeOf !== null : true;
  const held = units.filter((unit) => unit.userId === code).map((unit) => unit.apartmentId);

  const ownUnits = picked.length > 0 ? picked : known?.badgeOf ? [known.badgeOf] : [];
  const along = form.isReturn ? NO_POWERS : heldPowers(powers, form, ownUnits);
  if (isNameless(form) && along.powerIds.length === 0) {
    refuse({ name: assemblyTexts.attendeeMissing }, code);
    return;
  }

  // A card that is shown once more: the server says since when, and for whom.
  const shown = along.powerIds.length > 0 ? undefined : held;
  const wanted = picked.length > 0 ? picked : isBadge ? undefined : shown;
  if (wanted?.length === 0) {
    ask(form, code);
    return;
  }
  const owned = wanted ? wanted.map(name) : known?.badgeOf ? [name(known.badgeOf)] : [];
  const labels = [
    ...owned,
    ...along.units.filter((unit) => owned.every((one) => one.apartmentId !== unit.apartmentId)),
  ];
  const isRepeat =
    labels.length > 0 && labels.every((unit) => held.includes(unit.apartmentId) || wasDone(unit, code));
  const asked = isRepeat ? [] : labels.filter(({ apartmentId }) => asksWhoComes(byId.get(apartmentId)));
  if (asked.length > 0 && form.naming?.code !== code && !form.attendee.byProxy && isUnnamed(form)) {
    askName(form, code, asked);
    return;
  }
  const wish = wishOf(form, code, wanted);
  const { powerIds } = along;
  enqueue(jointId, powerIds.length > 0 ? { ...wish, powers: powerIds } : wish, labels, { isRepeat });
  // Where the scan had to wait, what stands there by now is the next person's.
  if (useDoorForm.getState() === form) clearDoorForm();
}

/**
 * Another code comes while a card waits for its units: the card was not registered, which is said and stays to be
 * read. Units that were chosen since are for whoever comes now, with what else stands in the form.
 */
export function leaveWaiting(text: string, jointId: number): void {
  const { waiting, attendee, chosen } = useDoorForm.getState();
  const scan = readScan(text);
  if (waiting === null || scan === null || scan.answerId !== null || scan.code === waiting.code) return;
  const message = `La tarjeta ${groupedCode(waiting.code)} no se registró: faltó elegir su inmueble.`;
  enqueueRefused(jointId, wishOf({ attendee }, waiting.code, []), message);
  if (chosen.length === 0) clearDoorForm();
  else useDoorForm.setState({ waiting: null, code: '', faults: {} });
  signal('blocked', message);
}

/**
 * Another code comes while one waits for the name of its attendee: it is registered without a name, since nobody stands
 * in the queue for a name, and the acta says that none was given.
 */
export function leaveNaming(text: string, known: Known): void {
  const form = useDoorForm.getState();
  const scan = readScan(text);
  if (form.naming === null || scan === null || scan.answerId !== null || scan.code === form.naming.code)
    return;
  takeScan(form.naming.code, known, form);
}

/** A company cannot come in person, and of several owners it is not known who came (Ley 675 de 2001, art. 47). */
export const asksWhoComes = (unit: Pick<RollApartment, 'owner' | 'ownerNature'> | undefined): boolean =>
  // A list that was kept before natures were told has none.
  unit !== undefined && (unit.ownerNature ?? ownerNature(unit.owner, null)) !== 'person';

/** Whether what a scan means hangs on a code that the list does not have: it may be younger than the list. */
export function isUnlisted(text: string, { units, codes }: Known, form = useDoorForm.getState()): boolean {
  const scan = readScan(text);
  if (scan === null || scan.answerId !== null || form.personId !== null || isNameless(form)) return false;
  const byId = new Map(units.map((unit) => [unit.apartmentId, unit]));
  return pickedOf(form, byId).length === 0 && codes?.some((one) => one.code === scan.code) !== true;
}

const isUnnamed = ({ attendee }: DoorForm): boolean => attendee.name.trim() === '';
const isNameless = (form: DoorForm): boolean => form.attendee.byProxy && isUnnamed(form);

const NO_POWERS: HeldPowers = { powerIds: [], units: [], holder: null };

/** What another holds is asked for too where the owner has come for it: the server says who holds it. */
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
    ...(attendee.byProxy && { byProxy: true }),
    ...(!attendee.byProxy && attendee.capacity !== null && { capacity: attendee.capacity }),
    ...(attendee.name.trim() !== '' && {
      attendee: { name: attendee.name.trim(), document: attendee.document.trim() || null },
    }),
  };
}

/** This device registered it a moment ago, and the roll has not told yet. */
const wasDone = ({ apartmentId }: UnitName, code: string): boolean =>
  useQueue
    .getState()
    .scans.some(
      (scan) =>
        scan.state === 'registered' &&
        scan.code === code &&
        scan.apartments.some((unit) => unit.apartmentId === apartmentId),
    );

/** A card, and nobody said for which units. */
function ask({ attendee }: DoorForm, code: string): void {
  useDoorForm.setState({ attendee, code, waiting: { code }, faults: { units: assemblyTexts.unitsMissing } });
  signal('asking', `Tarjeta ${groupedCode(code)}. ${assemblyTexts.unitsMissing}.`);
}

/** A code whose unit belongs to a company or to several people: Enter alone registers it without a name. */
function askName({ attendee, chosen, isReturn }: DoorForm, code: string, units: readonly UnitName[]): void {
  useDoorForm.setState({
    ...{ attendee, chosen, isReturn, code, faults: {} },
    naming: { code, units: units.map(({ apartmentId }) => apartmentId) },
  });
  const [first] = units;
  signal('asking', `${sentence(`${first?.apartmentId ?? ''} es de ${first?.owner ?? ''}`)} ¿Quién asiste?`);
}

/** What was read is no code for this place; a card that waits for its units goes on waiting. */
function refuseText(words: string, text: string): void {
  const { waiting } = useDoorForm.getState();
  if (waiting === null) {
    refuse({ code: words }, text);
    return;
  }
  useDoorForm.setState({ code: waiting.code, faults: { units: assemblyTexts.unitsMissing } });
  signal('blocked', `${words} La tarjeta ${groupedCode(waiting.code)} sigue sin inmueble.`);
}

function refuse(faults: DoorForm['faults'], code: string): void {
  useDoorForm.setState({ code, faults });
  signal('blocked', faults.code ?? faults.name ?? faults.person ?? '');
}
