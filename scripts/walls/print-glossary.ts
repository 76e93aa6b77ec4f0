/** `npm run glossary`: writes docs/GLOSSARY.md from the data of glossary.ts. */
import { writeFileSync } from 'node:fs';
import { glossaryPage } from './glossary-page.ts';

writeFileSync(new URL('../../docs/GLOSSARY.md', import.meta.url), glossaryPage());
