/** The assembly that the votes bench is held on, put into an empty store by the application's own parts. */

import { Sessions } from '../../server/accounts/sessions/sessions.service.ts';
import { signerOf } from '../../server/accounts/sessions/tokens.ts';
import { replaceJoints, replaceUnits } from '../../server/accounts/users/user-links.repository.ts';
import { insertUser } from '../../server/accounts/users/users.repository.ts';
import { currentAssembly } from '../../server/assemblies/store/assembly.repository.ts';
import { insertAttendance } from '../../server/assemblies/store/attendance.repository.ts';
import { prepareAssembly, refreshRoll } from '../../server/assemblies/store/opening.repository.ts';
import { migrate, openStore } from '../../server/platform/db/connect.ts';
import type { Db } from '../../server/platform/db/engine.ts';
import { changeOwners, upsertUnits } from '../../server/properties/apartments.repository.ts';
import { insertJoint } from '../../server/properties/joints.repository.ts';
import type { Unit } from '../../server/properties/unit-rows.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { nano } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';

export interface Voter {
  token: string;
  units: string[];
}

export interface BenchStore {
  jointId: number;
  /** Numbers of the questions: the first one open, the others prepared. */
  questions: number[];
  operator: string;
  voters: Voter[];
}

interface Size {
  voters: number;
  unitsEach: number;
  questions: number;
  /** What its users' names begin with, where the store has another such assembly. */
  prefix?: string;
}

/** An assembly under way: everybody registered, the first question open, the others waiting for theirs. */
export async function makeBenchStore(
  dataDir: string,
  secret: string,
  size: Size,
  databaseUrl: string | null = null,
): Promise<BenchStore> {
  const store = await openStore({ dataDir, databaseUrl });
  try {
    await migrate(store);
    return await store.db.transaction().execute((trx) => fill(trx, secret, size));
  } finally {
    await store.close();
  }
}

async function fill(trx: Db, secret: string, size: Size): Promise<BenchStore> {
  const at = Date.now();
  const sessions = new Sessions(trx, await signerOf(secret));
  const user = (username: string, profileId: Profile) =>
    insertUser(
      trx,
      {
        username: `${size.prefix ?? ''}${username}`,
        name: username,
        email: null,
        profileId,
        passwordHash: '',
      },
      at,
    );

  const jointId = await insertJoint(trx, {
    parentId: null,
    jointName: 'Conjunto de medida',
    usesAssemblies: true,
    usesBilling: false,
    at,
  });
  await prepareAssembly(trx, { rootJointId: jointId, jointIds: [jointId], at });
  const units = Array.from({ length: size.voters * size.unitsEach }, (_, i): Unit => {
    const apartmentId = `T${1 + (i % size.voters)}-${1001 + Math.floor(i / size.voters)}`;
    const owner = `PROPIETARIO ${1 + (i % size.voters)}`;
    return {
      apartmentId,
      kind: 'vivienda',
      mainApartmentId: null,
      coefficient: nano(1_000_000),
      owner,
      ownerDocument: null,
    };
  });
  await upsertUnits(trx, jointId, units);
  await changeOwners(
    trx,
    jointId,
    units.map((unit) => ({ ...unit, since: at })),
  );
  await refreshRoll(trx, jointId);
  const { assemblyId } = await currentAssembly(trx, jointId);
  await trx.updateTable('assembly').set({ opened_at: at }).where('assembly_id', '=', assemblyId).execute();

  const operatorId = await user('operador', Profile.operator);
  await replaceJoints(trx, operatorId, 'assembly', [jointId]);
  const voters: Voter[] = [];
  for (let i = 0; i < size.voters; i += 1) {
    const userId = await user(`propietario${1 + i}`, Profile.owner);
    const own = units.filter((_, n) => n % size.voters === i).map((unit) => unit.apartmentId);
    const refs = own.map((apartmentId) => ({ jointId, apartmentId }));
    await replaceUnits(trx, userId, 'assembly', refs);
    await insertAttendance(
      trx,
      own.map((apartmentId) => ({
        assembly_id: assemblyId,
        joint_id: jointId,
        apartment_id: apartmentId,
        holder: String(userId),
        holder_is_code: 0,
        attendee_name: null,
        attendee_document: null,
        by_proxy: 0,
        remote: 0,
        at,
        registered_by: 'bench',
        confirmed: 1,
        received_at: null,
        roll_version: 1,
        capacity: null,
        identified_by: null,
      })),
    );
    voters.push({ token: await sessions.open({ userId }), units: own });
  }
  const questions = await prepareQuestions(trx, { assemblyId, jointId, count: size.questions, at });
  return { jointId, questions, operator: await sessions.open({ userId: operatorId }), voters };
}

async function prepareQuestions(
  trx: Db,
  given: { assemblyId: number; jointId: number; count: number; at: number },
): Promise<number[]> {
  const { assemblyId, jointId, count, at } = given;
  const questions: number[] = [];
  for (let conceptId = ATTENDANCE + 1; questions.length < count; conceptId += 1) {
    const concept = { assembly_id: assemblyId, joint_id: jointId, concept_id: conceptId };
    const description = `Pregunta ${conceptId}`;
    const rule = { rule: 'simple' as const, approving_answer_id: 1 };
    await trx
      .insertInto('concept')
      .values({ ...concept, ...rule, description, active: questions.length === 0 ? 1 : 0, created_at: at })
      .execute();
    await trx
      .insertInto('answer')
      .values(['Si', 'No', 'Blanco'].map((text, i) => ({ ...concept, answer_id: i + 1, description: text })))
      .execute();
    questions.push(conceptId);
  }
  return questions;
}
