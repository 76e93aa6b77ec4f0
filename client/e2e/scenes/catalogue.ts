/** Every screen as every profile sees it, in every state: what the pictures show and what axe looks at. */

import { afterScenes } from './after.scenes.ts';
import { auditScenes } from './audit.scenes.ts';
import { billingScenes } from './billing.scenes.ts';
import { billingOwnScenes } from './billing-own.scenes.ts';
import { billingReportScenes } from './billing-reports.scenes.ts';
import { doorScenes } from './door.scenes.ts';
import { entryScenes } from './entry.scenes.ts';
import { eventsScenes } from './events.scenes.ts';
import { mailScenes } from './mail.scenes.ts';
import { ownerScenes } from './owner.scenes.ts';
import { panelScenes } from './panel.scenes.ts';
import { paperScenes } from './paper.scenes.ts';
import { plainScenes } from './plain.scenes.ts';
import { reporterScenes } from './reporter.scenes.ts';
import { nameOf, type Scene } from './scene.ts';
import { staffScenes } from './staff.scenes.ts';
import { wallScenes } from './wall.scenes.ts';

const every: readonly Scene[] = [
  ...afterScenes,
  ...wallScenes,
  ...panelScenes,
  ...ownerScenes,
  ...entryScenes,
  ...doorScenes,
  ...paperScenes,
  ...reporterScenes,
  ...billingReportScenes,
  ...billingOwnScenes,
  ...plainScenes,
  ...staffScenes,
  ...auditScenes,
  ...billingScenes,
  ...eventsScenes,
  ...mailScenes,
];

const byName = new Map(every.map((scene) => [nameOf(scene), scene]));
if (byName.size !== every.length) throw new Error('Two scenes have the same name.');

export const catalogue: ReadonlyMap<string, Scene> = byName;
