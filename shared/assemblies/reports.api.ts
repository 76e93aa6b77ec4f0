import Type from 'typebox';
import { assemblyRunners, Id, reportEndpoint, reporters } from '../api.ts';
import { AssemblyQuery } from './concepts.api.ts';
import { debtorsPurposes } from './law/debtors.api.ts';

const Excel = Type.Optional(Type.Boolean());

/**
 * Endpoint of the report 'Registro de Asistencia' as PDF or Excel: units present, units with a departure, units
 * without registration.
 */
export const assistanceReport = reportEndpoint('assistanceReport', 'GET /reports/assistance/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    "Attendance, 'Registro de Asistencia': PDF, or Excel with `xlsx=true`; with `assemblyId` an archived one's",
  query: Type.Object({ ...AssemblyQuery.properties, xlsx: Excel }),
});

/** Endpoint of the report 'Votación' as PDF or Excel: the vote of each unit on a question, and the result. */
export const voteReport = reportEndpoint('voteReport', 'GET /reports/vote/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: "A question's votes, 'Votación {n} {description}': PDF, or Excel with `xlsx=true`",
  description: 'Concept 1 gives the attendance report. 404 conceptNotFound.',
  query: Type.Object({ ...AssemblyQuery.properties, conceptId: Id, xlsx: Excel }),
});

/** Endpoint of the report with the powers of attorney of an assembly, as PDF or Excel. */
export const powersReport = reportEndpoint('powersReport', 'GET /reports/powers/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    "The list of powers of an assembly, 'Lista de Poderes': PDF, or Excel with `xlsx=true`; of a sector, those of its units",
  query: Type.Object({ ...AssemblyQuery.properties, xlsx: Excel }),
});

/** Endpoint of the report with the owners in arrears, for the notice or the acta, as PDF or Excel. */
export const debtorsListReport = reportEndpoint('debtorsListReport', 'GET /reports/debtorslist/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "An assembly's list of owners in arrears for its notice or its acta, 'Propietarios en Mora', as it was taken: PDF, or Excel with `xlsx=true`",
  description: '404 debtorsNotTaken before the first list; 422 debtorsOfJoint for a sector.',
  query: Type.Object({ ...AssemblyQuery.properties, purpose: Type.Enum(debtorsPurposes), xlsx: Excel }),
});

/** Endpoint of the proof of the notice to each owner, as PDF or Excel. */
export const noticeReport = reportEndpoint('noticeReport', 'GET /reports/notice/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "'Constancia de Convocatoria': each version of the notice with its hash, and each delivery with the answer of the mail server, the opening of the link and the signature: PDF, or Excel with `xlsx=true`",
  description: 'A sector answers with the deliveries of the joint.',
  query: Type.Object({ ...AssemblyQuery.properties, xlsx: Excel }),
});

/** Endpoint of the folder for an evening without electricity, as PDF or Excel. */
export const contingencyReport = reportEndpoint('contingencyReport', 'GET /reports/contingency/:jointId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "'Carpeta de Contingencia' for an evening without electricity: roll with coefficients and a place for signatures, a list for each open or prepared question, a sheet of sums, the powers: PDF, or Excel with `xlsx=true`",
  query: Type.Object({ ...AssemblyQuery.properties, xlsx: Excel }),
});

/** Endpoint of the draft of the acta of an assembly, as PDF or Word. */
export const actaDraft = reportEndpoint('actaDraft', 'GET /reports/acta/:jointId', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'The draft of the acta (Ley 675 de 2001, art. 47): PDF, or Word with `docx=true`',
  query: Type.Object({ ...AssemblyQuery.properties, docx: Excel }),
});
