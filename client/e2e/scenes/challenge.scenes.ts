/** Scenes (screens for screenshots) of the grounds to challenge an assembly. */

import { type Part, type Scene, screen, waiting } from './scene.ts';
import type { GuestName } from './world.ts';

const CHALLENGE = '/Assemblies/Challenge';

const grounds = (guest: GuestName, joint: 'running' | 'noQuorum' | 'closed' = 'running'): Part => ({
  guest,
  state: joint === 'closed' ? 'ended' : 'ready',
  reach: async (stage) => {
    await stage.openAs(guest, CHALLENGE, joint);
    await stage.sees('Quién convocó');
  },
});

export const challengeScenes: readonly Scene[] = screen('challenge', CHALLENGE, [
  grounds('platform'),
  grounds('operator of running'),
  grounds('admin of noQuorum', 'noQuorum'),
  grounds('admin of closed', 'closed'),
  ...waiting(
    'operator of running',
    (stage) => stage.openAs('operator of running', CHALLENGE),
    /\/challenge$/,
  ),
]);
