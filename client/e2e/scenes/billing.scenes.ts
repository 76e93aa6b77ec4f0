/** Billing as the platform's staff runs it: months and their spreadsheets, corrections, settings, payments. */
import { type Part, type Scene, screen } from './scene.ts';
import type { Stage } from './stage.ts';

/** As the platform user, with the joint chosen that is billed. */
const billing = (
  path: string,
  state: string,
  then: (stage: Stage) => Promise<void> = async () => undefined,
): Part => ({
  guest: 'platform',
  state,
  reach: async (stage) => {
    await stage.openAs('platform', path, 'preparing');
    await stage.isReady();
    await then(stage);
  },
});

const loading = (path: string): Part => ({
  guest: 'platform',
  state: 'loading',
  reach: async (stage) => {
    await stage.hold();
    await stage.openAs('platform', path, 'preparing');
    await stage.isLoading();
  },
});

const error = (path: string): Part => ({
  guest: 'platform',
  state: 'error',
  reach: async (stage) => {
    await stage.fail();
    await stage.openAs('platform', path, 'preparing');
    await stage.seesFault();
  },
});

export const billingScenes: readonly Scene[] = [
  ...screen('billing', '/Billing', [billing('/Billing', 'ready'), loading('/Billing'), error('/Billing')]),
  ...screen('corrections', '/Billing/Corrections', [
    billing('/Billing/Corrections', 'ready'),
    billing('/Billing/Corrections', 'fields missing', async (stage) => {
      await stage.press('Registrar');
      await stage.sees('Digite un valor mayor que cero.');
    }),
    loading('/Billing/Corrections'),
    error('/Billing/Corrections'),
  ]),
  ...screen('billing-settings', '/Billing/Settings', [
    billing('/Billing/Settings', 'ready'),
    loading('/Billing/Settings'),
    error('/Billing/Settings'),
  ]),
  ...screen('payments', '/Payments', [
    billing('/Payments', 'ready'),
    billing('/Payments', 'fields missing', async (stage) => {
      await stage.press('Registrar el pago');
      await stage.sees('Digite un valor mayor que cero.');
    }),
    loading('/Payments'),
    error('/Payments'),
  ]),
];
