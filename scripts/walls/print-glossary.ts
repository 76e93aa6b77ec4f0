/** `npm run glossary`: writes docs/start/glossary.md from the data of glossary.ts. */
import { writeFileSync } from 'node:fs';
import { glossaryPage } from './glossary-page.ts';

writeFileSync(new URL('../../docs/start/glossary.md', import.meta.url), glossaryPage());
