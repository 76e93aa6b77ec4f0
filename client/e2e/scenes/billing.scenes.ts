/**
 * Scenes (screens for screenshots) of billing for the platform's staff: months with spreadsheets, corrections,
 * settings, payments.
 */

import { feeWayWords } from '../../features/billing/fees/words.ts';
import type { SceneContext } from './context.ts';
import { inTurn, type Part, type Scene, screen, waiting } from './scene.ts';

/** Key of the billed joint (make-billing.ts). */
const PLACE = 'secondCall';

/** Scene of a billing page for the platform's staff, with the billed joint selected. */
const billing = (
  path: string,
  state: string,
  then: (stage: SceneContext) => Promise<void> = async () => undefined,
): Part => ({
  guest: 'platform',
  state,
  reach: async (stage) => {
    await stage.openAs('platform', path, PLACE);
    await stage.isReady();
    await then(stage);
  },
});

const waitingForPath = (path: string): Part[] =>
  waiting('platform', (stage) => stage.openAs('platform', path, PLACE));

/** Opens the table row that contains the given text. */
async function opens(stage: SceneContext, table: string, words: string): Promise<void> {
  const row = stage.page.getByRole('table', { name: table, exact: true }).getByRole('row', { name: words });
  await row.first().getByRole('button').first().click();
}

async function issued(stage: SceneContext): Promise<void> {
  await opens(stage, 'Meses', 'Emitido');
  await stage.page.getByRole('table', { name: 'Cuentas de cobro' }).waitFor();
}

async function prepared(stage: SceneContext): Promise<void> {
  await opens(stage, 'Meses', 'Cargado');
  await stage.page.getByRole('table', { name: 'Relación de facturas' }).waitFor();
}

async function reads(stage: SceneContext): Promise<void> {
  await opens(stage, 'Planillas', 'cobros con errores.csv');
  await stage.page.getByRole('table', { name: 'Columnas del archivo' }).waitFor();
  await stage.sees('El archivo tiene');
}

const tab = (name: string) => (stage: SceneContext) => stage.page.getByRole('tab', { name }).click();

const PAYMENTS = 'inmueble;fecha;valor;referencia\n;2026-01-15;150.000;Consignación 1\n;2026-01-16;x;2\n';

/** Bank statement as CSV: incoming amounts (a transfer and the bank's interest) and an outgoing amount. */
const EXTRACT = `FECHA,DESCRIPCIÓN,SUCURSAL,DCTO.,VALOR,SALDO
2026/01/15,TRANSFERENCIA DESDE NEQUI APTO 101,,,"320,000.00","320,000.00"
2026/01/16,COMISION CONSIGNACION NACIONAL,CANAL CORPORATIVO,,"-12,500.00","307,500.00"
2026/01/31,ABONO INTERESES AHORROS,,,12.45,"307,512.45"
`;

/** CSV with ambiguous dates, in a column without a hint at the order of day and month. */
const BOTH_WAYS = 'Fecha;Inmueble;Valor\n05/01/2026;101;1000\n05/02/2026;101;1000\n05/03/2026;101;1000\n';

