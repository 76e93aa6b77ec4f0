/** The administrators' five reports: chosen, made, and not made. */
import { listBillYears } from '../../../shared/billing/bills.api.ts';
import { listReceiptYears } from '../../../shared/billing/payments.api.ts';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { startJob } from '../../../shared/reports/jobs.api.ts';
import { type Part, type Scene, screen } from './scene.ts';
import type { SceneContext } from './scene-context.ts';

const addressOf = ({ path }: { path: string }) => new RegExp(`${path.replace(':jointId', '\\d+')}$`);
/** Of the joint that is billed. */
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

/** What every report's page has. */
const common = (path: string): Part[] => [
  shows(path, 'ready', canGenerate),
  {
    guest: 'platform',
    state: 'no joint chosen',
    reach: async (stage) => {
      await stage.openAs('platform', path);
      await stage.sees('Seleccione una copropiedad');
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
  shows(
    path,
    'loading',
    (stage) => stage.isLoading(),
    (stage) => stage.hold(),
  ),
  shows(
    path,
    'error',
    (stage) => stage.seesFault(),
    (stage) => stage.fail(),
  ),
];

/** A job as the server tells of it while it is under way. */
async function tells(
  stage: SceneContext,
  job: { state: string; done: number; total: number },
): Promise<void> {
  const answer = { ...job, name: null, problem: null, keptUntil: null };
  await stage.page.route(addressOf(startJob), (route) =>
    route.fulfill({ status: 202, json: { jobId: '0'.repeat(32) } }),
  );
  await stage.page.route(/\/reports\/jobs\/0+$/, (route) => route.fulfill({ status: 200, json: answer }));
}

const failing = (path: string): Part =>
  shows(path, 'failed', async (stage) => {
    await stage.fail(addressOf(startJob));
    await stage.press('Generar');
    await stage.sees('No se puede generar el informe en estos momentos. Intente nuevamente.');
  });

const monthly = (path: string, years: { path: string }): Part[] => [
  ...common(path),
  shows(path, 'fields missing', async (stage) => {
    await canGenerate(stage);
    await stage.press('Generar');
    await stage.sees('Seleccione un mes');
    await stage.page.locator('[data-invalid]').first().waitFor();
  }),
  shows(
    path,
    'none',
    (stage) => stage.sees('No hay información para el conjunto residencial seleccionado.'),
    async (stage) => {
      await stage.page.route(addressOf(years), (route) => route.fulfill({ status: 200, json: [] }));
    },
  ),
];

export const billingReportScenes: readonly Scene[] = [
  ...screen('bills-relationship', '/BillsRelationship', monthly('/BillsRelationship', listBillYears)),
  ...screen('monthly-payments', '/MonthlyPayments', monthly('/MonthlyPayments', listReceiptYears)),
  ...screen('balance-by-age', '/BalanceByAge', [
    ...common('/BalanceByAge'),
    failing('/BalanceByAge'),
    shows('/BalanceByAge', 'progress', async (stage) => {
      await tells(stage, { state: 'running', done: 420, total: 1500 });
      await stage.press('Generar');
      await stage.sees('420 de 1.500');
    }),
  ]),
  ...screen('debtors', '/Debtors', [...common('/Debtors'), failing('/Debtors')]),
  ...screen('statement-of-account', '/StatementOfAccount', [
    ...common('/StatementOfAccount'),
    shows('/StatementOfAccount', 'unit missing', async (stage) => {
      await stage.press('Generar');
      await stage.page.locator('[data-invalid]').first().waitFor();
    }),
    shows('/StatementOfAccount', 'unit chosen', async (stage) => {
      const unit = stage.page.getByRole('combobox', { name: 'Inmueble', exact: true });
      await unit.press('ArrowDown');
      await stage.page.getByRole('option').first().waitFor();
      await unit.press('Enter');
      await stage.sees('Certificado de deuda');
    }),
    shows(
      '/StatementOfAccount',
      'none',
      (stage) => stage.sees('No hay inmuebles asociados al conjunto residencial seleccionado.'),
      async (stage) => {
        await stage.page.route(addressOf(listBillingApartments), (route) =>
          route.fulfill({ status: 200, json: [] }),
        );
      },
    ),
  ]),
];
