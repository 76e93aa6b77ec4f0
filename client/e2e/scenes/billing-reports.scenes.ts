/** Scenes (screens for screenshots) of the five reports for administrators: selection, success, failure. */
import { listBillYears } from '../../../shared/billing/bills.api.ts';
import { listReceiptYears } from '../../../shared/billing/payments.api.ts';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { startJob } from '../../../shared/reports/jobs.api.ts';
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';

const addressOf = ({ path }: { path: string }) => new RegExp(`${path.replace(':jointId', '\\d+')}$`);
/** Guest name of the administrator of the billed joint. */
const ADMIN = 'admin of noQuorum';

const shows = (
  path: string,
  state: string,
  then: (stage: SceneContext) => Promise<void>,
  before: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part => ({
  guest: ADMIN,
  state,
  reach: async (stage) => {
    await before(stage);
    await stage.openAs(ADMIN, path);
    await then(stage);
  },
});

const canGenerate = (stage: SceneContext) =>
  stage.page.getByRole('button', { name: 'Generar', exact: true }).waitFor();

/** Scenes needed for each report page. */
const common = (
  path: string,
  further: Parameters<typeof inTurn>[1] = {},
  isThere: (stage: SceneContext) => Promise<void> = (stage) => stage.seesPreview(),
): Part[] => [
  ...inTurn(shows(path, 'ready', isThere), further),
  {
    guest: 'platform',
    state: 'several joints',
    reach: async (stage) => {
      await stage.openAs('platform', path);
      await isThere(stage);
    },
  },
  {
    guest: 'admin of nothing',
    state: 'empty',
    where: 'empty',
    reach: async (stage) => {
      await stage.openAs('admin of nothing', path);
      await stage.sees('No tiene conjuntos residenciales asociados.');
    },
  },
  ...waiting(ADMIN, (stage) => stage.openAs(ADMIN, path)),
];

/** Makes the server's answer to a report request a job in progress. */
async function tells(
  stage: SceneContext,
  job: { state: string; done: number; total: number },
): Promise<void> {
  const answer = { ...job, name: null, problem: null, keptUntil: null };
  await stage.reply(addressOf(startJob), { status: 202, json: { jobId: '0'.repeat(32) } });
  await stage.reply(/\/reports\/jobs\/0+$/, { json: answer });
}

async function fails(stage: SceneContext): Promise<void> {
  await stage.fail(addressOf(startJob));
  await stage.press('Generar');
  await stage.sees('No se puede generar el informe en estos momentos. Intente nuevamente.');
}

const monthly = (path: string, years: { path: string }): Part[] => [
  ...common(path),
  shows(
    path,
    'fields missing',
    async (stage) => {
      await canGenerate(stage);
      await stage.press('Generar');
      await stage.page.locator('[data-invalid]').first().waitFor();
    },
    // A year without months: no month is chosen.
    (stage) => stage.reply(/\/years\/\d+$/, { json: [] }),
  ),
  shows(
    path,
    'none',
    (stage) => stage.sees('No hay información para el conjunto residencial seleccionado.'),
    (stage) => stage.reply(addressOf(years), { json: [] }),
  ),
];

export const billingReportScenes: readonly Scene[] = [
  ...screen('bills-relationship', '/BillsRelationship', monthly('/BillsRelationship', listBillYears)),
  ...screen('monthly-payments', '/MonthlyPayments', monthly('/MonthlyPayments', listReceiptYears)),
  ...screen('balance-by-age', '/BalanceByAge', [
    ...common('/BalanceByAge', {
      failed: fails,
      progress: async (stage) => {
        await tells(stage, { state: 'running', done: 420, total: 1500 });
        await stage.press('Generar');
        await stage.sees('420 de 1.500');
      },
    }),
  ]),
  ...screen('debtors', '/Debtors', common('/Debtors', { failed: fails })),
  ...screen('statement-of-account', '/StatementOfAccount', [
    ...common('/StatementOfAccount', {
      'unit missing': async (stage) => {
        await stage.page.getByRole('combobox', { name: 'Inmueble', exact: true }).fill('');
        // The open list of units covers the page.
        await stage.page.getByRole('listbox').waitFor();
        await stage.page.keyboard.press('Escape');
        await stage.press('Generar');
        await stage.page.locator('[data-invalid]').first().waitFor();
      },
      'unit chosen': async (stage) => {
        const unit = stage.page.getByRole('combobox', { name: 'Inmueble', exact: true });
        await unit.fill('101');
        await stage.page.getByRole('option').first().click();
        await stage.sees('Certificado de deuda');
        await stage.seesPreview();
      },
    }),
    shows(
      '/StatementOfAccount',
      'none',
      (stage) => stage.sees('No hay inmuebles asociados al conjunto residencial seleccionado.'),
      (stage) => stage.reply(addressOf(listBillingApartments), { json: [] }),
    ),
  ]),
];
