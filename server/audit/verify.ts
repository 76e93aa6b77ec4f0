import type { Db } from '../db/engine.ts';
import { readAsOfNow } from '../db/engine.ts';
import { type Replayed, replayJoint, unitName, voteName } from './replay.ts';
import { GENESIS, hashEntry } from './trail.ts';

/** Something that is not as it was left: where, and what. */
export interface Finding {
  chain: string;
  /** The entry's number, or null where a record of the store contradicts the whole trail. */
  seq: number | null;
  what: string;
}

export interface Verification {
  chains: { chain: string; entries: number; lastHash: string }[];
  findings: Finding[];
}

/**
 * Recomputes every chain, and compares what a joint's trail says must stand with what the store holds: an entry
 * that was changed, removed or put in between breaks its chain; a vote or registration changed by hand
 * contradicts the trail, and is named.
 */
export function verifyAudit(db: Db): Promise<Verification> {
  return readAsOfNow(db, async (trx) => {
    const names = await trx.selectFrom('audit_entry').select('chain').distinct().orderBy('chain').execute();
    const result: Verification = { chains: [], findings: [] };
    for (const { chain } of names) {
      const entries = await trx
        .selectFrom('audit_entry')
        .selectAll()
        .where('chain', '=', chain)
        .orderBy('seq')
        .execute();
      let previous = GENESIS;
      let seq = 0;
      for (const entry of entries) {
        seq += 1;
        if (entry.seq !== seq) {
          result.findings.push({ chain, seq, what: 'entry missing' });
          seq = entry.seq;
        }
        if (entry.previous_hash !== previous || hashEntry(entry) !== entry.hash) {
          result.findings.push({ chain, seq: entry.seq, what: `entry «${entry.act}» was changed` });
        }
        previous = entry.hash;
      }
      result.chains.push({ chain, entries: entries.length, lastHash: previous });
      const jointId = /^joint:(\d+)$/.exec(chain)?.[1];
      if (jointId === undefined) continue;
      const replayed = replayJoint(entries);
      for (const { seq: at, what } of replayed.contradictions) result.findings.push({ chain, seq: at, what });
      result.findings.push(...(await compareWithStore(trx, Number(jointId), chain, replayed)));
    }
    return result;
  });
}

/** Holds the standing records of a joint's assemblies against what its trail says must stand. */
export async function compareWithStore(
  db: Db,
  rootJointId: number,
  chain: string,
  replayed: Replayed,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const say = (what: string) => findings.push({ chain, seq: null, what });
  const ofJoint = db.selectFrom('assembly').select('assembly_id').where('joint_id', '=', rootJointId);

  const votes = new Map(replayed.votes);
  const stored = await db.selectFrom('vote').selectAll().where('assembly_id', 'in', ofJoint).execute();
  for (const vote of stored) {
    const name = voteName(vote.assembly_id, vote.joint_id, vote.concept_id, vote.apartment_id);
    const where = `vote of unit ${vote.apartment_id} on concept ${vote.concept_id} of joint ${vote.joint_id}`;
    const told = votes.get(name);
    votes.delete(name);
    if (told === undefined) say(`${where} stands in the store but not in the trail`);
    else if (told.answerId !== vote.answer_id) {
      say(`${where} is answer ${vote.answer_id} in the store and ${told.answerId} in the trail`);
    } else if (told.coefficient !== vote.coefficient) {
      say(`${where} weighs ${vote.coefficient} in the store and ${told.coefficient} in the trail`);
    } else if (told.receipt !== vote.receipt || told.holder !== vote.holder || told.castBy !== vote.cast_by) {
      say(`${where} has another receipt, holder or caster than in the trail`);
    } else if (told.kind !== undefined && told.kind !== vote.kind) {
      say(`${where} is of a unit of kind ${vote.kind} in the store and ${told.kind} in the trail`);
    }
  }
  for (const name of votes.keys()) say(`vote ${name} stands in the trail but not in the store`);

  for (const what of await rollContradictions(db, rootJointId, replayed)) say(what);

  const attendance = new Map(replayed.attendance);
  const present = await db
    .selectFrom('attendance')
    .select(['assembly_id', 'joint_id', 'apartment_id', 'holder', 'at'])
    .where('assembly_id', 'in', ofJoint)
    .execute();
  for (const row of present) {
    const name = unitName(row.assembly_id, row.joint_id, row.apartment_id);
    const told = attendance.get(name);
    attendance.delete(name);
    const where = `registration of unit ${row.apartment_id} of joint ${row.joint_id}`;
    if (told === undefined) say(`${where} stands in the store but not in the trail`);
    else if (told !== row.holder) say(`${where} has another holder than in the trail`);
    else if (replayed.entered.get(name) !== row.at) say(`${where} entered at another time than in the trail`);
  }
  for (const name of attendance.keys()) say(`registration ${name} stands in the trail but not in the store`);
  return findings;
}

/** Corrected units that do not stand on the roll as the trail says. */
async function rollContradictions(db: Db, rootJointId: number, { roll }: Replayed): Promise<string[]> {
  if (roll.size === 0) return [];
  const units = await db
    .selectFrom('roll_unit as u')
    .innerJoin('assembly as a', 'a.assembly_id', 'u.assembly_id')
    .selectAll('u')
    .where('a.joint_id', '=', rootJointId)
    .execute();
  return units.flatMap((unit) => {
    const told = roll.get(unitName(unit.assembly_id, unit.joint_id, unit.apartment_id));
    const same =
      told === undefined ||
      (told.owner === unit.owner_name &&
        told.ownerDocument === unit.owner_document &&
        told.kind === unit.kind &&
        told.coefficient === unit.coefficient);
    return same
      ? []
      : [`unit ${unit.apartment_id} of joint ${unit.joint_id} is not on the roll as it was corrected`];
  });
}
