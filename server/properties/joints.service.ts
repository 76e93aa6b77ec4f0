import { type ByLawMajorities, byLawMatters } from '../../shared/assemblies/law/by-law-majorities.ts';
import { millionthsOf } from '../../shared/assemblies/law/majority.ts';
import { toNumber } from '../../shared/coefficient.ts';
import { defined } from '../../shared/defined.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Joint, JointChanges, JointSummary, NewJoint } from '../../shared/properties/joints.api.ts';
import type { Seen } from '../../shared/seen.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import { type Db, lockBilling, readAsOfNow } from '../platform/db/engine.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem, refuseMoved } from '../platform/http/problem.ts';
import { byName } from '../platform/lib/by-name.ts';
import { ensureRoom } from '../platform/limits/limits.ts';
import type { JointAct, PropertiesContext } from './assemblies-port.ts';
import * as joints from './joints.repository.ts';
import { phonesIn } from './units-sheet/owner-contacts.ts';

/** Service for joints and sectors: list, create and change. */
export function jointsService({ store, publisher, assemblies, hasBooks }: PropertiesContext) {
  const db = store.db;

  /** Returns all joints by name. The row of a joint contains its sectors. */
  async function list(): Promise<JointSummary[]> {
    return readAsOfNow(db, async (trx) => {
      const sizes = await joints.tableSizes(trx);
      const all = await joints.listJointFacts(trx);
      return all
        .filter((joint) => joint.parentId === null)
        .map((joint) => {
          const sectors = all.filter((other) => other.parentId === joint.jointId);
          return toSummary(joint, sectors, sizes.get(joint.jointId));
        })
        .sort((a, b) => byName(a.jointName, b.jointName));
    });
  }

  /**
   * Returns a joint or sector with the current assembly (a sector shares the assembly of the joint).
   * @throws Problem jointNotFound
   */
  async function get(principal: Principal, jointId: number): Promise<Joint> {
    return readAsOfNow(db, (trx) => read(trx, principal, jointId));
  }

  /**
   * Changes settings of a joint or sector: single vote per unit or owner, for new questions only; and settings of
   * the whole joint: limit of powers, revisor fiscal (auditor), phone for owners, dates and majorities of the
   * by-laws, services.
   * @throws Problem jointNotFound, sectorServices, serviceInUse, thresholdOutOfRange, helpPhoneInvalid, factsMoved
   */
  async function change(
    principal: Principal,
    jointId: number,
    { seen, ...changes }: JointChanges & { seen?: Seen<JointChanges> },
  ): Promise<Joint> {
    const { perUnitKinds, votePer } = changes;
    if (changes.majorities !== undefined) checkMajorities(changes.majorities);
    const helpPhone = phoneOf(changes.helpPhone);
    const call = { jointId, actor: principal.actor, at: Date.now() };
    const { result, touched } = await assemblies.runUseCase(call, async (act) => {
      const { trx, assembly, audit } = act;
      const { rootId, assemblyId } = assembly;
      const before = await read(trx, principal, jointId);
      refuseMoved(before, { ...changes, ...defined({ helpPhone }) }, seen);
      if (perUnitKinds !== undefined || votePer !== undefined) {
        const votes = {
          perUnitKinds: perUnitKinds ?? before.perUnitKinds,
          votePer: votePer ?? before.votePer,
        };
        await joints.setOneVoteEach(trx, jointId, votes);
        await assemblies.showOneVoteEach(trx, { jointId, assemblyId }, votes);
        act.changed.concepts.add(jointId);
        if (perUnitKinds !== undefined) {
          await audit('jointChanged', { jointId, perUnitKinds, before: before.perUnitKinds });
        }
        if (votePer !== undefined) await audit('jointChanged', { jointId, votePer, before: before.votePer });
      }
      /** Changes a setting of the joint with all sectors. */
      const set = async <Name extends keyof Joint>(
        name: Name,
        value: Joint[Name] | undefined,
        store: (trx: Db, rootId: number, value: Joint[Name]) => Promise<void>,
      ): Promise<void> => {
        if (value === undefined) return;
        await store(trx, rootId, value);
        await audit('jointChanged', { jointId: rootId, [name]: value, before: before[name] });
      };
      await set('proxyLimit', changes.proxyLimit, joints.setProxyLimit);
      await set('fiscalAuditor', changes.fiscalAuditor, joints.setFiscalAuditor);
      await set('turnMinutes', changes.turnMinutes, joints.setTurnMinutes);
      await set('helpPhone', helpPhone, joints.setHelpPhone);
      await set('byLaws', changes.byLaws, joints.setByLaws);
      await set('majorities', changes.majorities, joints.setMajorities);
      await changeServices(act, jointId, changes);
      return read(trx, principal, jointId);
    });
    publisher.touch(...touched);
    return result;
  }

  /** Creates a joint, its sectors, and a first assembly in preparation. */
  async function create(principal: Principal, newJoint: NewJoint): Promise<Joint> {
    const at = Date.now();
    const { jointName, usesAssemblies = true, usesBilling = true, sectors = [] } = newJoint;
    return db.transaction().execute(async (trx) => {
      await ensureRoom(trx, 'tooManyJoints', { table: 'joint', added: 1 + sectors.length });
      const rootJointId = await joints.insertJoint(trx, {
        parentId: null,
        jointName,
        usesAssemblies,
        usesBilling,
        at,
      });
      const jointIds = [rootJointId];
      for (const { sectorName } of sectors) {
        // A sector votes separately; its units are billed by the joint.
        const sector = {
          parentId: rootJointId,
          jointName: sectorName,
          usesAssemblies,
          usesBilling: false,
          at,
        };
        jointIds.push(await joints.insertJoint(trx, sector));
      }
      await assemblies.prepareAssembly(trx, { rootJointId, jointIds, at });
      await appendAudit(trx, { chain: jointChain(rootJointId), actor: principal.actor, at }, 'jointCreated', {
        jointId: rootJointId,
        jointName,
        usesAssemblies,
        usesBilling,
        sectors: sectors.map(({ sectorName }, index) => ({ sectorId: jointIds[index + 1], sectorName })),
      });
      return read(trx, principal, rootJointId);
    });
  }

  /**
   * Enables a service at any time, but disables only an unused service, since existing data must stay reachable.
   * @throws Problem sectorServices, serviceInUse
   */
  async function changeServices(
    { trx, assembly: { rootId }, audit }: JointAct,
    jointId: number,
    changes: Pick<JointChanges, keyof joints.JointServices>,
  ): Promise<void> {
    if (changes.usesAssemblies === undefined && changes.usesBilling === undefined) return;
    if (jointId !== rootId) throw new Problem('sectorServices');
    // Prevents postings between the check of the books and the end of the act.
    await lockBilling(trx, rootId);
    const before = await joints.readServices(trx, rootId);
    const { usesAssemblies = before.usesAssemblies, usesBilling = before.usesBilling } = changes;
    if (usesAssemblies === before.usesAssemblies && usesBilling === before.usesBilling) return;
    const isInUse =
      (before.usesAssemblies && !usesAssemblies && (await assemblies.hasMet(trx, rootId))) ||
      (before.usesBilling && !usesBilling && (await hasBooks(trx, rootId)));
    if (isInUse) throw new Problem('serviceInUse');
    await joints.setServices(trx, rootId, { usesAssemblies, usesBilling });
    await audit('jointChanged', { jointId: rootId, usesAssemblies, usesBilling, before });
  }

  async function read(trx: Db, principal: Principal, jointId: number): Promise<Joint> {
    const joint = await joints.findJointFacts(trx, jointId);
    if (joint === undefined) throw new Problem('jointNotFound');
    const sectors = await joints.listSectors(trx, jointId);
    const size = (await joints.tableSizes(trx, jointId)).get(jointId);
    const current = await assemblies.findCurrent(trx, joint.parentId ?? jointId);
    // A wall display is a link on an unattended machine: never include the link of the meeting.
    const mayEnter = principal.profileId !== Profile.display;
    return {
      ...toSummary(joint, sectors, size),
      parentId: joint.parentId,
      ...(await joints.readServices(trx, jointId)),
      ...(await joints.readOneVoteEach(trx, jointId)),
      proxyLimit: await joints.readProxyLimit(trx, joint.parentId ?? jointId),
      fiscalAuditor: await joints.readFiscalAuditor(trx, joint.parentId ?? jointId),
      turnMinutes: await joints.readTurnMinutes(trx, joint.parentId ?? jointId),
      helpPhone: await joints.readHelpPhone(trx, joint.parentId ?? jointId),
      byLaws: await joints.readByLaws(trx, joint.parentId ?? jointId),
      majorities: await joints.readMajorities(trx, joint.parentId ?? jointId),
      assembly: current?.assembly ?? null,
      zoomMeeting: mayEnter ? (current?.zoomMeeting ?? null) : null,
    };
  }

  return { list, get, change, create };
}

