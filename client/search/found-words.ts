import type { Finding, FindingKind } from '../../shared/properties/search.api.ts';

/** Path of the page of a unit. */
export const unitAddress = (jointId: number, apartmentId: string): string =>
  `/Unit/${jointId}/${encodeURIComponent(apartmentId)}`;

/** Path of the page where a finding leads: the unit, or the reports of the joint's assemblies for a question. */
export const foundAddress = ({ jointId, apartmentId }: Finding): string =>
  apartmentId === null ? '/AssemblyReporter' : unitAddress(jointId, apartmentId);

/** First line of a finding: unit and owner, or the text of a question. */
export const foundTitle = ({ apartmentId, owner, text }: Finding): string =>
  apartmentId === null ? text : owner === '' ? apartmentId : `${apartmentId} · ${owner}`;

/** Second line of a finding: the joint, and the found fact besides unit and owner. */
export function foundDetail({ kind, text, jointName }: Finding): string {
  const name = kindNames[kind];
  const fact = name === null ? '' : kind === 'question' ? name : `${name} ${text}`;
  return fact === '' ? jointName : `${jointName} · ${fact}`;
}

/** Spanish name of each kind of fact. Null for the facts of the first line. */
const kindNames: Record<FindingKind, string | null> = {
  unit: null,
  owner: null,
  document: 'Documento',
  mail: 'Correo',
  phone: 'Teléfono',
  proxy: 'Apoderado',
  bill: 'Cuenta de cobro',
  receipt: 'Recibo de caja',
  question: 'Pregunta',
};
