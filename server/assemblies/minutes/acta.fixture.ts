import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import {
  createConcept,
  deleteConcept,
  type NewConcept,
  toggleConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { startQuorumCheck } from '../../../shared/assemblies/presence.api.ts';
import { correctRoll } from '../../../shared/assemblies/roll.api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { changeJoint } from '../../../shared/properties/joints.api.ts';
import type { TestApp } from '../../testing/app.ts';
import {
  type AssemblyFixture,
  freshCode,
  holdAssembly,
  type Unit,
  unitsOf,
} from '../../testing/assembly-fixture.ts';
import { followJoint, listen } from '../../testing/live.ts';

/** Owner name of 120 letters (the maximum in a table of units), to test the layout of documents. */
export const LONG_OWNER =
  'MARÍA DE LOS ÁNGELES GUTIÉRREZ DE PIÑERES Y ECHEVERRÍA E HIJOS SOCIEDAD EN COMANDITA SIMPLE PROPIETARIA DE TRES UNIDADES';
export const FORMULA_OWNER = '=HYPERLINK("http://ejemplo.test")';
export const LONG_TITLE = `Asamblea General Ordinaria de Copropietarios ${'del año más largo, '.repeat(13)}fin`;
export const RECORDING = 'https://videos.ejemplo.test/grabaciones/asamblea-2026';
const AGENDA = [
  '1. Verificación del quórum',
  '2. Elección de presidente y secretario',
  '3. Informes:',
  '   - De la administración',
  '   - Del revisor fiscal',
  '4. Presupuesto y elección del consejo',
  '5. Proposiciones y varios',
].join('\n');

const units: Unit[] = [
  ['101', 20, 'ANA RUIZ NÚÑEZ'],
  ['102', 15, LONG_OWNER],
  ['103', 15, 'LUIS ÁVILA'],
  ['104', 10, FORMULA_OWNER],
  ['105', 10, 'ÓSCAR NIÑO'],
  ['L-1', 20, 'COMERCIAL EL CAÑÓN', 'local'],
  ['L-2', 10, 'EVA LÓPEZ', 'local'],
  ['P-9', 0, 'ANA RUIZ NÚÑEZ', 'parqueadero', '101'],
];
const sectors = [
  {
    name: 'Sector Comercio',
    units: unitsOf('L-1;60.5;COMERCIAL EL CAÑÓN;local', 'L-2;39.5;EVA LÓPEZ;local') satisfies Unit[],
  },
];

export interface ActaEvening extends AssemblyFixture {
  sectorId: number;
  /** Ids of the questions, by their purpose in the test. */
  ids: Record<'firstCall' | 'budget' | 'council' | 'deleted' | 'loose' | 'sector', number>;
  describe: (fields: object) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Holds a mixed assembly of a joint with a sector by calls of the API: a first call without quorum, a second call,
 * proxies, a person at home, four ordinary questions, a reset question, a reopened question, a deleted question,
 * and a question of the sector.
 */
export async function holdActaEvening(app: TestApp): Promise<ActaEvening> {
  const evening = await holdAssembly(app, { units, sectors });
  const { jointId, operator, joint } = evening;
  const sectorId = joint.sectors[0]?.sectorId ?? 0;
  const as = { token: operator };
  const done = <T>({ status, body, error }: { status: number; body: T; error: unknown }): T => {
    if (status >= 300) throw new Error(`refused: ${JSON.stringify(error)}`);
    return body;
  };
  const describe = async (fields: object) => {
    done(await app.call(changeAssembly, { params: { jointId }, body: fields }, as));
  };
  const ask = async (question: Partial<NewConcept> & { conceptDescription: string }) => {
    const answers = ['Si', 'No', 'Blanco'].map((answerDescription) => ({ answerDescription }));
    return done(await app.call(createConcept, { body: { jointId, answers, ...question } }, as)).conceptId;
  };
  const toggle = async (conceptId: number, active: 0 | 1, of = jointId, more: { reason?: string } = {}) => {
    done(await app.call(toggleConcept, { body: { jointId: of, conceptId, active, ...more } }, as));
  };
  const vote = async (
    conceptId: number,
    apartmentId: string,
    voteId: number,
    { of = jointId, token = operator } = {},
  ) => {
    done(await app.call(castVote, { body: { jointId: of, apartmentId, conceptId, voteId } }, { token }));
  };
  const remove = async (conceptId: number, query: object) => {
    done(await app.call(removeRegistrations, { params: { jointId, conceptId }, query }, as));
  };
  const proxy = async (apartmentIds: string[], name: string, document: string | null) => {
    const code = await freshCode(app, operator, jointId);
    const body = { apartmentIds, code, byProxy: true, attendee: { name, document } };
    done(await app.call(register, { params: { jointId }, body }, as));
  };

  const auditor = { fiscalAuditor: 'NUBIA CASTRO' };
  done(await app.call(changeJoint, { params: { jointId }, body: auditor }, { token: evening.staff }));
  done(await app.call(openAssembly, { params: { jointId }, body: { mode: 'mixed' } }, as));
  await describe({
    title: LONG_TITLE,
    agenda: AGENDA,
    notice: 'Carta y correo a cada propietario, el 10 de marzo',
  });
  // First call: too few units.
  await evening.register(['105']);
  const firstCall = await ask({ conceptDescription: '¿Aprueba el orden del día?', agendaItem: 1 });
  await vote(firstCall, '105', 1);
  await describe({ call: 2 });

  // Second call.
  await toggle(1, 1);
  const home = await evening.owner(`casa${jointId}`, ['103']);
  done(
    await app.call(register, { params: { jointId }, body: { apartmentIds: ['103'] } }, { token: home.token }),
  );
  await evening.register(['101', 'P-9']);
  await proxy(['102', '104'], 'BEATRIZ PEÑA', '52.123.456');
  await evening.register(['L-1', 'L-2', '105']);
  const screen = await followJoint(await listen(app), home.token, jointId);
  done(await app.call(startQuorumCheck, { params: { jointId } }, as));

  const budget = await ask({
    conceptDescription: '¿Aprueba el presupuesto del año, con un incremento del 6,5 % en la cuota?',
    agendaItem: 4,
  });
  await vote(budget, '101', 2);
  await remove(budget, { reason: 'Se leyó mal la pregunta' });
  await vote(budget, '101', 1);
  await vote(budget, '102', 1);
  await vote(budget, '103', 1, { token: home.token });
  await vote(budget, '104', 2);
  await vote(budget, 'L-2', 3);
  await app.call(
    correctRoll,
    {
      params: { jointId, apartmentId: '105' },
      body: { owner: 'ÓSCAR NIÑO PÁEZ', coefficient: 10.5, reason: 'Escritura 1.234' },
    },
    as,
  );
  await toggle(budget, 0);

  const deleted = await ask({ conceptDescription: '¿Pregunta equivocada?', agendaItem: 4 });
  await vote(deleted, '101', 1);
  done(
    await app.call(deleteConcept, { body: { jointId, conceptId: deleted, reason: 'No correspondía' } }, as),
  );
  const council = await ask({
    conceptDescription: '¿Qué plancha elige?',
    agendaItem: 4,
    rule: 'election',
    answers: ['Plancha 1', 'Plancha 2'].map((answerDescription) => ({ answerDescription })),
  });
  await vote(council, '102', 1);
  await vote(council, '103', 2, { token: home.token });
  await vote(council, '105', 1);
  // A unit loses the vote on the open question by leaving.
  await remove(1, { apartmentId: '105', reason: 'Se retiró' });
  await toggle(council, 0);
  const loose = await ask({ conceptDescription: '¿Propone otro asunto?', rule: 'qualified' });
  await vote(loose, '101', 1);
  await toggle(loose, 0);
  await toggle(loose, 1, jointId, { reason: 'Faltó contar una papeleta' });
  await vote(loose, '102', 1);
  await toggle(loose, 0);

  const sector = await ask({
    jointId: sectorId,
    conceptDescription: '¿Aprueba la cuota del sector?',
    agendaItem: 4,
  });
  await vote(sector, 'L-1', 1, { of: sectorId });
  await toggle(sector, 0, sectorId);
  screen.close();

  return {
    ...evening,
    sectorId,
    ids: { firstCall, budget, council, deleted, loose, sector },
    describe,
    close: () => describe({ closed: true }),
  };
}
