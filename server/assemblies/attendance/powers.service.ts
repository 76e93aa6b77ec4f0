import { createHash } from 'node:crypto';
import type { FileAnswer } from '../../../shared/api.ts';
import { agendaItems, samePoint } from '../../../shared/assemblies/law/agenda.ts';
import {
  MAX_POWER_PAGE_BYTES,
  type NewPower,
  type Power,
  type PowerDecision,
  type PowerPage,
  type PowersReport,
} from '../../../shared/assemblies/powers/powers.api.ts';
import type { UnitInstructions } from '../../../shared/assemblies/powers/split-vote.api.ts';
import { deviceOf } from '../../accounts/index.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../../platform/http/uploaded-file.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { readPowerCheckers } from '../../properties/index.ts';
import { notePower, type PowersContext, readPowerBook, refuseBlocked } from '../powers/acts.ts';
import { judgePower } from '../powers/limits.ts';
import { readPowerList } from '../powers/list.ts';
import { findPage, insertPage, listPages, readInstructions } from '../powers/powers.repository.ts';
import { powersReading } from '../powers/reading.ts';
import { enteredOf, judgeSheet } from '../powers/sheet.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readPageType } from '../store/papers/uploaded-papers.ts';
import { acceptPowers, ensureNotClosed, found, rejectPowers, revokePowers } from './power-decisions.ts';

/** @throws Problem powerNotChecker if the joint named other persons that check powers */
async function requireChecker({ trx, assembly }: UseCase, { actor }: Principal): Promise<void> {
  const checkers = await readPowerCheckers(trx, assembly.rootId);
  const isNamed = checkers.some(({ userId }) => actor === `user:${userId}`);
  if (checkers.length > 0 && !isNamed) throw new Problem('powerNotChecker');
}

/**
 * Service of the powers of attorney on paper: enters, checks, accepts, rejects and ends powers at the desk
 * (docs/why/powers.md).
 */
