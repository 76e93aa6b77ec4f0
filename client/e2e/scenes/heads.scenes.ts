/**
 * Scenes (screens for screenshots) of messages about stored audit log heads: an alarm if a history does not fit, a
 * calm notice after a restore.
 */
import type { HeadFinding } from '../../features/assemblies/checkpoints/heads-db.ts';
import type { SceneContext } from './context.ts';
import { type Part, type Scene, screen } from './scene.ts';
import type { GuestName } from './world.ts';

const LAUNCH = '/LaunchPage/:zoomId?/:zoomPassword?';

/** Made-up audit log head as text. The signature is not verified in the scenes. */
const head = (size: number, root: string): string =>
  [
    ...['scaf.ejemplo.co/joint/7', String(size), root, 'momento cierre 2026-03-05T01:12:09.114Z', 'epoca 1'],
    `cierre 7 3 ${size} 214 ${root}`,
    '',
    '— scaf.ejemplo.co/joint/7 pR0w2mJ5yVvJ0nKq3mJ7n1b6Q4l8S2d9e0f1g2h3i4j5k6l7m8n9o0p1',
    '',
  ].join('\n');

const finding = {
  id: 'scene',
  jointId: 7,
  at: Date.UTC(2026, 2, 5, 1, 14),
  isSeen: false,
  former: head(812, 'Zq4m0n1b6Q4l8S2d9e0f1g2h3i4j5k6l7m8n9o0p1q8='),
  note: head(812, 'c0ffee1b6Q4l8S2d9e0f1g2h3i4j5k6l7m8n9o0p1q8='),
};
const restored = { copiedAt: Date.UTC(2026, 2, 5, 1, 5), reason: 'Se dañó el disco del servidor' };
const findings: Readonly<Record<string, { finding: HeadFinding; warning: string }>> = {
  'two histories': {
    finding: { ...finding, kind: 'fault', fault: 'histories' },
    warning: 'Atención: hay dos historias de esta asamblea',
  },
  restored: {
    finding: { ...finding, kind: 'restored', restored: [restored] },
    warning: 'El sistema se recuperó de la copia',
  },
};

/** Scene of a page in a browser with an earlier finding about the audit log. */
const headPage = (guest: GuestName, path: string, state: string): Part => ({
  guest,
  state,
  isAlone: true,
  jumps: 'An alarm stands above all else, whatever that pushes',
  reach: async (stage: SceneContext) => {
    const { finding: found, warning: words } = findings[state] ??
      Object.values(findings)[0] ?? { warning: '' };
    await stage.before(
      (storedHeads) => {
        if (location.protocol === 'about:') return;
        const opening = indexedDB.open('scaf-heads', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('joints', { keyPath: 'jointId' });
        opening.onsuccess = () => {
          opening.result.transaction('joints', 'readwrite').objectStore('joints').put(storedHeads);
          opening.result.close();
        };
      },
      { jointId: 7, kept: null, pending: [], findings: [found] },
    );
    await stage.openAs(guest, path);
    await stage.sees(words);
  },
});

export const headsScenes: readonly Scene[] = [
  ...screen('launch', LAUNCH, [
    headPage('owner of running', '/LaunchPage', 'two histories'),
    headPage('owner of running', '/LaunchPage', 'restored'),
  ]),
];
