import {
  assemblyKindNames,
  assemblyName,
  callNames,
  modeNames,
} from '../../../shared/assemblies/assembly-words.ts';
import type { PageHeading, WorkbookFact } from '../../platform/documents/workbook.ts';
import type { ReportHeading } from './rows.ts';

/** What stands on every printed page of a report's workbook. */
export const pageHeading = (title: string, { jointName, assembly }: ReportHeading): PageHeading => ({
  title,
  subject: `${jointName} · ${assemblyName(assembly)}`,
});

/** @param none what is said where it never was */
export const instantFact = (label: string, at: number | string | null, none: string): WorkbookFact =>
  at === null
    ? { label, kind: 'text', value: none }
    : { label, kind: 'instant', value: typeof at === 'string' ? Date.parse(at) : at };

/** Whose report and of which assembly. */
export function assemblyFacts({ jointName, rootName, assembly }: ReportHeading): WorkbookFact[] {
  const text = (label: string, value: string): WorkbookFact => ({ label, kind: 'text', value });
  return [
    text(rootName === null ? 'Copropiedad' : 'Sector', jointName),
    ...(rootName === null ? [] : [text('Copropiedad', rootName)]),
    text('Asamblea', assemblyName(assembly)),
    text('Tipo', assemblyKindNames[assembly.kind]),
    text('Modalidad', modeNames[assembly.mode]),
    text('Convocatoria', callNames[assembly.call]),
    instantFact('Apertura', assembly.openedAt, 'Sin abrir'),
    instantFact('Cierre', assembly.closedAt, 'Sin cerrar'),
  ];
}

/** The wall's own figures. */
export function quorumFacts({ registered, total, quorum, assembly }: ReportHeading): WorkbookFact[] {
  const count = (label: string, value: number): WorkbookFact => ({ label, kind: 'count', value });
  const coefficient = (label: string, value: number): WorkbookFact => ({ label, kind: 'coefficient', value });
  return [
    count('Inmuebles registrados', registered.apartments),
    coefficient('Coeficiente registrado', registered.coefficient),
    count('Inmuebles en total', total.apartments),
    coefficient('Coeficiente total', total.coefficient),
    ...(assembly.call === 2 ? [] : [coefficient('Quórum: se requiere más de', quorum.required)]),
    { label: 'Hay quórum', kind: 'text', value: quorum.reached ? 'Sí' : 'No' },
    ...(quorum.missing === 0 ? [] : [coefficient('Coeficiente que falta', quorum.missing)]),
  ];
}

/** When it was read, and the end of the trail then. */
export function originFacts({ madeAt, trail }: ReportHeading): WorkbookFact[] {
  return [
    { label: 'Informe generado', kind: 'instant', value: madeAt },
    { label: 'Registros de la auditoría', kind: 'count', value: trail.entries },
    { label: 'Último hash de la auditoría', kind: 'text', value: trail.lastHash },
  ];
}
