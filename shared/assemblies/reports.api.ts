import Type from 'typebox';
import { endpoint, FileAnswer, Id, reporters } from '../api.ts';
import { JointId } from '../joint-id.ts';
import { AssemblyQuery } from './concepts.api.ts';

const Excel = Type.Optional(Type.Boolean());

export const assistanceReport = endpoint({
  id: 'assistanceReport',
  method: 'GET',
  path: '/reports/assistance/:jointId',
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    "Attendance, 'Registro de Asistencia': PDF, or Excel with `xlsx=true`; with `assemblyId` an archived one's",
  tag: 'reports',
  params: JointId,
  query: Type.Object({ ...AssemblyQuery.properties, xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const voteReport = endpoint({
  id: 'voteReport',
  method: 'GET',
  path: '/reports/vote/:jointId',
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: "A question's votes, 'Votación {n} {description}': PDF, or Excel with `xlsx=true`",
  description: 'Concept 1 gives the attendance report. 404 conceptNotFound.',
  tag: 'reports',
  params: JointId,
  query: Type.Object({ ...AssemblyQuery.properties, conceptId: Id, xlsx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});

export const actaDraft = endpoint({
  id: 'actaDraft',
  method: 'GET',
  path: '/reports/acta/:jointId',
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'The draft of the acta (Ley 675 de 2001, art. 47): PDF, or Word with `docx=true`',
  tag: 'reports',
  params: JointId,
  query: Type.Object({ ...AssemblyQuery.properties, docx: Excel }),
  status: 200,
  answer: FileAnswer,
  file: true,
});