export const billingScenes: readonly Scene[] = [
  ...screen('billing', '/Billing', [
    ...inTurn(
      billing('/Billing', 'ready', (stage) => stage.sees('cobros con errores.csv')),
      { 'sheet with problems': reads },
    ),
    {
      guest: 'platform',
      state: 'no joint chosen',
      reach: async (stage) => {
        await stage.openAs('platform', '/Billing');
        await stage.sees(/Entrega antes del/);
      },
    },
    {
      ...billing('/Billing', 'empty'),
      where: 'empty',
      reach: async (stage) => {
        await stage.openAs('platform', '/Billing');
        await stage.sees('Ninguna copropiedad usa facturación.');
      },
    },
    ...inTurn(billing('/Billing', 'prepared', prepared), {
      'issue asked': async (stage) => {
        await stage.press('Emitir');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    ...inTurn(billing('/Billing', 'issued', issued), {
      'annulment asked': async (stage) => {
        // On a phone, the actions of a bill are behind its detail.
        await stage.takesPhone();
        await stage.press('Detalle de 1');
        await stage.press('Anular la cuenta 1');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    billing('/Billing', 'repeated', async (stage) => {
      await stage.press('Repetir el mes');
      await stage.page.getByRole('table', { name: 'Cobros que se repiten' }).waitFor();
    }),
    ...waitingForPath('/Billing'),
  ]),
  ...screen('fees', '/Billing/Fees', [
    ...inTurn(
      billing('/Billing/Fees', 'ready', (stage) => stage.sees('Todavía no hay cuotas fijadas.')),
      {
        'fields missing': async (stage) => {
          await stage.press('Fijar la cuota');
          await stage.sees('Digite un valor mayor que cero.');
        },
        fine: async (stage) => {
          await stage.choose('Forma', feeWayWords.fine.label);
          await stage.sees('Día de comunicación (opcional)');
        },
      },
    ),
    ...waitingForPath('/Billing/Fees'),
  ]),
  ...screen('collection', '/Billing/Collection', [
    ...inTurn(
      billing('/Billing/Collection', 'ready', (stage) => stage.sees('Todavía no hay acuerdos de pago.')),
      {
        'fields missing': async (stage) => {
          await stage.press('Registrar el canal');
          await stage.sees('Indique la prueba.');
        },
      },
    ),
    ...waitingForPath('/Billing/Collection'),
  ]),
  ...screen('corrections', '/Billing/Corrections', [
    ...inTurn(billing('/Billing/Corrections', 'ready'), {
      'fields missing': async (stage) => {
        await stage.press('Registrar');
        await stage.sees('Digite un valor mayor que cero.');
      },
      condonation: (stage) => stage.page.getByRole('radio', { name: 'Condonación' }).check(),
    }),
    ...waitingForPath('/Billing/Corrections'),
  ]),
  ...screen('billing-acts', '/Billing/Acts', [
    ...inTurn(
      billing('/Billing/Acts', 'ready', async (stage) => {
        await stage.page.getByRole('table', { name: 'Registro de actos' }).waitFor();
        const details = stage.page.locator('summary', { hasText: 'Detalle' });
        await details.first().click();
        const issued = stage.page.locator('tr', { hasText: 'Mes emitido' });
        // Other scenes may have added a page of newer acts.
        const older = stage.page.getByRole('button', { name: 'Mostrar anteriores' });
        for (let rows = 0; (await issued.count()) === 0 && (await older.isVisible()); ) {
          rows = await stage.page.locator('tr').count();
          await older.click();
          await stage.page.locator('tr').nth(rows).waitFor();
        }
        await issued.locator(details).first().click();
      }),
      {
        verified: async (stage) => {
          await stage.press('Verificar');
          await stage.sees('El registro está íntegro.');
        },
      },
    ),
    ...waitingForPath('/Billing/Acts'),
  ]),
  ...screen('billing-settings', '/Billing/Settings', [
    ...inTurn(
      billing('/Billing/Settings', 'ready', async (stage) => {
        await tab('Tasa máxima legal')(stage);
        await stage.sees('25,62 % E.A.');
      }),
      {
        'discount and own rate': async (stage) => {
          await tab('Cobro')(stage);
          await stage.page.locator('label', { hasText: 'Descuento por pronto pago' }).first().click();
          await stage.page.getByText('Código de barras y posición de lo impreso').click();
          await tab('Intereses')(stage);
          await stage.page.getByRole('radio', { name: 'Una propia' }).check();
          await stage.press('Registrar la tasa');
          await stage.sees('Indique el acta.');
        },
        'online payments': async (stage) => {
          await tab('Dónde pagar')(stage);
          await stage.page.getByText('Cambiar las llaves').click();
          await stage.page.getByText('Encendidos (producción)').scrollIntoViewIfNeeded();
        },
        'account of a voucher missed': async (stage) => {
          await tab('Comprobantes')(stage);
          await stage.page.getByText('Cuentas y centros de costos').click();
          await stage.page.getByText('Tipos de comprobante').click();
          await stage.page.getByLabel('Cuenta de Cuotas por cobrar').fill('13.05');
          await stage.press('Guardar los comprobantes');
          await stage.sees('Digite de 4 a 12 dígitos, sin puntos.');
        },
        'name of a concept': async (stage) => {
          await tab('Conceptos')(stage);
          await stage.page
            .getByRole('button', { name: /^Cambiar nombre / })
            .first()
            .click();
          await stage.page.getByRole('dialog').getByLabel('Nombre en las cuentas').waitFor();
        },
      },
    ),
    ...waitingForPath('/Billing/Settings'),
  ]),
  ...screen('payments', '/Payments', [
    ...inTurn(billing('/Payments', 'ready'), {
      'fields missing': async (stage) => {
        await stage.press('Registrar el pago');
        await stage.sees('Digite un valor mayor que cero.');
      },
      file: async (stage) => {
        await tab('Archivo')(stage);
        const file = { name: 'pagos.csv', mimeType: 'text/csv', buffer: Buffer.from(PAYMENTS) };
        await stage.page.locator('input[type=file]').setInputFiles(file);
        await stage.sees('El archivo tiene 1 error.');
      },
      'order asked': async (stage) => {
        await stage.press('Elegir otro archivo');
        const file = { name: 'pagos.csv', mimeType: 'text/csv', buffer: Buffer.from(BOTH_WAYS) };
        await stage.page.locator('input[type=file]').setInputFiles(file);
        await stage.sees(/^¿«Fecha» está como día\/mes/);
      },
      extract: async (stage) => {
        await stage.press('Elegir otro archivo');
        const file = { name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from(EXTRACT) };
        await stage.page.locator('input[type=file]').setInputFiles(file);
        await stage.sees(/extracto de Bancolombia/);
        await stage.page.getByText('Qué contiene cada columna').click();
      },
      unidentified: async (stage) => {
        await tab('Por identificar (2)')(stage);
        await stage.sees('Sin nombre 0093');
        await stage.sees('Confirmar la que coincide');
      },
      assigning: async (stage) => {
        await stage.page
          .getByRole('button', { name: /^Identificar/ })
          .first()
          .click();
        await stage.page.getByRole('dialog').waitFor();
      },
      online: async (stage) => {
        await stage.dismiss();
        await tab('En línea')(stage);
        await stage.page.getByRole('table', { name: 'Pagos en línea' }).waitFor();
      },
      receipts: async (stage) => {
        await tab('Recibos')(stage);
        await stage.page.getByRole('table', { name: 'Recibos del mes' }).waitFor();
      },
      'annulment asked': async (stage) => {
        await stage.takesPhone();
        await stage.press('Detalle de 1');
        await stage.press('Anular el recibo 1');
        await stage.page.getByRole('alertdialog').waitFor();
      },
    }),
    ...waitingForPath('/Payments'),
  ]),
];
