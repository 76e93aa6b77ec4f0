/** Scenes (screens for screenshots) after a closed assembly, with every state of the summary mail. */
import type { After } from '../../../shared/assemblies/after.api.ts';
import type { SceneContext } from './context.ts';
import { type Part, type Scene, screen } from './scene.ts';

/** Changes the server's answer about the tasks after an assembly, to imitate a mail server or a later day. */
async function changeAfter(stage: SceneContext, change: (after: After) => After): Promise<void> {
  await stage.reply(/\/after$/, async ({ url, headers }) => {
    const response = await fetch(url, { headers });
    return { json: change((await response.json()) as After) };
  });
}

const ana = { name: 'Adriana Castaño Vélez', email: 'administracion@ejemplo.co' };
const at = '2026-03-06T15:05:00.000Z';

/** Returns a change for `changeAfter`: summary mail with a single recipient in the given state. */
const summary =
  (recipient: Partial<After['summary']['recipients'][number]>, more: Partial<After['summary']> = {}) =>
  (after: After): After => ({
    ...after,
    summary: {
      ...after.summary,
      mailConfigured: true,
      recipients: [{ ...ana, state: null, sentAt: null, problem: null, ...recipient }],
      ...more,
    },
  });

const changes: Readonly<Record<string, (after: After) => After>> = {
  queued: summary({ state: 'queued' }),
  sent: summary({ state: 'sent', sentAt: at }, { sentAt: at }),
  failed: summary({
    state: 'failed',
    problem: 'El servidor de correo rechazó la dirección (respuesta 550).',
  }),
  'nobody with mail': summary({ email: null }),
  overdue: (after) => ({
    ...summary({})(after),
    summary: { ...summary({})(after).summary, dueOn: '2025-03-06' },
    acta: { ...after.acta, dueOn: '2025-04-01' },
    challenge: { dueOn: '2025-05-05', publishedDueOn: null, fineDueOn: '2025-04-07' },
  }),
};

const scenes: Part[] = Object.entries(changes).map(([state, change]) => ({
  guest: 'operator of closed',
  state: `after ${state}`,
  reach: async (stage) => {
    await changeAfter(stage, change);
    await stage.openAs('operator of closed', '/Assemblies');
    await stage.sees('Resumen a la administración');
  },
}));

export const afterScenes: readonly Scene[] = [
  ...screen('assemblies', '/Assemblies', scenes),
  ...screen('user-home', '/UserHome', [
    {
      guest: 'admin of closed',
      state: 'after the assembly',
      reach: async (stage) => {
        await stage.openAs('admin of closed', '/UserHome');
        await stage.sees('impugnación hasta el');
      },
    },
  ]),
];
