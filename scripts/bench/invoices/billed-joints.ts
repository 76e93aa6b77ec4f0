/** Joints billed by a bench through the API, all with the same table of units and the same month spreadsheet. */
import { writeFileSync } from 'node:fs';
import { ApiClient } from '../../../client/e2e/api-client.ts';
import { drawInvoice } from '../../../server/billing/invoices/page.ts';
import type { PdfDocument } from '../../../server/billing/invoices/paper.ts';
import {
  billsOfMonth,
  findPrintedMonth,
  readIssuer,
} from '../../../server/billing/invoices/papers.repository.ts';
import { openStore } from '../../../server/platform/db/connect.ts';
import { Books, World } from '../../../server/testing/world.ts';
import { prepareMonth, repeatMonth } from '../../../shared/billing/drafts.api.ts';
import { addFee, getMonthFees } from '../../../shared/billing/fees.api.ts';
import type { Relation } from '../../../shared/billing/months.api.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { dayInBogota, monthOf } from '../../../shared/days.ts';
import { type Made, Office } from '../kit/office.ts';

const SETTINGS = {
  nit: '900.123.456-8',
  gln: '7709998000001',
  paymentPlace: 'Banco de Bogotá, cuenta de ahorros 012-345678-9\nPSE: con la referencia de pago',
  message: 'Señor propietario: la asamblea ordinaria será el 28 de marzo.\nGracias por su pago puntual.',
};
const CONCEPTS = ['Administración', 'Cuota extraordinaria fachada', 'Parqueadero', 'Multa', 'Salón social'];
const LOOK_MS = 100;
const MOST_SECONDS = 30 * 60;

/** Measured time of issuing a month with printed bills. */
export interface Issued extends Made {
  /** Seconds until the bills were stored, and processor time of the server until then. */
  standing: number;
  standingWork: number;
}

export class BilledJoints {
  readonly #origin: string;
  readonly #token: string;
  readonly #spent: (() => number) | undefined;
  readonly #units: string[];
  readonly #year: number;
  readonly #month: number;

  /** @param spent returns the seconds of processor time used by the server so far */
  constructor(origin: string, token: string, units: number, spent?: () => number) {
    this.#spent = spent;
    this.#origin = origin;
    this.#token = token;
    this.#units = Array.from({ length: units }, (_, i) => `T${1 + (i % 10)}-${1001 + Math.floor(i / 10)}`);
    const [year, month] = dayInBogota(Date.now()).split('-').map(Number);
    this.#year = year ?? 0;
    this.#month = month ?? 0;
  }

  /** Makes a joint with units and settings. Returns the joint id. */
  async joint(): Promise<number> {
    const staff = this.#staff();
    const table = this.#units.map((unit, i) => `${unit};PROPIETARIO DE NOMBRE CORRIENTE ${i + 1};1`);
    const csv = ['Inmueble;Propietario;Coeficiente', ...table].join('\n');
    const file = { fileName: 'tabla.csv', csv };
    const jointId = await new World(staff).joint('Conjunto que se factura', file);
    await staff.ask(changeBillingSettings, { params: { jointId }, body: SETTINGS });
    return jointId;
  }

