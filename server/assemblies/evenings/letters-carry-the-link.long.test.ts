import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { listInvitations, printLetters } from '../../../shared/assemblies/invitations.api.ts';
import { fromPesos, NO_MONEY } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { houseGround } from '../../../shared/properties/colour.ts';
import { isLong } from '../../../shared/testing/rounds.ts';
import { pdf } from '../../platform/documents/pdf.ts';
import { appForSuite, describeOnOneEngine, urlOf } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { squeezed } from '../../testing/paper-words.ts';
import { canLookAtPrint, readPrinted, textOfPdf } from '../../testing/setup/print.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = [
  ['101', 60, 'ANA'],
  ['102', 40, 'LUIS'],
] as const;

/** Returns the number of pages of a PDF. pdfmake writes each page's object uncompressed. */
const pagesOf = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

const letter = {
  name: 'Ana María Núñez',
  units: ['101'],
  place: 'Calle 2 # 3-4, Bogotá',
  subject: 'Invitación a la asamblea ordinaria',
  paragraphs: ['Lo invitamos.'],
  link: 'https://scaf.ejemplo.co/Register/1/ana/token/Conjunto',
  signInUrl: 'https://scaf.ejemplo.co/LogIn',
  username: 'ana',
  temporaryPassword: 'K7QF-9MXD-2TRA',
};

describe('a letter', () => {
  const long = 'Elección del consejo de administración · '.repeat(120);
  const short = [letter, { ...letter, place: null, temporaryPassword: null, paragraphs: [] }];
  const crowded = { ...letter, name: 'N'.repeat(200), units: Array.from({ length: 300 }, () => '101') };
  const all = [...short, { ...crowded, paragraphs: [long, long, long, long] }];
  const face = { ...houseGround, crest: null };
  const printed = (paper: 'a4' | 'letter', letters = all) =>
    pdf(
      { kind: 'letters', data: { paper, jointName: 'Conjunto', face, letters, debtors: null } },
      { actor: null },
    );

  it.each(isLong ? (['a4', 'letter'] as const) : (['a4'] as const))(
    'a letter on %s has one page, and a long notice continues',
    async (paper) => {
      expect(pagesOf(await printed(paper, short))).toBe(2);
      const whole = await printed(paper);
      expect(pagesOf(whole)).toBeGreaterThan(4);
      if (!canLookAtPrint) return;
      const text = textOfPdf(whole).join(' ').replaceAll(/\s+/g, ' ');
      expect(text.match(/Elección del consejo de administración/g)?.length).toBe(4 * 120);
    },
  );

  it.skipIf(!canLookAtPrint)('each letter has the whole annex of owners in arrears', async () => {
    const debtors = Array.from({ length: 60 }, (_, i) => ({
      units: [`${i}`],
      owner: `MOROSO${i}`,
      owed: fromPesos(1000) ?? NO_MONEY,
    }));
    const data = { paper: 'a4' as const, jointName: 'Conjunto', face, letters: [letter, letter] };
    const list = { asOf: '2027-03-01', debtors };
    const pages = textOfPdf(
      await pdf({ kind: 'letters', data: { ...data, debtors: list } }, { actor: null }),
    );
    const names = (of: readonly string[]) => of.join(' ').match(/MOROSO\d+/g);
    const half = pages.findLastIndex((page) => page.includes('Señor(a)'));
    for (const of of [pages.slice(0, half), pages.slice(half)])
      expect(names(of)).toEqual(debtors.map(({ owner }) => owner));
  });

  it.skipIf(!canLookAtPrint)('a letter names one unit or several, a person or a company', async () => {
    const company = { ...letter, name: 'Inversiones del Sur S.A.S.', units: ['101', 'PARQ 56'] };
    const [person = '', firm = ''] = textOfPdf(await printed('a4', [letter, company]));
    expect(person).toMatch(/Señor\(a\)\s+Ana María Núñez\s+Inmueble: 101\s/);
    expect(firm).toMatch(/Señores\s+Inversiones del Sur S\.A\.S\.\s+Inmuebles: 101, PARQ 56\s/);
  });

  it.skipIf(!canLookAtPrint)('the QR of a letter has the link, as read from the page', async () => {
    const codes = (await readPrinted(await printed('a4'))).map(({ zbar, zxing }) => [
      ...new Set([...zbar, ...zxing]),
    ]);
    expect(codes.filter((of) => of.length > 0)).toEqual(all.map(() => [`QR ${letter.link}`]));
  });
});

