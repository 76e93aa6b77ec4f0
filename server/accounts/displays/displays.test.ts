import { afterEach, beforeAll, expect, vi } from 'vitest';
import {
  createDisplayCode,
  DISPLAY_CODE_MINUTES,
  endDisplay,
  listDisplays,
  openDisplay,
} from '../../../shared/accounts/displays.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { listAudit } from '../../../shared/audit/audit.api.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { RawSocket } from '../../testing/raw-socket.ts';
import { later } from '../sign-in/guesses.fixture.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';
/** Number of the network last used for wrong codes. Each test with wrong codes takes a new network. */
let network = 0;
/** Number of the network last used for right codes. */
let visitors = 0;
const visitor = () => `10.77.${visitors >> 8}.${visitors++ & 255}`;

describeWithRaces('wall displays', (make, { it, race }) => {
  const app = appForSuite(make);
  const other = appForSuite(() => app.another());
  let staff: string;
  let evening: AssemblyFixture;
  beforeAll(async () => {
    staff = await firstStaff(app);
    const units = [['101', 100, 'ANA']] as const;
    evening = await holdAssembly(app, { units, staff, sectors: [{ name: 'Locales', units }] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const params = () => ({ jointId: evening.jointId });
  const codeFor = async ({ jointId, operator } = evening) =>
    (await app.call(createDisplayCode, { params: { jointId } }, operator)).body;
  const typeIn = async (code: string, address = visitor(), on = app) => {
    const reply = await on.app.inject({
      method: openDisplay.method,
      url: API_BASE + openDisplay.path,
      remoteAddress: address,
      headers: { 'user-agent': CHROME },
      payload: { code },
    });
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() };
  };
  const shown = async () => (await app.call(listDisplays, { params: params() }, staff)).body;
  /**
   * Runs `open` and returns the result together with the display that `open` added. Compares ids, because the clock
   * may step back.
   */
  const opened = async <T>(open: () => Promise<T>) => {
    const before = new Set((await shown()).map(({ displayId }) => displayId));
    const reply = await open();
    const [added, ...others] = (await shown()).filter(({ displayId }) => !before.has(displayId));
    if (!added || others.length > 0)
      throw new Error(`${others.length + Number(!!added)} displays were added`);
    return { reply, added };
  };
  const acts = async () => {
    const entries = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'data'])
      .where('chain', '=', `joint:${evening.jointId}`)
      .orderBy('seq')
      .execute();
    return entries.filter(({ act }) => act.startsWith('display'));
  };

  it('six digits open a display once, for a single joint', async () => {
    const { code, expiresAt } = await codeFor();
    expect(code).toMatch(/^[0-9]{6}$/);
    const lasts = Date.parse(expiresAt) - Date.now();
    expect(lasts).toBeGreaterThan((DISPLAY_CODE_MINUTES - 1) * 60_000);
    expect(lasts).toBeLessThanOrEqual(DISPLAY_CODE_MINUTES * 60_000);
    // Typed with a space, and at another process.
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const both = await Promise.all([typeIn(typed), typeIn(code, visitor(), other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const [first] = both.filter(({ status }) => status === 200) as [(typeof both)[number]];
    expect(first.body).toEqual({ jwt: expect.any(String), jointId: evening.jointId });
    const stranger = await holdAssembly(app, { units: [['1', 100, 'LUIS']], staff });
    const sees = (jointId: number) => app.call(getSnapshot, { params: { jointId } }, first.body.jwt);
    expect((await sees(evening.jointId)).status).toBe(200);
    expect((await sees(stranger.jointId)).status).toBe(404);
    const rows = await app.store.db.selectFrom('display_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await acts()).map(({ act }) => act)).toEqual(['displayCodeMade', 'displayOpened']);
    expect(JSON.stringify(await acts())).not.toContain(code);
  });

  it('unknown, expired and spent codes get the same answer', async () => {
    const { code } = await codeFor();
    expect((await typeIn(code)).status).toBe(200);
    const { code: old } = await codeFor();
    const spent = await typeIn(code);
    vi.useFakeTimers({ toFake: ['Date'] });
    later(DISPLAY_CODE_MINUTES * 60_000 + 1);
    const over = await typeIn(old);
    const unknown = await typeIn('no es uno');
    expect(spent).toMatchObject({ status: 401, body: { code: 'displayCodeInvalid' } });
    expect(over).toEqual(spent);
    expect(unknown).toEqual(spent);
  });

  it('five wrong codes end the codes for that network only, until a new code', async () => {
    network += 1;
    const guesser = `203.0.113.${network}`;
    const joint = await holdAssembly(app, { units: [['1', 100, 'LUIS']], staff });
    const codes = [await codeFor(joint), await codeFor(joint), await codeFor(joint)].map(({ code }) => code);
    const [early = '', late = '', elsewhere = ''] = codes;
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let i = 0; i < 4; i += 1) expect((await typeIn('wrong', guesser)).status).toBe(401);
    expect((await typeIn(early, guesser)).status).toBe(200);
    later(10);
    expect((await typeIn('wrong', guesser)).status).toBe(401);
    expect((await typeIn(late, guesser)).status).toBe(401);
    // Processes share the count if there are several.
    if (app.store.pool !== null) expect((await typeIn(late, guesser, other)).status).toBe(401);
    expect((await typeIn(elsewhere, '198.51.100.11')).status).toBe(200);
    later(20);
    const { code: fresh } = await codeFor(joint);
    expect((await typeIn(fresh, guesser)).status).toBe(200);
  });

  race('after ten wrong codes all codes of that network wait a short time', async () => {
    network += 1;
    const guesser = `203.0.113.${network}`;
    // A separate joint: the screen opens one second in the future and would sort before the displays of other tests.
    const { code } = await codeFor(await holdAssembly(app, { units: [['1', 100, 'LUIS']], staff }));
    vi.useFakeTimers({ toFake: ['Date'] });
    const guesses = await Promise.all(Array.from({ length: 13 }, () => typeIn('wrong', guesser)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    const held = await typeIn(code, guesser);
    expect([held.status, held.body.code, held.retryAfter]).toEqual([429, 'tooManyAttempts', '1']);
    // Processes share the count if there are several.
    if (app.store.pool !== null) expect((await typeIn(code, guesser, other)).status).toBe(429);
    expect((await typeIn(code, '198.51.100.10')).status).toBe(200);
    later(1100);
    expect((await typeIn((await codeFor()).code, guesser)).status).toBe(200);
  });

  it('a thousand wrong codes end the codes of the joint; a new code works', { tags: 'slow' }, async () => {
    const fresh = await make();
    try {
      const boss = await firstStaff(fresh);
      const joints = [];
      for (const owner of ['LUIS', 'EVA']) {
        joints.push(await holdAssembly(fresh, { units: [['1', 100, owner]], staff: boss }));
      }
      const [attacked, quiet] = joints as [AssemblyFixture, AssemblyFixture];
      const codeOf = async ({ jointId, operator }: AssemblyFixture) =>
        (await fresh.call(createDisplayCode, { params: { jointId } }, operator)).body.code;
      let visitor = 0;
      const type = async (code: string, jointId?: number): Promise<number> => {
        visitor += 1;
        const reply = await fresh.app.inject({
          method: openDisplay.method,
          url: API_BASE + openDisplay.path,
          remoteAddress: `10.${visitor >> 8}.${visitor & 255}.7`,
          payload: { code, jointId },
        });
        // A busy PostgreSQL may answer 503.
        return reply.statusCode === 503 ? type(code, jointId) : reply.statusCode;
      };
      const guess = async (jointId?: number) => {
        for (let i = 0; i < 40; i += 1) {
          const statuses = await Promise.all(Array.from({ length: 25 }, () => type('wrong', jointId)));
          expect(new Set(statuses)).toEqual(new Set([401]));
        }
      };
      const [standing, nameless, elsewhere] = [
        await codeOf(attacked),
        await codeOf(attacked),
        await codeOf(quiet),
      ];
      await guess(attacked.jointId);
      expect(await type(standing, attacked.jointId)).toBe(401);
      expect(await type(elsewhere, attacked.jointId)).toBe(401);
      expect(await type(elsewhere, quiet.jointId)).toBe(200);
      const from = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(from);
      expect(await type(await codeOf(attacked), attacked.jointId)).toBe(200);
      // Pages without a joint share a count.
      expect(await type(nameless)).toBe(200);
      const late = await codeOf(quiet);
      await guess();
      expect(await type(late)).toBe(401);
      expect(await type(late, quiet.jointId)).toBe(200);
      const after = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(after);
      expect(await type(await codeOf(quiet))).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('displays are listed with origin, user, time, device and live connection', async () => {
    const url = await listen(app);
    const { reply: link, added: made } = await opened(() =>
      app.call(createDisplayLink, { params: params() }, staff),
    );
    const now = async () => (await shown()).find(({ displayId }) => displayId === made.displayId);
    expect(made).toMatchObject({
      by: 'link',
      madeBy: 'Plataforma',
      seenAt: null,
      isLive: false,
      device: null,
    });
    const wall = await followJoint(url, link.body.token, evening.jointId);
    await app.app.inject({
      method: getSnapshot.method,
      url: `${API_BASE}/joints/${evening.jointId}/snapshot`,
      headers: { authorization: `Bearer ${link.body.token}`, 'user-agent': CHROME },
    });
    expect(await now()).toMatchObject({
      displayId: made.displayId,
      jointId: evening.jointId,
      seenAt: expect.any(String),
      isLive: true,
      device: 'Chrome en Windows',
    });
    wall.close();
    await eventually(async () => (await now())?.isLive).toBe(false);
    expect(JSON.stringify(await shown())).not.toContain(link.body.token);
  });

  it('a display ends at once in every process, only under the name of its joint', async () => {
    const urlOfOther = await listen(other);
    const { code } = await codeFor();
    const { reply, added } = await opened(() => typeIn(code));
    const { jwt } = reply.body;
    const { displayId } = added;
    const wall = await followJoint(urlOfOther, jwt, evening.jointId);
    const feed = new RawSocket(`${urlOfOther}${API_BASE}/joints/${evening.jointId}/live`, jwt);
    await feed.hear((message) => message.includes('snapshot'));
    const stranger = await holdAssembly(app, { units: [['1', 100, 'LUIS']], staff });
    const end = (jointId: number, token: string) =>
      app.call(endDisplay, { params: { jointId, displayId } }, token);
    expect((await end(stranger.jointId, stranger.operator)).error.code).toBe('displayNotFound');
    expect((await end(evening.jointId, stranger.operator)).error.code).toBe('jointNotFound');
    expect(wall.connected()).toBe(true);
    expect((await end(evening.jointId, evening.operator)).status).toBe(204);
    expect(await feed.end()).toBe(4401);
    await eventually(() => wall.connected()).toBe(false);
    expect((await app.call(getSnapshot, { params: params() }, jwt)).status).toBe(401);
    expect((await end(evening.jointId, evening.operator)).error.code).toBe('displayNotFound');
    expect((await shown()).map((display) => display.displayId)).not.toContain(displayId);
    const answer = await app.call(listAudit, { params: params(), query: {} }, evening.operator);
    expect(answer.body.entries.slice(0, 3).map(({ actor, what }) => `${actor}: ${what}`)).toEqual([
      `operador${evening.jointId}: Se terminó una pantalla de Conjunto de prueba.`,
      'Pantalla: Se abrió con código una pantalla de Conjunto de prueba.',
      `operador${evening.jointId}: Se creó un código para abrir pantallas de Conjunto de prueba.`,
    ]);
    expect((await verifyAudit(app.store.db)).findings).toEqual([]);
  });

  it('a joint lists displays of its sectors; a sector lists no displays of the joint', async () => {
    const sectorId = evening.joint.sectors[0]?.sectorId ?? 0;
    const { code } = await codeFor({ ...evening, jointId: sectorId });
    const { reply, added } = await opened(() => typeIn(code));
    expect(reply.body).toMatchObject({ jointId: sectorId });
    expect(added.jointId).toBe(sectorId);
    const ofSector = await app.call(listDisplays, { params: { jointId: sectorId } }, evening.operator);
    expect(new Set(ofSector.body.map((display) => display.jointId))).toEqual(new Set([sectorId]));
  });

  it('a joint has at most five codes at once; a sixth replaces the oldest', async () => {
    // A separate joint: a test before makes a code one second in the future, newer than codes of now.
    const joint = await holdAssembly(app, { units: [['1', 100, 'LUIS']], staff });
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      codes.push((await codeFor(joint)).code);
      // Codes of the same millisecond have no order.
      const from = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(from);
    }
    const statuses = await Promise.all(codes.map(async (code) => (await typeIn(code)).status));
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });
});
