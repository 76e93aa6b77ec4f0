import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { sumNano } from '../../shared/coefficient.ts';
import { defined } from '../../shared/defined.ts';
import { newCodes } from '../assemblies/credentials/badges.service.ts';
import { oneVoteInTrail } from '../assemblies/questions/create-question.ts';
import { optionsOfQuestion } from '../assemblies/questions/election-ballot.ts';
import { ballotInTrail } from '../assemblies/questions/elections.service.ts';
import { ensureOpen, signHead, type UseCase } from '../assemblies/store/act.ts';
import {
  currentAssembly,
  readAssemblyFacts,
  updateAssembly,
} from '../assemblies/store/assembly.repository.ts';
import { insertCodes } from '../assemblies/store/attendance/codes.repository.ts';
import {
  insertQuestion,
  nextConceptId,
  updateConcept,
} from '../assemblies/store/questions/concepts.repository.ts';
import { raiseRevisions } from '../assemblies/store/revisions.repository.ts';
import { prepareAssembly, refreshRoll } from '../assemblies/store/roll/opening.repository.ts';
import type { Signer } from '../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import { changeOwners, upsertUnits } from '../properties/apartments.repository.ts';
import { insertJoint, readOneVoteEach } from '../properties/joints.repository.ts';
import { changeOfTable } from '../properties/table-change.ts';
import type { UnitOfJoint } from '../properties/unit-rows.ts';
import type { DemoJoint, DemoQuestion } from './joint.ts';

/** Author of the demonstration's audit entries, in place of a signed-in user. */
export const DEMO_ACTOR = 'demo';

/**
 * Years since the owners bought. The purchase is before the first billed month, so last year's bills have a debtor.
 */
const OWNED_FOR_YEARS = 3;

/** Demonstration joint after storing, with the number. */
export interface StoredJoint {
  jointId: number;
  /** Plan of the stored joint. */
  plan: DemoJoint;
}

/** Stores a demonstration joint with sectors, units, codes and assembly, in the order of a real joint. */
export async function storeJoint(
  trx: Db,
  plan: DemoJoint,
  { at, signer }: { at: number; signer: Signer },
): Promise<StoredJoint> {
  const joint = { usesAssemblies: true, usesBilling: true, at };
  const jointId = await insertJoint(trx, { ...joint, parentId: null, jointName: plan.jointName });
  const sectors: { sectorId: number; sectorName: string; units: readonly UnitOfJoint[] }[] = [];
  for (const { sectorName, units } of plan.sectors) {
    const sector = { ...joint, usesBilling: false, parentId: jointId, jointName: sectorName };
    sectors.push({ sectorId: await insertJoint(trx, sector), sectorName, units });
  }
  const family = [jointId, ...sectors.map(({ sectorId }) => sectorId)];
  await prepareAssembly(trx, { rootJointId: jointId, jointIds: family, at });
  const act = await actOn(trx, { jointId, jointName: plan.jointName, family, at });
  await auditJoint(act, 'jointCreated', {
    jointId,
    jointName: plan.jointName,
    usesAssemblies: true,
    usesBilling: true,
    sectors: sectors.map(({ sectorId, sectorName }) => ({ sectorId, sectorName })),
  });

  await storeUnits(act, jointId, plan.units);
  for (const { sectorId, units } of sectors) await storeUnits(act, sectorId, units);
  await describeAssembly(act, plan.assembly);
  for (const question of plan.questions) await prepareQuestion(act, question);
  if (plan.codes > 0) await issueCodes(act, plan.codes);
  if (plan.registrationActive) await activateRegistration(act);
  await signHead(act, signer);
  await raiseRevisions(trx, act.changed);
  return { jointId, plan };
}

/** Builds the `UseCase` (input of the assembly services) for an act within an open transaction. */
async function actOn(
  trx: Db,
  joint: { jointId: number; jointName: string; family: readonly number[]; at: number },
): Promise<UseCase> {
  const { jointId, jointName, family, at } = joint;
  const assembly = await currentAssembly(trx, jointId);
  const { assemblyId } = assembly;
  const entry = { chain: jointChain(jointId), actor: DEMO_ACTOR, at };
  return {
    trx,
    assembly,
    place: { jointId, jointName, rootId: jointId, sectorIds: family.slice(1) },
    family,
    at,
    actor: DEMO_ACTOR,
    connected: new Set(),
    marks: {},
    audit: (act, data) => appendAudit(trx, entry, act, { assemblyId, ...Object(data) }),
    changed: { attendance: new Set(family), concepts: new Set(family), votes: new Set() },
    holders: new Set(),
    ended: [],
    billingFigures: undefined,
    wentOn: new Set(),
    head: { moment: null, closings: [] },
    unverified: [],
    unjudged: [],
    sign: async () => undefined,
  };
}