/**
 * Reads a typed phone for questions of owners; null and undefined stay.
 * @throws Problem helpPhoneInvalid for a text other than one phone
 */
function phoneOf(typed: string | null | undefined): string | null | undefined {
  if (typed == null) return typed;
  const { found, wrong } = phonesIn({ text: typed });
  const [phone] = found;
  if (wrong !== null || phone === undefined || found.length > 1) throw new Problem('helpPhoneInvalid');
  // Without a label: 'Tel. 601 …'.
  return phone.replace(/^[^+(\d]+/, '');
}

/**
 * Checks the majorities of by-laws against the law.
 * @throws Problem thresholdOutOfRange for a majority no by-laws can demand; more than half is the rule of the law,
 * except in elections
 */
function checkMajorities(majorities: ByLawMajorities): void {
  for (const matter of byLawMatters) {
    const majority = majorities[matter];
    if (majority === undefined) continue;
    const isFit =
      majority.threshold === null ? matter === 'election' : millionthsOf(majority.threshold.percent) !== null;
    if (!isFit) throw new Problem('thresholdOutOfRange');
  }
}

function toSummary(
  { jointId, jointName }: joints.JointFacts,
  sectors: readonly joints.JointFacts[],
  size: joints.TableSize = joints.EMPTY_TABLE,
): JointSummary {
  return {
    jointId,
    jointName,
    isSectorial: sectors.length > 0,
    sectors: sectors.map((sector) => ({ sectorId: sector.jointId, sectorName: sector.jointName })),
    apartments: size.apartments,
    coefficient: toNumber(size.coefficient),
  };
}
