import type { Rehearsal, RehearsalStep } from '../../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { count } from '../../../lib/format.ts';

/** Step of a rehearsal on the page: a title, and a sentence for each mode. `to`: page for the act of the operator. */
interface StepWords {
  step: RehearsalStep;
  title: string;
  shown: string;
  guided: string;
  to?: { path: string; label: string };
}

const panel = { path: '/AssemblyPanel', label: 'Abrir el panel' };

/** Steps of a rehearsal, in order. */
export const rehearsalSteps: readonly StepWords[] = [
  {
    step: 'hall',
    title: 'El salón',
    shown: 'La mesa está lista y la pantalla muestra el salón vacío.',
    guided: 'En el panel, elija «Registro de asistencia» y actívelo: los propietarios empiezan a llegar.',
    to: panel,
  },
  {
    step: 'arrivals',
    title: 'El quórum',
    shown: 'Cada propietario que llega suma su coeficiente. Con más de la mitad hay quórum.',
    guided:
      'Mire crecer el quórum en la pantalla del salón. Cuando lo haya, abra la primera pregunta en el panel.',
    to: { path: '/Quorum', label: 'Ver la pantalla' },
  },
  {
    step: 'building',
    title: 'El edificio',
    shown: 'Cada ventana es un inmueble; se enciende cuando está representado.',
    guided: 'En la pantalla, el botón «Ver el edificio» muestra una ventana por inmueble.',
    to: { path: '/Quorum', label: 'Ver la pantalla' },
  },
  {
    step: 'votes',
    title: 'Los votos',
    shown: 'Se abre una pregunta y cada inmueble vota una vez, según su coeficiente.',
    guided: 'Los propietarios votan con su tarjeta. Cuando hayan votado, cierre la pregunta en el panel.',
    to: panel,
  },
  {
    step: 'verdict',
    title: 'El resultado',
    shown: 'Al cerrar, la pantalla dice qué se decidió y con qué mayoría.',
    guided: 'Lea el resultado. Abra otra pregunta, o cierre la asamblea en el panel.',
    to: panel,
  },
  {
    step: 'acta',
    title: 'El acta',
    shown: 'El borrador del acta ya tiene el quórum, los votos y los resultados.',
    guided: 'La asamblea terminó: lea el borrador del acta.',
  },
];

/** Returns the acts of the simulated owners in Spanish: 'Llegaron 120 de 206 · votos 208'. */
export function courseWords({ counts, guests }: Pick<Rehearsal, 'counts' | 'guests'>): string {
  return [
    `Llegaron ${count(counts.arrived)} de ${count(guests)}`,
    `votos ${count(counts.voted)}`,
    `perdieron la red ${count(counts.offline)} y su voto contó una vez`,
    `se retiraron ${count(counts.left)}`,
  ].join(' · ');
}
