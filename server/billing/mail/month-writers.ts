import { billsRelationshipReport } from '../../../shared/billing/reports.api.ts';
import { today, yearAndMonth } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Store } from '../../platform/db/connect.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import type { Prepared, Writer } from '../../platform/mail/kind.ts';
import type { DueMessage } from '../../platform/mail/outbox.repository.ts';
import { type Attachment, attachmentOf } from '../../platform/mail/page.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReport } from '../../platform/queue/run-in-worker.ts';
import { background } from '../../platform/queue/worker-pool.ts';
import { readGroundAndCrest, readHelpSentence } from '../../properties/index.ts';
import { readSettlement } from '../accounts/unit-debts.ts';
import { lockBooks, readBooks } from '../ledger/books.repository.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { withPayPage } from '../settings/pay-page.repository.ts';
import { BillPapers } from './bill-papers.ts';
import { findAdministrator, findMailedMonth, findOwner, findPaper } from './month-mail.repository.ts';
import { writeBill, writeRelation } from './month-mail.ts';

interface Files {
  store: Store;
  directory: JointFinder;
  signal: AbortSignal;
}

const NO_ADDRESS = 'La persona ya no tiene correo.';

/**
 * Creates the function that turns a queued mail into a complete message with an owner's bill as PDF. The mail
 * worker calls the function just before sending.
 * @param of.helpPhone phone of the installation, for owners of joints without a phone
 */
export function billWriter({
  store,
  directory,
  helpPhone,
  signal,
}: Files & { helpPhone: string | null }): Writer {
  const { db } = store;
  const papers = new BillPapers({ store, signal });
  return async (message) => {
    const { jointId, userId, bill } = message;
    const place = await directory.find(jointId);
    const found = bill === null ? undefined : await findPaper(db, jointId, bill);
    if (place === undefined || bill === null || found === undefined) return 'La cuenta de cobro fue anulada.';
    const { paper, units } = found;
    const person = await findOwner(db, { jointId, userId, units });
    if (person === undefined) return 'La persona ya no es propietaria del inmueble, o no está habilitada.';
    const { name, email } = person;
    if (email === null) return NO_ADDRESS;
    const { jointName } = place;
    return {
      to: { name, address: email },
      compose: async () => {
        const attachments = [await papers.of(message, bill)];
        const face = await readGroundAndCrest(db, jointId);
        const help = await readHelpSentence(db, place.rootId, helpPhone);
        const { places, settlement } = await readToday(db, jointId, paper.apartmentId);
        const written = writeBill({ name, jointName, face, places, bill: paper, settlement, help });
        return { ...written, attachments };
      },
      onSent: noteSent('billSent', message, { bill }),
    };
  };
}

/** Reads the payment data of a joint, and the amount to settle an account today. */
const readToday = (db: Db, jointId: number, apartmentId: string) =>
  readAsOfNow(db, async (trx) => {
    const day = today();
    const books = await readBooks(trx, jointId);
    const account = await readAccount(trx, jointId, apartmentId);
    const settlement = { ...(await readSettlement(trx, books, account, day)), day };
    return { places: await withPayPage(trx, jointId, books.settings), settlement };
  });

/**
 * Creates the function that turns a queued mail into a complete message with the relación (the month's table
 * of bills) as PDF and Excel, for administrators and accountants. The mail worker calls the function just
 * before sending.
 */
export function relationWriter({ store, directory, signal }: Files): Writer {
  const { db } = store;
  const underWay = new Map<number, Promise<Attachment[]>>();

  /** Makes the files of a month once for all messages written at the same time. */
  function filesOf(monthId: number, make: () => Promise<Attachment[]>): Promise<Attachment[]> {
    const making = underWay.get(monthId) ?? make().finally(() => underWay.delete(monthId));
    underWay.set(monthId, making);
    return making;
  }

  return async (message) => {
    const { jointId, userId, monthId } = message;
    const place = await directory.find(jointId);
    const month = monthId === null ? undefined : await findMailedMonth(db, monthId);
    if (place === undefined || monthId === null || month === undefined) return 'El mes no ha sido emitido.';
    const person = await findAdministrator(db, { jointId, userId });
    if (person === undefined) return 'La persona ya no administra la copropiedad, o no está habilitada.';
    const { name, email } = person;
    if (email === null) return NO_ADDRESS;
    const { jointName } = place;
    const make = async (): Promise<Attachment[]> => {
      const attached = async (xlsx: boolean) => {
        const query = { ...yearAndMonth(month), xlsx };
        const task = reportTask(billsRelationshipReport, { params: { jointId }, query });
        return attachmentOf(
          await makeReport(store.address, task, { actor: null, signal, semaphore: background }),
        );
      };
      return [await attached(false), await attached(true)];
    };
    return {
      to: { name, address: email },
      compose: async () => {
        const attachments = await filesOf(monthId, make);
        const face = await readGroundAndCrest(db, jointId);
        return { ...writeRelation({ name, jointName, face, month }), attachments };
      },
      onSent: noteSent('relationSent', message, { month }),
    };
  };
}

/** Returns a callback that adds an audit entry for a sent message, under the joint's billing lock. */
function noteSent(
  act: string,
  { jointId, id: messageId, userId }: DueMessage,
  what: object,
): Prepared['onSent'] {
  return async (trx: Db, at) => {
    await lockBooks(trx, jointId);
    const data = { jointId, ...what, messageId, userId };
    await appendAudit(trx, { chain: billingChain(jointId), actor: 'mail', at }, act, data);
  };
}
