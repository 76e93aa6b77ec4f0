import { beforeAll, expect } from 'vitest';
import {
  changeAssembly,
  getSnapshot,
  openAssembly,
  type SeenFacts,
} from '../../../shared/assemblies/assemblies.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { countStatuses, endAssembly, expectRefused } from '../../testing/store-asserts.ts';

const units = unitsOf('101;60;ANA', '102;40;LUIS');

describeWithRaces('a fact saved by two people', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });

  const hold = () => holdAssembly(app, { units, staff });
  const change = ({ jointId, operator }: AssemblyFixture, body: object, token = operator) =>
    app.call(changeAssembly, { params: { jointId }, body }, token);
  const current = async ({ jointId, operator }: AssemblyFixture) => {
    const { assembly } = (await app.call(getSnapshot, { params: { jointId } }, operator)).body;
    if (assembly === null) throw new Error('no assembly');
    return assembly;
  };
  const stored = ({ jointId }: AssemblyFixture) =>
    app.store.db.selectFrom('assembly').selectAll().where('joint_id', '=', jointId).execute();

  /** Facts as shown at first, as saved by the other person, and as typed by the second person. */
  const facts: [shown: SeenFacts, other: SeenFacts, own: SeenFacts][] = [
    [{ kind: 'ordinary' }, { kind: 'extraordinary' }, { kind: 'ordinary' }],
    [{ mode: 'inPerson' }, { mode: 'mixed' }, { mode: 'virtual' }],
    [{ agenda: '1. Uno' }, { agenda: '1. Uno\n2. Dos' }, { agenda: '1. Tres' }],
    [
      { convener: 'administrator', conveningUnits: [] },
      { convener: 'owners', conveningUnits: ['101'] },
      { convener: 'owners', conveningUnits: ['102'] },
    ],
    [
      { scheduledAt: '2026-12-01T18:00:00-05:00' },
      { scheduledAt: '2026-12-02T23:00:00.000Z' },
      { scheduledAt: '2026-12-03T23:00:00.000Z' },
    ],
    ...(['title', 'notice', 'place', 'president', 'secretary', 'zoomId', 'zoomPassword'] as const).map(
      (name): [SeenFacts, SeenFacts, SeenFacts] => [{ [name]: null }, { [name]: 'Otra' }, { [name]: 'Mía' }],
    ),
    [{ recordingUrl: null }, { recordingUrl: 'https://a.co' }, { recordingUrl: 'https://b.co' }],
    [{ roomCode: 'no' }, { roomCode: 'ask' }, { roomCode: 'no' }],
  ];
  const namesOf = ([shown]: (typeof facts)[number]) => Object.keys(shown).join();

  it.each(facts.map((row) => [namesOf(row), ...row] as const))(
    'the second save of %s is refused with the saved text, and passes with this text as seen',
    async (_, shown, other, own) => {
      const evening = await hold();
      const start = { ...shown };
      if (start.conveningUnits?.length === 0) delete start.conveningUnits;
      expect((await change(evening, start)).status).toBe(200);
      expect((await change(evening, { ...other, seen: shown }, staff)).status).toBe(200);
      const saved = await stored(evening);
      // A fact sent as shown is no change of the second person.
      const isUntouched = JSON.stringify(own) === JSON.stringify(shown);
      const second = await change(evening, { ...own, seen: shown });
      if (isUntouched) expect(second.status).toBe(200);
      else {
        expectRefused(second, 'factsMoved');
        const { facts: moved } = (second.body as unknown as { details: { facts: { fact: string }[] } })
          .details;
        expect(moved.map(({ fact }) => fact)).toEqual(
          Object.keys(own).filter((name) => name !== 'convener' || other.convener !== own.convener),
        );
        expect(moved).toEqual(moved.map(({ fact }) => ({ fact, value: Reflect.get(other, fact) })));
      }
      expect(await stored(evening)).toEqual(saved);
      expect((await change(evening, { ...own, seen: { ...shown, ...other } })).status).toBe(200);
      if (!isUntouched) expect(await stored(evening)).not.toEqual(saved);
    },
  );

  race('of two saves at the same time one passes; other facts of two people are both kept', async () => {
    const evening = await hold();
    const seen = { place: null, president: null, secretary: null };
    const places = await Promise.all([
      change(evening, { place: 'Salón', seen }),
      change(evening, { place: 'Patio', seen }, staff),
    ]);
    expect(countStatuses(places)).toEqual({ 200: 1, 409: 1 });
    const both = await Promise.all([
      change(evening, { president: 'ANA', secretary: null, seen }),
      change(evening, { secretary: 'LUIS', president: null, seen }, staff),
    ]);
    expect(countStatuses(both)).toEqual({ 200: 2 });
    expect(await current(evening)).toMatchObject({ president: 'ANA', secretary: 'LUIS' });
    const same = await Promise.all([
      change(evening, { notice: 'Correo', seen: { notice: null } }),
      change(evening, { notice: 'Correo', seen: { notice: null } }, staff),
    ]);
    expect(countStatuses(same)).toEqual({ 200: 2 });
  });

  it('an opening with the whole form keeps the facts that another person changed meanwhile', async () => {
    const evening = await hold();
    const { jointId, operator } = evening;
    const { assemblyId } = await current(evening);
    const seen = { place: null, agenda: null, title: null, mode: 'inPerson', roomCode: 'no' };
    await change(evening, { place: 'Salón', title: 'Otro', mode: 'mixed', roomCode: 'ask' }, staff);
    const open = (body: object) =>
      app.call(openAssembly, { params: { jointId }, body: { opens: assemblyId, ...body } }, operator);
    expectRefused(await open({ ...seen, title: 'Mío', agenda: '1. Uno', seen }), 'factsMoved');
    expect((await current(evening)).openedAt).toBeNull();
    const opened = await open({ ...seen, title: 'Mío', agenda: '1. Uno', seen: { ...seen, title: 'Otro' } });
    expect(opened.status).toBe(201);
    const ofOther = { place: 'Salón', mode: 'mixed', roomCode: 'ask' };
    expect(opened.body).toMatchObject({ ...ofOther, title: 'Mío', agenda: '1. Uno' });
    const acts = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .orderBy('seq')
      .execute();
    const last = acts.findLast(({ act, data }) => act === 'assemblyChanged' && data.includes('1. Uno'));
    const entry = JSON.parse(last?.data ?? '{}');
    expect([entry.mode, entry.roomCode]).toEqual([undefined, undefined]);
  });
});
