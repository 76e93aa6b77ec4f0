import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { checkClearance, requestClearance } from '../../../shared/billing/clearance-check.api.ts';
import { clearanceReport, salePapersReport } from '../../../shared/billing/reports.api.ts';
import { addDays } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { textOfPdf } from '../../testing/setup/print.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { clearanceCode, readClearanceCode } from './clearance-code.ts';

const KEY = 'a key';
const claim = { jointId: 7, unit: 'T1-403, PQ 8 Ñ', day: '2026-11-29', until: '2026-12-29' };
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('code of a paz y salvo', () => {
  it('a code is read as typed by hand, and only with the key of the store', () => {
    const code = clearanceCode(claim, KEY);
    expect(readClearanceCode(code, KEY)).toEqual(claim);
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(readClearanceCode(` ${typed} `, KEY)).toEqual(claim);
    expect(readClearanceCode(code, 'another key')).toBeNull();
  });

  it('a code of many units names whole units alone', () => {
    const units = ['T1-403', ...Array.from({ length: 12 }, (_, at) => `PQ ${at + 101}`)];
    const read = readClearanceCode(clearanceCode({ ...claim, unit: units.join(', ') }, KEY), KEY);
    expect(read?.unit).toBe('T1-403, PQ 101, PQ 102, PQ 103, PQ 104, PQ 105, PQ 106, …');
    const long = 'X'.repeat(70);
    expect(readClearanceCode(clearanceCode({ ...claim, unit: long }, KEY), KEY)?.unit).toBe(
      `${'X'.repeat(58)} …`,
    );
  });

  it('a code with one changed sign is no code', () => {
    const code = clearanceCode(claim, KEY);
    for (let at = 0; at < code.length; at += 1) {
      if (code[at] === '-') continue;
      const other = SIGNS[(SIGNS.indexOf(code[at] ?? '') + 1) % 32];
      expect(readClearanceCode(code.slice(0, at) + other + code.slice(at + 1), KEY), String(at)).toBeNull();
    }
  });

  it('10,000 random codes and random texts find nothing', () => {
    const { length } = clearanceCode(claim, KEY).replaceAll('-', '');
    const code = fc
      .array(fc.nat(31), { minLength: length - 6, maxLength: length + 6 })
      .map((signs) => signs.map((sign) => SIGNS[sign]).join(''));
    fc.assert(
      fc.property(
        fc.oneof(code, fc.string({ maxLength: 300 })),
        (text) => readClearanceCode(text, KEY) === null,
      ),
      { numRuns: 10_000, seed: inject('seed') },
    );
  });
});

const today = await lastingToday();

describeOnOneEngine('public check of a paz y salvo', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  let owner: string;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2026-01', 25.62);
    jointId = await world.joint(['101', '102']);
    await world.pay(jointId, { apartmentId: '101', amount: 5_000, valueDate: today });
    await addUser(app.store.db, 'duena', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
    owner = await tokenOf(app, 'duena');
  });
  const check = (code: string) => app.call(checkClearance, { body: { code } });
  const request = (apartmentId: string) =>
    app.call(requestClearance, { params: { jointId }, body: { apartmentId } }, { token: owner });
  async function printedCode(ofJoint: number, apartmentId: string, token: string): Promise<string> {
    const { body } = await app.call(
      clearanceReport,
      { params: { jointId: ofJoint, apartmentId } },
      { token },
    );
    const text = textOfPdf(body.bytes).join(' ').replace(/\s+/g, ' ');
    const [code = ''] = /\b(?:[0-9A-Z]{5}-){6,}[0-9A-Z]{1,5}\b/.exec(text) ?? [];
    return code;
  }
  const requests = () =>
    app.store.db.selectFrom('audit_entry').select('data').where('act', '=', 'clearanceRequested').execute();

  it('the printed code answers yes with unit and days, another code only no', async () => {
    const code = await printedCode(jointId, '101', owner);
    const { body: answer } = await check(code);
    expect(answer).toEqual({ valid: true, unit: '101', day: today, until: addDays(today, 30) });
    const no = { valid: false, unit: null, day: null, until: null };
    expect((await check(`${code.slice(0, -1)}${code.endsWith('0') ? '8' : '0'}`)).body).toEqual(no);
    expect((await check(String(randomInt(1e9)))).body).toEqual(no);
  });

  it('a code after its validity answers no, with the days', async () => {
    const { secret } = await app.store.db.selectFrom('paper_key').select('secret').executeTakeFirstOrThrow();
    const [day, until] = [addDays(today, -31), addDays(today, -1)];
    const { body } = await check(clearanceCode({ jointId, unit: '101', day, until }, secret));
    expect(body).toMatchObject({ valid: false, unit: '101', day, until });
  });

  it('the day of a request is kept once a day, also with a debt, and only for own units', async () => {
    expect((await request('101')).body).toEqual({ requestedOn: today });
    expect((await request('101')).body).toEqual({ requestedOn: today });
    expect(await requests()).toHaveLength(1);
    expectRefused(await request('102'), 'apartmentNotFound');
    const stored = await app.store.db.selectFrom('clearance_request').selectAll().execute();
    expect(stored).toMatchObject([{ joint_id: jointId, apartment_id: '101', requested_on: today }]);
  });

  it('an overdue amount that only rounds a bill makes no past day of validity', async () => {
    const rounded = await world.joint(['102']);
    await world.prepare(rounded, '2026-01', [
      ['Inmueble', 'Administración'],
      ['102', '100.000,60'],
    ]);
    await world.issue(rounded, '2026-01', { issueDate: '2026-01-02', dueDate: '2026-01-31' });
    await world.pay(rounded, { apartmentId: '102', amount: 100_000.6, valueDate: '2026-01-05' });
    const { body } = await check(await printedCode(rounded, '102', world.as.token));
    expect(body).toMatchObject({ valid: true, unit: '102', day: today, until: addDays(today, 30) });
  });

  it('the papers of a sale come in one file', async () => {
    const { status, body } = await app.call(
      salePapersReport,
      { params: { jointId, apartmentId: '101' } },
      { token: owner },
    );
    expect(status).toBe(200);
    const names = Buffer.from(body.bytes).toString();
    expect(names).toContain('Paz y Salvo Inmueble 101');
    expect(names).toContain('Estado de Cuenta');
  });

  it('a network has a limit of checks, right codes included', async () => {
    const { secret } = await app.store.db.selectFrom('paper_key').select('secret').executeTakeFirstOrThrow();
    const right = clearanceCode({ jointId, unit: '101', day: today, until: today }, secret);
    const statuses: number[] = [];
    for (let times = 0; times < 61; times += 1) statuses.push((await check(right)).status);
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(200));
    expectRefused(await check(right), 'tooManyAttempts');
  });
});