/** Writes an audit entry about the joint, not about an assembly. */
function auditJoint({ trx, place, actor, at }: UseCase, act: string, data: unknown): Promise<void> {
  return appendAudit(trx, { chain: jointChain(place.rootId), actor, at }, act, data);
}

async function storeUnits(act: UseCase, jointId: number, units: readonly UnitOfJoint[]): Promise<void> {
  const { trx, at } = act;
  const since = new Date(at);
  since.setFullYear(since.getFullYear() - OWNED_FOR_YEARS);
  const change = changeOfTable([], units, since.getTime());
  await upsertUnits(trx, jointId, change.units);
  await changeOwners(trx, jointId, change.owners);
  await auditJoint(act, 'unitsImported', {
    jointId,
    units: units.length,
    sum: sumNano(units.map((unit) => unit.coefficient)),
    retired: [],
    newOwners: change.owners.length,
    fileName: 'demostración',
  });
  await refreshRoll(trx, jointId);
}

async function describeAssembly(act: UseCase, assembly: DemoJoint['assembly']): Promise<void> {
  const { kind, mode, title, agenda, notice, zoomId, zoomPassword } = assembly;
  const fields = {
    kind,
    mode,
    title,
    agenda,
    notice,
    ...(zoomId === undefined ? {} : { zoom_id: zoomId, zoom_password: zoomPassword ?? '' }),
  };
  await updateAssembly(act.trx, act.assembly.assemblyId, fields);
  const facts = await readAssemblyFacts(act.trx, act.assembly.assemblyId);
  await act.audit('assemblyChanged', { fields: Object.keys(fields), assembly: facts });
}

/** Stores a demonstration question, ready for the operator to open. */
async function prepareQuestion(act: UseCase, question: DemoQuestion): Promise<void> {
  const { trx, assembly, place, at } = act;
  const { jointId } = place;
  const conceptId = await nextConceptId(trx, assembly.assemblyId, jointId);
  const { description, rule, answers, seats, agendaItem } = question;
  const votes = await readOneVoteEach(trx, jointId);
  const ballot = optionsOfQuestion(rule, {
    answers: answers.map((answer) => (typeof answer === 'string' ? { answerDescription: answer } : answer)),
    seats,
  });
  const stored = {
    description,
    active: 0,
    rule,
    threshold: null,
    clause: null,
    matter: null,
    approvingAnswerId: 1,
    agendaItem,
    hideResults: rule === 'election',
    ...votes,
    ...ballot,
    at,
  } as const;
  await insertQuestion(trx, { assemblyId: assembly.assemblyId, jointId, conceptId }, stored);
  await act.audit('conceptCreated', {
    jointId,
    conceptId,
    description,
    active: 0,
    rule,
    ...(rule === 'perUnit' ? oneVoteInTrail(votes) : {}),
    approvingAnswerId: 1,
    ...ballotInTrail(ballot),
    agendaItem,
    ...defined({ hideResults: stored.hideResults ? true : undefined }),
  });
}

async function issueCodes(act: UseCase, quantity: number): Promise<void> {
  const { trx, place, actor, at } = act;
  const cards = newCodes(quantity).map((code) => ({ code, apartmentId: null }));
  await insertCodes(trx, cards, { rootId: place.rootId, at, actor });
  await auditJoint(act, 'codesIssued', { quantity });
}

/** Opens the assembly and lets owners at home register themselves. */
async function activateRegistration(act: UseCase): Promise<void> {
  const { jointId } = act.place;
  await ensureOpen(act);
  const key = { assemblyId: act.assembly.assemblyId, jointId, conceptId: ATTENDANCE };
  await updateConcept(act.trx, key, { active: 1 });
  await act.audit('registrationActivated', { jointId });
}
