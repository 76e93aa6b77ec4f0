import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../../../shared/api.ts';
import * as api from '../../../shared/billing/drafts.api.ts';
import type { Day } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { importApartments } from '../../../shared/properties/apartments.api.ts';
import { createJoint } from '../../../shared/properties/joints.api.ts';
import { addUser, staffToken, tokenOf } from '../../accounts/users/people.fixture.ts';
import type { Reply, TestApp } from '../../testing/app.ts';
import { upload } from '../../testing/upload.ts';
import { numbersOf, readBooks } from '../ledger/books.repository.ts';
import { insertPostings } from '../ledger/ledger.repository.ts';

type Content = string | Uint8Array;

/**
 * Test helper with the API of a test server: creates joints with billing, and sends and prepares months'
 * spreadsheets as staff.
 */
export class ChargesWorld {
  readonly app: TestApp;
  readonly staff: string;

  private constructor(app: TestApp, staff: string) {
    this.app = app;
    this.staff = staff;
  }

  static async of(app: TestApp): Promise<ChargesWorld> {
    return new ChargesWorld(app, await staffToken(app));
  }

  /** Creates a joint with units, each with a separate owner. `101>100` bills unit 101 together with unit 100. */
  async joint(units: readonly string[]): Promise<number> {
    const body = { jointName: 'De prueba', usesBilling: true };
    const { jointId } = (await this.app.call(createJoint, { body }, { token: this.staff })).body;
    const rows = units.map((unit, i) => {
      const [id, main = ''] = unit.split('>');
      return `"${id}";Dueño ${i + 1};${main};1`;
    });
    const content = ['Inmueble;Propietario;Inmueble principal;Coeficiente', ...rows].join('\n');
    const file = { name: 'tabla.csv', content };
    const query = { commit: true };
    const report = await upload(this.app, importApartments, { params: { jointId }, query }, file, this.staff);
    if (report.status !== 200) throw new Error(JSON.stringify(report.error.details));
    return jointId;
  }

  /** Creates an administrator of the joint and signs in. Returns the session token. */
  async admin(username: string, jointId: number): Promise<string> {
    await addUser(this.app.store.db, username, Profile.admin, { billingJoints: [jointId] });
    return tokenOf(this.app, username);
  }

  send(jointId: number, content: Content, as: { name?: string; token?: string } = {}) {
    const { name = 'cobros.csv', token = this.staff } = as;
    return upload(this.app, api.sendDraft, { params: { jointId } }, { name, content }, token);
  }

  /** Sends a spreadsheet and asks the API to preview the month in the spreadsheet. */
  async preview(jointId: number, content: Content, rest: Partial<api.MonthReading> = {}) {
    return this.read(api.previewDraft, jointId, content, rest);
  }

  /** Sends a spreadsheet and asks the API to prepare the month in the spreadsheet. */
  async prepare(jointId: number, content: Content, rest: Partial<api.MonthReading> = {}) {
    return this.read(api.prepareMonth, jointId, content, rest);
  }

  private async read<P extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, TSchema, B, A>,
    jointId: number,
    content: Content,
    rest: Partial<api.MonthReading>,
  ): Promise<Reply<Static<A>> & { draftId: number }> {
    const { draftId } = (await this.send(jointId, content)).body;
    return { ...(await this.readAgain(endpoint, jointId, draftId, rest)), draftId };
  }

  /** Asks the API to read an uploaded draft of a month again, with other choices. */
  readAgain<P extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, TSchema, B, A>,
    jointId: number,
    draftId: number,
    rest: Partial<api.MonthReading> = {},
    token = this.staff,
  ) {
    const body: unknown = { year: 2026, month: 5, ...rest };
    const input = { params: { jointId, draftId } as Static<P>, body: body as Static<B> };
    return this.app.call<P, TSchema, B, A>(endpoint, input as never, { token });
  }

  /** Posts a charge in pesos directly to the ledger, on a unit's account. */
  async post(jointId: number, apartmentId: string, pesos: number, day: Day = '2026-04-30'): Promise<void> {
    const { db } = this.app.store;
    const books = await readBooks(db, jointId);
    const last = await db
      .selectFrom('ledger_item')
      .select((eb) => eb.fn.max<number | null>('item').as('item'))
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    books.next.item = (last.item ?? 0) + 1;
    const item = {
      item: numbersOf(books).item(),
      apartmentId,
      forApartmentId: apartmentId,
      side: 'debit' as const,
      nature: 'fee' as const,
      chargeConceptId: null,
      description: 'Cuota',
      amount: centavos(Math.round(pesos * 100)),
      month: null,
      valueDate: day,
      postingDate: day,
      dueDate: day,
      bill: null,
      receipt: null,
      causedBy: null,
      reverses: null,
      reason: null,
    };
    await insertPostings(db, jointId, [{ items: [item], allocations: [], interest: [] }], {
      at: 1,
      actor: 'user:1',
    });
  }

  /** Returns the stored rows of all months of a joint, in order, in centavos. */
  async stored(jointId: number) {
    return this.app.store.db
      .selectFrom('month_row as r')
      .innerJoin('billing_month as m', 'm.month_id', 'r.month_id')
      .leftJoin('charge_concept as c', (join) =>
        join.onRef('c.joint_id', '=', 'm.joint_id').onRef('c.charge_concept_id', '=', 'r.charge_concept_id'),
      )
      .select(['r.apartment_id', 'r.role', 'c.name', 'c.nature', 'r.amount', 'r.due_date', 'r.value_date'])
      .where('m.joint_id', '=', jointId)
      .where('m.state', '<>', 'discarded')
      .orderBy('m.month')
      .orderBy('r.position')
      .execute();
  }

  async issue(jointId: number): Promise<void> {
    await this.app.store.db
      .updateTable('billing_month')
      .set({ state: 'issued' })
      .where('joint_id', '=', jointId)
      .where('state', '=', 'prepared')
      .execute();
  }
}

/**
 * Returns the problems in the report on a month's spreadsheet, for assertions. Leaves out the warning about a
 * month long ago, because the months of tests are old.
 */
export const problemsOf = ({ problems }: api.MonthReport) =>
  problems.filter(({ code }) => code !== 'monthLongAgo');

/**
 * Returns the problems in the report on a month's spreadsheet as short texts, for assertions: '3 unitUnknown'
 * is code `unitUnknown` in row 3, '- …' a problem of the whole file.
 */
export const reported = (report: api.MonthReport) =>
  problemsOf(report).map(({ row, code }) => `${row ?? '-'} ${code}`);