  /** Makes a joint with the month's spreadsheet, ready to issue. Returns the joint id. */
  async prepare(): Promise<number> {
    const jointId = await this.joint();
    const sheet = this.#units.map((unit, i) => [unit, ...amounts(i)].join(';'));
    const header = ['Inmueble', 'Saldo anterior', ...CONCEPTS].join(';');
    await new Books(this.#staff(), jointId).prepare(
      monthOf(this.#year, this.#month),
      [header, ...sheet].join('\n'),
    );
    return jointId;
  }

  /** Makes a joint with a fee by budget and a fixed fee. Returns the joint id. */
  async withFees(): Promise<number> {
    const jointId = await this.joint();
    const all = { firstMonth: monthOf(this.#year, this.#month), kinds: [], units: [] };
    const budget = { ...all, way: 'budget', name: 'Administración', amount: 3_600_000_000 } as const;
    const fund = { fundCharge: 36_000_000, fundBalance: 0 };
    const fixed = { ...all, way: 'fixed', name: 'Aseo', amount: 12_345.67, nature: 'other' } as const;
    for (const body of [{ ...budget, ...fund }, fixed])
      await this.#staff().ask(addFee, { params: { jointId }, body });
    return jointId;
  }

  /** Prepares the month from the fees of a joint, as the screen does. Returns the seconds. */
  async prepareFees(jointId: number): Promise<number> {
    const began = performance.now();
    const month = { year: this.#year, month: this.#month };
    const { concepts } = await this.#staff().ask(getMonthFees, { params: { jointId, ...month } });
    const wanted = concepts.map(({ chargeConceptId }) => chargeConceptId);
    const { draftId } = await this.#staff().ask(repeatMonth, {
      params: { jointId },
      body: { ...month, fees: true, concepts: wanted, changes: [] },
    });
    await this.#staff().ask(prepareMonth, { params: { jointId, draftId }, body: month });
    return (performance.now() - began) / 1000;
  }

  /** Makes the vouchers of an issued month for Siigo Nube by a report job. */
  vouchers(jointId: number): Promise<Made> {
    return this.#office(`/reports/vouchers/${jointId}?year=${this.#year}&month=${this.#month}`).make();
  }

  /**
   * Issues the month as previewed. Measures from the request of the issue until the invoices can be downloaded, polling as the screen does.
   */
  async issue(jointId: number): Promise<Issued> {
    const office = this.#office();
    const path = `/joints/${jointId}/months/${this.#year}/${this.#month}`;
    const today = dayInBogota(Date.now());
    const { figures } = await office.ask<Relation>('GET', `${path}/relation?issueDate=${today}`);
    const began = performance.now();
    const body = { issueDate: today, figures };
    const { jobId } = await office.ask<{ jobId: string }>('POST', `${path}/issue`, body);
    const [stood, made] = await Promise.all([
      this.#standing(office, jointId, began),
      office.follow(jobId, began),
    ]);
    return { ...made, ...stood };
  }

  /** Measures from `began` until the bills of the month are numbered and stored. */
  async #standing(
    office: Office,
    jointId: number,
    began: number,
  ): Promise<Pick<Issued, 'standing' | 'standingWork'>> {
    const spent = () => this.#spent?.() ?? Number.NaN;
    const before = spent();
    for (;;) {
      const [month] = await office.ask<{ state: string }[]>('GET', `/joints/${jointId}/months`);
      const standing = (performance.now() - began) / 1000;
      if (month?.state === 'issued' || standing > MOST_SECONDS)
        return { standing, standingWork: spent() - before };
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Makes the invoices of an issued month again by a report job, without a new issue. */
  invoices(jointId: number): Promise<Made> {
    return this.#office(`/reports/bills/${jointId}?year=${this.#year}&month=${this.#month}`).make();
  }

  /** Makes the relación (table of all bills) of an issued month as PDF by a report job. */
  relation(jointId: number): Promise<Made> {
    return this.#office(
      `/reports/billsrelationship/${jointId}?year=${this.#year}&month=${this.#month}`,
    ).make();
  }

  /** Writes every pdfkit call for the invoices of an issued month to a file, for the bare comparison. */
  async writeCalls(dataDir: string, jointId: number, callsFile: string): Promise<void> {
    const store = await openStore({ dataDir, databaseUrl: null });
    try {
      const month = monthOf(this.#year, this.#month);
      const issuer = await readIssuer(store.db, jointId);
      const issued = await findPrintedMonth(store.db, { jointId, month });
      if (issuer === undefined || issued === undefined) throw new Error('The month was not issued.');
      const pages: [string, unknown[]][][] = [];
      for await (const some of billsOfMonth(store.db, { jointId, monthId: issued.monthId })) {
        for (const one of some) pages.push(callsOf((paper) => drawInvoice(paper, issuer, one)));
      }
      writeFileSync(callsFile, JSON.stringify(pages));
    } finally {
      await store.close();
    }
  }

  #staff(): ApiClient {
    return new ApiClient(this.#origin, this.#token);
  }

  #office(path = ''): Office {
    return new Office(this.#origin, this.#token, path, LOOK_MS, this.#spent);
  }
}

/** Amounts of a unit in the spreadsheet: arrears for every fourth unit, and a charge for all units. */
const amounts = (i: number): (number | string)[] => [
  i % 4 === 0 ? 300_000 + i : '',
  ...CONCEPTS.map((_, n) => (n <= i % CONCEPTS.length ? 290_000 - 40_000 * n + i : '')),
];

/** Returns the pdfkit calls that `draw` makes, recorded in place of drawing. */
function callsOf(draw: (paper: PdfDocument) => void): [string, unknown[]][] {
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
  draw({ doc, addPage: () => calls.push(['addPage', []]) } as unknown as PdfDocument);
  return calls;
}
