/** The month of invoices that its bench prints, in a joint of its own, and what each page of it draws. */
import { writeFileSync } from 'node:fs';
import { Sessions } from '../../server/accounts/sessions.service.ts';
import { replaceJoints } from '../../server/accounts/user-links.repository.ts';
import { insertUser } from '../../server/accounts/users.repository.ts';
import type { Invoice } from '../../server/billing/papers/invoice.types.ts';
import { drawInvoice } from '../../server/billing/papers/invoice-page.ts';
import type { Paper } from '../../server/billing/papers/paper.ts';
import { readIssuer } from '../../server/billing/papers/papers.repository.ts';
import { storeMonth } from '../../server/billing/papers/stored.fixture.ts';
import { openStore } from '../../server/db/connect.ts';
import { insertJoint } from '../../server/properties/joints.repository.ts';
import { defaultSettings } from '../../shared/billing/settings.api.ts';
import { centavos, sumMoney } from '../../shared/money.ts';
import { Profile } from '../../shared/profiles.ts';

export interface BilledJoint {
  jointId: number;
  /** An accountant's. */
  token: string;
}

const MONTH = '2026-05';
const SETTINGS = {
  ...defaultSettings,
  nit: '900.123.456-8',
  gln: '7709998000001',
  paymentPlace: 'Banco de Bogotá, cuenta de ahorros 012-345678-9\nPSE: con la referencia de pago',
  message: 'Señor propietario: la asamblea ordinaria será el 28 de marzo.\nGracias por su pago puntual.',
};
const CONCEPTS = [
  'Administración',
  'Cuota extraordinaria fachada',
  'Parqueadero',
  'Multa',
  'Intereses de mora',
];

/**
 * Puts a joint with an issued month of so many bills into a store that is migrated, and writes down every call of
 * pdfkit that its pages take.
 */
export async function makeBilledJoint(
  dataDir: string,
  secret: string,
  { units, callsFile }: { units: number; callsFile: string },
): Promise<BilledJoint> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const { db } = store;
    const invoices = Array.from({ length: units }, (_, i) => invoice(i));
    return await db.transaction().execute(async (trx) => {
      const at = Date.now();
      const jointId = await insertJoint(trx, {
        ...{ parentId: null, jointName: 'Conjunto que se factura', usesAssemblies: false, usesBilling: true },
        at,
      });
      await trx
        .insertInto('billing_joint')
        .values({ joint_id: jointId, settings: JSON.stringify(SETTINGS) })
        .execute();
      await storeMonth(trx, { jointId, month: MONTH, invoices });
      const fields = { username: 'contador', name: 'Contador', email: null, passwordHash: '' };
      const userId = await insertUser(trx, { ...fields, profileId: Profile.admin }, at);
      await replaceJoints(trx, userId, 'billing', [jointId]);
      const issuer = await readIssuer(trx, jointId);
      if (issuer === undefined) throw new Error('The joint is not there.');
      const pages = invoices.map((one) => callsOf((paper) => drawInvoice(paper, issuer, one)));
      writeFileSync(callsFile, JSON.stringify(pages));
      return { jointId, token: await new Sessions(trx, secret).open({ userId }) };
    });
  } finally {
    await store.close();
  }
}

function invoice(i: number): Invoice {
  const lines = CONCEPTS.slice(0, 1 + (i % CONCEPTS.length)).map((concept, n) => ({
    concept,
    period: centavos(100 * (290_000 - 40_000 * n + i)),
    overdue: centavos(i % 4 === 0 ? 100 * (300_000 + i) : 0),
  }));
  const apartmentId = `T${1 + (i % 10)}-${1001 + Math.floor(i / 10)}`;
  return {
    ...{ bill: i + 1, month: MONTH, apartmentId, units: [apartmentId], lines, annulled: false },
    owner: `PROPIETARIO DE NOMBRE CORRIENTE ${i + 1}`,
    ownerDocument: String(52_000_000 + i),
    reference: `000007${String(i).padStart(5, '0')}${i % 10}`,
    ...{ issueDate: '2026-05-02', dueDate: '2026-05-31', discount: null },
    total: sumMoney(lines.flatMap(({ period, overdue }) => [period, overdue])),
    previousPayment: centavos(29_000_000),
    overdueInstalments: i % 4 === 0 ? 1 : 0,
  };
}

/** Writes down what is called of a document instead of drawing it. */
function callsOf(draw: (paper: Paper) => void): [string, unknown[]][] {
  const calls: [string, unknown[]][] = [];
  const doc: object = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) => {
          calls.push([String(name), args]);
          return doc;
        },
    },
  );
  draw({ doc, addPage: () => calls.push(['addPage', []]) } as unknown as Paper);
  return calls;
}
