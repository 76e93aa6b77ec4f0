import { papersLayouts } from '../assemblies/credentials/papers.documents.ts';
import { serveLayouts } from '../platform/documents/serve-layouts.ts';

serveLayouts([papersLayouts]);