export function powersService(context: AssembliesContext) {
  const { store, directory } = context;

  /** Reads the powers with the given ids after an act, for the answer. */
  const listed = async (act: UseCase, powerIds: readonly number[]): Promise<Power[]> => {
    const wanted = new Set(powerIds);
    return (await readPowerList(act)).filter(({ powerId }) => wanted.has(powerId));
  };

  /** Runs a read of an assembly in a single database snapshot. @throws Problem jointNotFound, assemblyNotFound */
  async function reading<T>(
    where: { jointId: number; assemblyId?: number },
    read: (of: PowersContext) => Promise<T>,
  ): Promise<T> {
    const { rootId } = await requireJoint(directory, where.jointId);
    const family = await directory.family(where.jointId);
    return readAsOfNow(store.db, async (trx) => {
      const { assemblyId } = await assemblyToRead(trx, rootId, where.assemblyId);
      return read({ trx, assembly: { assemblyId, rootId }, family });
    });
  }

  const list = (where: { jointId: number; assemblyId?: number }): Promise<Power[]> =>
    reading(where, readPowerList);

  const instructions = (jointId: number, principal: Principal): Promise<UnitInstructions[]> =>
    reading({ jointId }, async ({ trx, assembly: { assemblyId, rootId } }) => {
      const { agenda } = await assemblyToRead(trx, rootId, assemblyId);
      const items = agendaItems(agenda);
      const stored = await readInstructions(trx, { assemblyId, jointId, answeredBy: deviceOf(principal) });
      return stored.map(({ signed, ...unit }) => ({
        ...unit,
        points: signed.flatMap(({ number, text, answer }) => {
          const item = samePoint(items, { number, text });
          return item === undefined ? [] : [{ agendaItem: item.number, answer }];
        }),
      }));
    });

  /** @throws Problem apartmentNotFound, powerToOwner, powerNotChecker, powerBlocked, assemblyClosed; with `accept` as `decide` */
  const enter = (jointId: number, newPower: NewPower, principal: Principal): Promise<Power> =>
    runUseCase(context, { jointId, by: principal }, async (act) => {
      ensureNotClosed(act);
      const book = await readPowerBook(act);
      const power = enteredOf(book, newPower);
      refuseBlocked(judgePower(book, power, power.apartmentIds, { withPending: true }));
      const powerId = await notePower(act, power);
      if (newPower.accept === true) {
        await requireChecker(act, principal);
        await acceptPowers(act, [powerId], principal);
      }
      const [entered] = await listed(act, [powerId]);
      if (entered === undefined) throw new Problem('powerNotFound');
      return entered;
    });

  /** @throws Problem powerNotFound, powerNotChecker, powerDecided, powerBlocked, alreadyRegistered, powerNeedsReason, assemblyClosed */
  const decide = (
    jointId: number,
    request: { powerIds: number[]; decision: PowerDecision; reason?: string },
    principal: Principal,
  ): Promise<Power[]> =>
    runUseCase(context, { jointId, by: principal }, async (act) => {
      ensureNotClosed(act);
      const powerIds = [...new Set(request.powerIds)];
      const reason = request.reason?.trim() ?? '';
      if (request.decision !== 'revoke') await requireChecker(act, principal);
      if (request.decision === 'accept') await acceptPowers(act, powerIds, principal);
      else if (reason === '') throw new Problem('powerNeedsReason');
      else if (request.decision === 'reject') await rejectPowers(act, powerIds, reason);
      else await revokePowers(act, powerIds, reason);
      return listed(act, powerIds);
    });

  /**
   * Checks a file and reports every problem by row and column; with `commit` enters all its powers or no power.
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded, assemblyClosed
   */
  const importFile = async (
    jointId: number,
    file: UploadedFile,
    commit: boolean,
    principal: Principal,
  ): Promise<PowersReport> => {
    const table = await readUploadAs(file, powersReading, null, principal);
    if (!commit) return reading({ jointId }, async (of) => judgeSheet(await readPowerBook(of), table).report);
    return runUseCase(context, { jointId, by: principal }, async (act) => {
      ensureNotClosed(act);
      const { report, powers } = judgeSheet(await readPowerBook(act), table);
      if (report.problems.some(({ severity }) => severity === 'error')) {
        throw new Problem('importHasProblems', report);
      }
      for (const power of powers) await notePower(act, power);
      return { ...report, committed: true };
    });
  };

  /** Adds a scanned page. @throws Problem powerNotFound, powerPageInvalid, powerPagesFull, assemblyClosed */
  const addPage = (
    { jointId, powerId }: { jointId: number; powerId: number },
    file: UploadedFile,
    principal: Principal,
  ): Promise<PowerPage> => {
    const mediaType = readPageType(file.bytes);
    if (mediaType === null || file.bytes.length > MAX_POWER_PAGE_BYTES) throw new Problem('powerPageInvalid');
    return runUseCase(context, { jointId, by: principal }, async (act) => {
      const { assemblyId } = act.assembly;
      await found(act, [powerId]);
      const pages = await listPages(act.trx, { assemblyId, powerId });
      ensureWithin('powerPagesFull', pages.length + 1);
      const page = {
        mediaType,
        fileName: plainFileName(file.fileName, mediaType),
        size: file.bytes.length,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
      };
      const pageId = await insertPage(act.trx, powerId, { ...page, bytes: file.bytes }, act);
      await act.audit('powerPageAdded', { powerId, pageId, ...page });
      return { pageId, ...page };
    });
  };

  /** Returns a scanned page of a power as a file. @throws Problem powerNotFound */
  const page = async (where: { jointId: number; powerId: number; pageId: number }): Promise<FileAnswer> => {
    const { rootId } = await requireJoint(directory, where.jointId);
    const page = await findPage(store.db, { ...where, rootId });
    if (page === undefined) throw new Problem('powerNotFound');
    return { name: page.fileName, mediaType: page.mediaType, bytes: page.bytes };
  };

  return { list, instructions, enter, decide, import: importFile, addPage, page };
}
