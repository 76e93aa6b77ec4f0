import type { OwnApartment, Release } from '../../../../shared/accounts/users.api.ts';
import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import { exactTime } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';

/**
 * Notices for an owner about own units freed by the desk (no longer registered): person, time, reason, and annulled
 * votes; and about a later sign-in with the same code (specification, section 18, rule 11c).
 */
export function ReleasedList({ units }: { units: readonly OwnApartment[] }) {
  const acts = new Map<string, { ids: string[]; released: Release }>();
  for (const { apartmentId, released } of units) {
    if (released === undefined) continue;
    const key = JSON.stringify(released);
    const act = acts.get(key) ?? { ids: [], released };
    if (!act.ids.includes(apartmentId)) act.ids.push(apartmentId);
    acts.set(key, act);
  }
  const openedAgainAt = units.find((unit) => unit.openedAgainAt)?.openedAgainAt;
  const released = [...acts].map(([key, { ids, released }]) => (
    <Notice key={key} kind="warning" title={releasedTitle(ids, released)}>
      {released.reason && !released.reason.startsWith(UNCONFIRMED) && <p>Motivo: {released.reason}</p>}
      {released.annulled.length > 0 && (
        <p>Su voto en la {released.annulled.map(conceptName).join(', ')} se anuló.</p>
      )}
      <p>
        {released.mayReturn
          ? 'Si sigue en la asamblea, regístrese de nuevo.'
          : 'Si sigue en la asamblea, acérquese a la mesa de registro.'}
      </p>
    </Notice>
  ));
  return (
    <>
      {openedAgainAt && (
        <Notice kind="warning" title={`Su código se abrió otra vez a las ${exactTime(openedAgainAt)}.`}>
          <p>Fue en otro teléfono o en otra pestaña. ¿No fue usted? Avise a la mesa.</p>
        </Notice>
      )}
      {released}
    </>
  );
}

/** Start of the reason that the server stores for a check of presence; the title says the same. */
const UNCONFIRMED = 'No confirmó su presencia';

const CAUSES: Readonly<Record<string, string>> = {
  unconfirmed: 'porque no confirmó su presencia',
  withdrawn: 'al retirar su código',
  revoked: 'al anular su código',
};

/**
 * Returns the Spanish title of the notice about units freed by the desk: 'La mesa (Yolanda Peña) retiró 101 a las
 * 23:38:10 porque no confirmó su presencia.'
 * @param ids ids of the units
 * @param release time, person and reason of the release
 */
export function releasedTitle(ids: readonly string[], { at, by, how }: Release): string {
  const [hour, names] = [exactTime(at), ids.join(', ')];
  const isOne = ids.length === 1;
  if (how === 'secondCall') {
    return `A las ${hour} empezó la segunda convocatoria. La asistencia de ${names} comienza de nuevo.`;
  }
  // An owner may end a power too.
  if (how === 'powerRevoked') {
    return `${by ?? 'La mesa'} revocó el poder a las ${hour}: ${names} ${isOne ? 'quedó' : 'quedaron'} sin registrar.`;
  }
  const desk = by === null ? 'La mesa' : `La mesa (${by})`;
  if (how === 'reset') {
    return `${desk} reinició la asistencia a las ${hour}: ${names} ${isOne ? 'salió' : 'salieron'} del registro.`;
  }
  const cause = CAUSES[how];
  return `${desk} retiró ${names} a las ${hour}${cause === undefined ? '' : ` ${cause}`}.`;
}