describeOnOneEngine('letters', (make) => {
  const app = appForSuite(make, endAssembly);
  let evening: AssemblyFixture;
  let staff: string;
  const people: string[] = [];
  beforeAll(async () => {
    staff = await firstStaff(app);
    evening = await holdAssembly(app, { units, staff });
    for (const [at, email] of ['ana@correo.co', null, null].entries()) {
      const { jointId } = evening;
      const assemblyApartments = [{ jointId, apartmentId: at === 0 ? '101' : '102' }];
      const fields = { name: `Dueño ${at}`, password: PASSWORD, profileId: Profile.owner };
      const body = { username: `dueño/${at}%`, ...fields, email, assemblyApartments };
      people.push((await app.call(createUser, { body }, { token: staff })).body.userId);
    }
  });

  const print = (body: object, jointId = evening.jointId, token = evening.operator) =>
    app.app.inject({
      method: 'POST',
      url: urlOf(printLetters.path, { jointId }, undefined),
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    });
  const list = async () => {
    const { jointId } = evening;
    const { body } = await app.call(listInvitations, { params: { jointId } }, { token: evening.operator });
    return body.invitations.map(({ userId, letterPrintedAt, hasLink }) => ({
      userId,
      printed: letterPrintedAt !== null,
      hasLink,
    }));
  };

  it('letters go to people without e-mail or to named people, each with an own link', async () => {
    const [ana = '', luis = '', eva = ''] = people;
    const printed = await print({});
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(printed.headers['cache-control']).toBe('no-store');
    expect(pagesOf(printed.rawPayload)).toBe(2);
    expect(await list()).toEqual([
      { userId: ana, printed: false, hasLink: false },
      { userId: luis, printed: true, hasLink: true },
      { userId: eva, printed: true, hasLink: true },
    ]);
    expect(pagesOf((await print({ userIds: [ana, eva], paper: 'letter' })).rawPayload)).toBe(2);
    const links = await app.store.db
      .selectFrom('access_link')
      .select('user_id')
      .where('purpose', '=', 'letter')
      .where('joint_id', '=', evening.jointId)
      .where('revoked_at', 'is', null)
      .execute();
    expect(links.map((row) => String(row.user_id)).sort()).toEqual([ana, luis, eva, eva].sort());
  });

  it('the acta has the printed text of each letter', async () => {
    const [ana = '', , eva = ''] = people;
    const { jointId, operator } = evening;
    const change = (body: object) =>
      app.call(changeAssembly, { params: { jointId }, body }, { token: operator });
    const annex = async () => {
      const { blocks } = writeActa(await readActa(app.store.db, { jointId }, () => undefined));
      const text = JSON.stringify(blocks);
      return text.slice(text.indexOf('"Anexo: convocatoria"'));
    };
    await change({ agenda: '1. Quórum\n2. Cubierta', notice: 'Carta del 1 de marzo', place: 'Salón A' });
    expect((await print({ userIds: [ana] })).statusCode).toBe(200);
    await change({ agenda: '1. Quórum\n2. Venta de la portería', notice: 'Carta del 9 de marzo' });
    expect((await print({ userIds: [eva] })).statusCode).toBe(200);
    const before = await annex();
    expect(before).toContain('Imprimió 6 cartas de invitación.');
    for (const text of [
      '2. Cubierta',
      'Carta del 1 de marzo',
      '2. Venta de la portería',
      'Carta del 9 de marzo',
    ])
      expect(before).toContain(text);
    expect(before.indexOf('2. Cubierta')).toBeLessThan(before.indexOf('2. Venta de la portería'));
    // Each of the three texts has the sentence. Before the day is known: with the moment of the law (Ley 675, art. 41).
    const secondCall = 'La asamblea se reúne en segunda convocatoria'.toLowerCase();
    expect(before.toLowerCase().split(secondCall)).toHaveLength(4);
    await change({ agenda: '1. Otra', notice: 'Otra carta' });
    expect(await annex()).toBe(before);
  });

  it('a letter with a long agenda continues on further pages without cut words', async () => {
    const points = Array.from(
      { length: 90 },
      (_, i) => `${i + 1}. Punto numero${i + 1} con algo de texto por leer`,
    );
    const params = { jointId: evening.jointId };
    const body = { agenda: points.join('\n') };
    await app.call(changeAssembly, { params, body }, { token: evening.operator });
    const [ana = ''] = people;
    const { rawPayload } = await print({ userIds: [ana] });
    expect(pagesOf(rawPayload)).toBeGreaterThanOrEqual(2);
    if (!canLookAtPrint) return;
    const text = textOfPdf(rawPayload).join(' ').replace(/\s+/g, ' ');
    for (const i of points.keys()) expect(text).toContain(`numero${i + 1} `);
    expect(text).not.toContain('…');
  });

  it.skipIf(!canLookAtPrint)('a letter tells day and hour of the second call', async () => {
    const params = { jointId: evening.jointId };
    const [ana = ''] = people;
    const text = async (body: object) => {
      await app.call(changeAssembly, { params, body }, { token: evening.operator });
      return squeezed(textOfPdf((await print({ userIds: [ana] })).rawPayload).join(' '));
    };
    // 8 December is a holiday: the third business day after Saturday 5 is Thursday 10.
    expect(await text({ scheduledAt: '2026-12-05T19:30:00-05:00', agenda: '1. Quórum' })).toContain(
      squeezed(
        'Si no hay quórum, la asamblea se reúne en segunda convocatoria el jueves 10 de diciembre de 2026, 8:00 p. m., y sesiona y decide',
      ),
    );
    expect(await text({ scheduledAt: null })).toContain(
      squeezed('en segunda convocatoria el tercer día hábil siguiente, a las 8:00 p. m.'),
    );
  });

  it('letters need people of the joint and an unfinished assembly', async () => {
    const other = await holdAssembly(app, { units, staff });
    expect((await print({}, other.jointId)).json()).toMatchObject({ code: 'jointNotFound' });
    expect((await print({ userIds: people }, other.jointId, other.operator)).json()).toMatchObject({
      code: 'userNotFound',
    });
    const nobodys = await holdAssembly(app, { units: [['1', 100, '']], staff });
    expect((await print({}, nobodys.jointId, nobodys.operator)).json()).toMatchObject({ code: 'noPapers' });
    const params = { jointId: evening.jointId };
    await app.call(changeAssembly, { params, body: { closed: true } }, { token: evening.operator });
    expect((await print({})).json()).toMatchObject({ code: 'assemblyClosed' });
  });
});
