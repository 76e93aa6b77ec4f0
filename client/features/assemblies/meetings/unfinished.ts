import { conceptName } from '../../../../shared/assemblies/concept-names.ts';
import { getUnfinished, type Unfinished } from '../../../../shared/assemblies/facts/unfinished.api.ts';
import type { Joint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { count, units } from '../../../lib/format.ts';
import { readAllOpen } from '../door/kept/door-db.ts';

const LATER = 'También se puede anotar después de cerrar.';

/**
 * Fetches the unfinished matters of a joint and its sectors. Returns a Spanish text for each, with advice, for the
 * dialog before the end of an assembly. Empty without unfinished matters.
 */
export async function unfinishedWords({
  jointId,
  sectors,
}: Pick<Joint, 'jointId' | 'sectors'>): Promise<string[]> {
  const family = [jointId, ...sectors.map(({ sectorId }) => sectorId)];
  const scans = await readAllOpen().catch(() => []);
  const waiting = scans.filter((scan) => family.includes(scan.jointId)).length;
  const door =
    waiting === 0
      ? []
      : [
          `${waiting === 1 ? 'Falta enviar 1 registro' : `Faltan enviar ${count(waiting)} registros`} de la puerta de este equipo. Espere a que haya conexión: después del cierre no se reciben.`,
        ];
  try {
    return [...mattersOf(await call(getUnfinished, { params: { jointId } })), ...door];
  } catch {
    return ['No se pudo consultar lo que falta. Revise el panel antes de cerrar.', ...door];
  }
}

/**
 * Returns a Spanish text for each matter to finish before the end of the assembly, with advice to the operator:
 * elections without a lot, running quorum check, waiting phones and so on.
 */
export function mattersOf({
  lots,
  acceptances,
  check,
  points,
  facts,
  arrivals,
  powers,
}: Unfinished): string[] {
  return [
    ...lots.map(
      (one) => `${lotName(one)}: falta el sorteo. Hágalo ante todos y anótelo en el panel. ${LATER}`,
    ),
    ...acceptances.map(
      (one) =>
        `${lotName(one)}: falta anotar si aceptan: ${one.names.join(', ')}. Anótelo en el panel. ${LATER}`,
    ),
    ...(check === null
      ? []
      : [
          `La verificación del quórum sigue en curso: han confirmado ${count(check.confirmed.apartments)} de ${units(check.asked.apartments)}. Termínela en el panel; si no, termina con el cierre.`,
        ]),
    ...(points.length === 0
      ? []
      : [
          `Puntos del orden del día que no se abrieron: ${points.join('; ')}. Ábralos en el panel, o diga en el acta por qué no se trataron.`,
        ]),
    ...(facts.length === 0
      ? []
      : [
          `Datos del acta sin escribir: ${facts.join(', ')}. Escríbalos con «Editar datos» en Asambleas (Ley 675 de 2001, art. 47). ${LATER}`,
        ]),
    ...(arrivals === 0
      ? []
      : [
          `${arrivals === 1 ? '1 teléfono espera' : `${count(arrivals)} teléfonos esperan`} a la mesa. Confírmelos o rechácelos en Registrar; si no, quedan sin registrar.`,
        ]),
    ...(powers === 0
      ? []
      : [
          `${powers === 1 ? '1 poder espera' : `${count(powers)} poderes esperan`} a que se acepte o se rechace. Revíselo en Poderes.`,
        ]),
  ];
}

const lotName = ({ sectorName, conceptId }: Unfinished['lots'][number]): string =>
  `${sectorName === null ? '' : `${sectorName}, `}${conceptName(conceptId)}`;
