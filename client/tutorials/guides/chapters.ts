import { Profile } from '../../../shared/profiles.ts';
import administration from './administration.txt?raw';
import administrators from './administrators.txt?raw';
import billing from './billing.txt?raw';
import desk from './desk.txt?raw';
import events from './events.txt?raw';
import { type Chapter, readChapter } from './guide.ts';
import manualTexts from './manuals.txt?raw';
import operators from './operators.txt?raw';
import ownAccount from './own-account.txt?raw';
import owners from './owners.txt?raw';
import payments from './payments.txt?raw';

/** Profiles with a manual shown first, by the id of the manual. The secretary and the accountant have no own profile. */
const manualProfiles: Readonly<Record<string, readonly Profile[]>> = {
  operador: [Profile.operator],
  propietario: [Profile.owner, Profile.qr],
  administracion: [Profile.admin],
  plataforma: [Profile.full],
};

/** All chapters of the tutorials, in order of use: assembly, billing, and the rest. */
export const chapters: readonly Chapter[] = [
  readChapter(owners, [Profile.owner, Profile.qr]),
  readChapter(desk, [Profile.operator, Profile.full]),
  readChapter(operators, [Profile.operator, Profile.full]),
  readChapter(ownAccount, [Profile.owner]),
  readChapter(administration, [Profile.admin]),
  readChapter(billing, [Profile.full]),
  readChapter(payments, [Profile.full]),
  readChapter(events, [Profile.events, Profile.full]),
  readChapter(administrators, [Profile.full]),
];

/**
 * Manuals by role, each a printed page (A4). Each section of a manual has the id of the guide with more steps and pictures.
 */
export const manuals: readonly Chapter[] = manualTexts
  .split(/^(?=# )/m)
  .map((text) => readChapter(text, manualProfiles[/^# (\w+)/.exec(text)?.[1] ?? ''] ?? []));
