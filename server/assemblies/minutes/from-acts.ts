import type { Millis } from '../../platform/db/tables.ts';
import { type AssemblyAct, openedPoint } from './acta.repository.ts';
import type { SpokenTurn, WrittenPoint, WrittenProposal } from './acta-facts.ts';

/** Returns the last text of the secretary on each point, in the order of writing, empty texts included. */
export function writtenPoints(acts: readonly AssemblyAct[]): WrittenPoint[] {
  const last = new Map<string, WrittenPoint>();
  for (const { act, at, actor, data } of acts) {
    if (act !== 'pointWritten') continue;
    const [point, title, text] = [Number(data.point), String(data.text), String(data.written)];
    const key = `${point} ${title}`;
    last.delete(key);
    last.set(key, { point, title, text, at, actor });
  }
  return [...last.values()];
}

/** Returns the turns to speak in the order of giving. @param endedAt end of the assembly for a turn without an end, epoch ms */
export function spokenTurns(acts: readonly AssemblyAct[], endedAt: Millis | null): SpokenTurn[] {
  const turns = new Map<unknown, SpokenTurn>();
  for (const { act, at, data } of acts) {
    const turn = turns.get(data.turnId);
    if (act === 'turnGiven') {
      turns.set(data.turnId, {
        speaker: String(data.speaker),
        units: data.units as string[],
        point: openedPoint(data),
        givenAt: at,
        endedAt,
        minutes: Number(data.minutes),
        extensions: [],
      });
    } else if (act === 'turnExtended') turn?.extensions.push(Number(data.minutes));
    else if (act === 'turnEnded' && turn !== undefined) turn.endedAt = at;
  }
  return [...turns.values()];
}

/** Returns the written proposals in the order of writing. @param sector returns the name of a sector; null for the joint */
export function writtenProposals(
  acts: readonly AssemblyAct[],
  sector: (jointId: number) => string | null,
): WrittenProposal[] {
  const proposals = new Map<unknown, WrittenProposal>();
  for (const { act, at, data } of acts) {
    const proposal = proposals.get(data.proposalId);
    if (act === 'proposalWritten') {
      const [name, text, units] = [String(data.name), String(data.text), data.units as string[]];
      proposals.set(data.proposalId, { name, text, units, at, withdrawnAt: null, question: null });
    } else if (act === 'proposalWithdrawn' && proposal !== undefined) proposal.withdrawnAt = at;
    else if (act === 'proposalAsked' && proposal !== undefined) {
      const [jointId, conceptId] = [Number(data.jointId), Number(data.conceptId)];
      proposal.question = { jointId, conceptId, jointName: sector(jointId), isDeleted: false };
    } else if (act === 'conceptDeleted') {
      for (const { question } of proposals.values()) {
        if (question === null) continue;
        if (question.jointId === data.jointId && question.conceptId === data.conceptId)
          question.isDeleted = true;
      }
    }
  }
  return [...proposals.values()];
}
