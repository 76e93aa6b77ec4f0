import Type from 'typebox';
import { assemblyRunners, endpoint, FileAnswer, Id } from '../../api.ts';
import { ActaFile, actaReaders } from './signed-acta.api.ts';

/** Documents of the notice to the current assembly (budget, statements, form of a power), for the owners. */
export const listNoticeFiles = endpoint('listNoticeFiles', 'GET /joints/:jointId/noticefiles', {
  access: { profiles: actaReaders, scope: 'paramsJoint' },
  summary: 'The documents of the notice to the current assembly; a sector answers like the joint',
  answer: Type.Array(ActaFile),
});

export const keepNoticeFile = endpoint('keepNoticeFile', 'POST /joints/:jointId/noticefiles', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Add a document to the notice: PDF, JPEG or PNG by the bytes, 10 MB each, ten at most',
  description:
    'The same bytes again are the same document. 422 noticeFileInvalid, noticeFilesFull, assemblyClosed.',
  upload: true,
  status: 201,
  answer: ActaFile,
});

export const removeNoticeFile = endpoint('removeNoticeFile', 'DELETE /joints/:jointId/noticefiles/:fileId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Take a document from the notice; notices sent before keep its hash',
  description: '404 noticeFileNotFound; 422 assemblyClosed.',
  params: Type.Object({ jointId: Id, fileId: Id }),
});

export const getNoticeFile = endpoint('getNoticeFile', 'GET /joints/:jointId/noticefiles/:fileId', {
  access: { profiles: actaReaders, scope: 'paramsJoint' },
  summary: 'A document of the notice, as uploaded',
  description: '404 noticeFileNotFound.',
  params: Type.Object({ jointId: Id, fileId: Id }),
  answer: FileAnswer,
  file: true,
});
