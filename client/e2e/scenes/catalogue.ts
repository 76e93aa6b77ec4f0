/**
 * Catalogue of scenes: every screen for every profile in every state, for the screenshots and the accessibility
 * test.
 */

import { afterScenes } from './after.scenes.ts';
import { auditScenes } from './audit.scenes.ts';
import { billingScenes } from './billing.scenes.ts';
import { billingOwnScenes } from './billing-own.scenes.ts';
import { billingReportScenes } from './billing-reports.scenes.ts';
import { challengeScenes } from './challenge.scenes.ts';
import { doorScenes } from './door.scenes.ts';
import { entryScenes } from './entry.scenes.ts';
import { eventsScenes } from './events.scenes.ts';
import { headsScenes } from './heads.scenes.ts';
import { mailScenes } from './mail.scenes.ts';
import { ownerScenes } from './owner.scenes.ts';
import { panelScenes } from './panel.scenes.ts';
import { paperScenes } from './paper.scenes.ts';
import { paperEveningScenes } from './paper-evening.scenes.ts';
import { personalScenes } from './personal.scenes.ts';
import { plainScenes } from './plain.scenes.ts';
import { powersScenes } from './powers.scenes.ts';
import { reporterScenes } from './reporter.scenes.ts';
import { nameOf, type Scene } from './scene.ts';
import { searchScenes } from './search.scenes.ts';
import { signedActaScenes } from './signed-acta.scenes.ts';
import { staffScenes } from './staff.scenes.ts';
import { wallScenes } from './wall.scenes.ts';

const every: readonly Scene[] = [
  ...afterScenes,
  ...signedActaScenes,
  ...wallScenes,
  ...panelScenes,
  ...ownerScenes,
  ...entryScenes,
  ...doorScenes,
  ...paperScenes,
  ...paperEveningScenes,
  ...challengeScenes,
  ...powersScenes,
  ...reporterScenes,
  ...billingReportScenes,
  ...billingOwnScenes,
  ...plainScenes,
  ...staffScenes,
  ...personalScenes,
  ...auditScenes,
  ...billingScenes,
  ...eventsScenes,
  ...mailScenes,
  ...headsScenes,
  ...searchScenes,
];

const byName = new Map(every.map((scene) => [nameOf(scene), scene]));
if (byName.size !== every.length) throw new Error('Two scenes have the same name.');

export const catalogue: ReadonlyMap<string, Scene> = byName;

/**
 * Returns the scenes to play on the same page to reach a scene, in order, with the scene last. A scene may
 * continue another scene (`after`).
 */
export function pathTo(scene: Scene): Scene[] {
  if (scene.after === undefined) return [scene];
  const before = byName.get(nameOf({ ...scene, state: scene.after }));
  if (!before) throw new Error(`The scene before ${nameOf(scene)} is missing: ${scene.after}.`);
  return [...pathTo(before), scene];
}

/** All scenes, grouped by browser page. The scenes of a group are played in sequence on the same page. */
export const pages: readonly (readonly Scene[])[] = every
  .filter((scene) => !every.some((other) => other.after !== undefined && pathTo(other).at(-2) === scene))
  .map(pathTo);
if (pages.flat().length !== every.length) throw new Error('Two scenes have the same scene in `after`.');
