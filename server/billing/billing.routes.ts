import * as agreementsApi from '../../shared/billing/agreements.api.ts';
import * as billsApi from '../../shared/billing/bills.api.ts';
import { checkClearance, requestClearance } from '../../shared/billing/clearance-check.api.ts';
import * as remindersApi from '../../shared/billing/collection/reminders.api.ts';
import * as draftsApi from '../../shared/billing/drafts.api.ts';
import * as exitsApi from '../../shared/billing/exits.api.ts';
import * as feesApi from '../../shared/billing/fees.api.ts';
import * as gatewayApi from '../../shared/billing/gateway.api.ts';
import * as monthsApi from '../../shared/billing/months.api.ts';
import { listBillingNow, listOwnDebts } from '../../shared/billing/now.api.ts';
import * as paymentsApi from '../../shared/billing/payments.api.ts';
import * as proposalsApi from '../../shared/billing/proposals.api.ts';
import * as settingsApi from '../../shared/billing/settings.api.ts';
import { monthOf } from '../../shared/days.ts';
import type { Context } from '../platform/context.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import { requestKeyOf } from '../platform/http/idempotency.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Mount } from '../platform/http/mount.ts';
import { uploadedFile } from '../platform/http/uploaded-file.ts';
import { accountsService } from './accounts/accounts.service.ts';
import { billsService } from './accounts/bills.service.ts';
import { clearancesService } from './accounts/clearances.service.ts';
import { billingNowService } from './accounts/now.service.ts';
import { agreementsService } from './agreements/agreements.service.ts';
import { draftsService } from './charges/drafts.service.ts';
import { monthsService } from './charges/months.service.ts';
import { chargesTemplate, repeatService } from './charges/repeat.service.ts';
import { feesService } from './fees/fees.service.ts';
import type { BillingContext } from './gateway/gateway.types.ts';
import { notificationsService } from './gateway/notifications.service.ts';
import { gatewayPaymentsService } from './gateway/payments.service.ts';
import { gatewaySettingsService } from './gateway/settings.service.ts';
import { correctionsService } from './issue/corrections.service.ts';
import { issueService } from './issue/issue.service.ts';
import { addPayment } from './payments/add.ts';
import { annulCashReceipt } from './payments/annul.ts';
import { cashReceiptsService } from './payments/cash-receipts.service.ts';
import { annulPaymentExit, bookOtherIncome, refundPayment } from './payments/exits.ts';
import { assignPayment, confirmPayments, splitPayment } from './payments/identify.ts';
import { paymentImportsService } from './payments/imports.service.ts';
import { paymentsService, readPaymentDue } from './payments/payments.service.ts';
import { paymentsTemplate } from './payments/template.ts';
import { remindersService } from './reminders/reminders.service.ts';
import { logoService } from './settings/logo.service.ts';
import { ratesService } from './settings/rates.service.ts';
import { settingsService } from './settings/settings.service.ts';

/** Adds all endpoints of billing to the server: months, bills, accounts, payments, rates and settings. */
export function mountBilling(mount: Mount, context: BillingContext): void {
  mountHome(mount, context);
  mountCharges(mount, context);
  mountSettings(mount, context);
  mountBills(mount, context);
  mountPayments(mount, context);
  mountWaitingMoney(mount, context);
  mountMonths(mount, context);
  mountAgreements(mount, context);
  mountReminders(mount, context);
  mountGateway(mount, context);
}

function mountGateway(mount: Mount, context: BillingContext): void {
  const settings = gatewaySettingsService(context);
  const payments = gatewayPaymentsService(context);
  const notifications = notificationsService(context);
  const api = gatewayApi;

  mount(api.getGateway, ({ params }) => settings.get(params.jointId));
  mount(api.setGatewayKeys, ({ params, body }, { principal }) =>
    settings.setKeys(principal, params.jointId, body),
  );
  mount(api.switchGateway, ({ params, body }, { principal }) =>
    settings.turn(principal, params.jointId, body),
  );
  mount(api.listGatewayPayments, ({ params, query }) => payments.list(params.jointId, query));
  mount(api.makeIntent, ({ params, body }, { principal }) => payments.begin(principal, params.jointId, body));
  mount(api.getIntent, ({ params }, { principal }) => payments.state(principal, params));
  mount(api.notifyPayment, ({ params }, { request }) => notifications.take(params.jointId, request));
}

function mountReminders(mount: Mount, context: Context): void {
  const reminders = remindersService(context);
  const api = remindersApi;

  mount(api.listDebtors, ({ params }) => reminders.debtors(params.jointId));
  mount(api.listReminders, ({ params }) => reminders.list(params.jointId));
  mount(api.addChannel, ({ params, body }, { principal }) =>
    reminders.authorise(principal, params.jointId, body),
  );
  mount(api.revokeChannel, ({ params }, { principal }) => reminders.revoke(principal, params));
  mount(api.makeReminder, ({ params, body }, { principal }) =>
    reminders.remind(principal, params.jointId, body.channelId),
  );
}

function mountAgreements(mount: Mount, context: Context): void {
  const agreements = agreementsService(context);
  const api = agreementsApi;

  mount(api.listAgreements, ({ params }) => agreements.list(params.jointId));
  mount(api.listOpenDebts, ({ params }) => agreements.debts(params));
  mount(api.addAgreement, ({ params, body }, { principal }) =>
    agreements.add(principal, params.jointId, body),
  );
  mount(api.forgiveBreach, ({ params, body }, { principal }) =>
    agreements.forgive(principal, params, body.reason),
  );
}

function mountHome(mount: Mount, context: Context): void {
  const now = billingNowService(context);

  mount(listBillingNow, (_, { principal }) => now.ofBooks(principal));
  mount(listOwnDebts, (_, { principal }) => now.ofOwner(principal));
}

function mountCharges(mount: Mount, context: Context): void {
  const { store, directory } = context;
  const drafts = draftsService(context);
  const months = monthsService(context);
  const repeated = repeatService(context);

  mount(draftsApi.sendDraft, async ({ params }, { principal, request }) =>
    drafts.send(principal, params.jointId, await uploadedFile(request)),
  );
  mount(draftsApi.listDrafts, ({ params }) => drafts.list(params.jointId));
  mount(draftsApi.listWaitingDrafts, (_, { principal }) => drafts.listWaiting(principal));
  mount(draftsApi.getDraftFile, ({ params }) => drafts.file(params.jointId, params.draftId));
  mount(draftsApi.discardDraft, ({ params, query }, { principal }) =>
    drafts.discard(principal, params, query.seen),
  );
  mount(draftsApi.previewDraft, ({ params, body }, { principal }) =>
    months.preview(principal, params.jointId, params.draftId, body),
  );
  mount(draftsApi.prepareMonth, ({ params, body }, { principal }) =>
    months.prepare(principal, params.jointId, params.draftId, body),
  );
  mount(draftsApi.getLastCharges, ({ params }) => repeated.last(params.jointId));
  mount(draftsApi.repeatMonth, async ({ params, body }, { principal }) =>
    repeated.repeat(principal, await requireJoint(directory, params.jointId), body),
  );
  const fees = feesService(context);
  mount(feesApi.listFees, ({ params }) => fees.list(params.jointId));
  mount(feesApi.addFee, ({ params, body }, { principal }) => fees.add(principal, params.jointId, body));
  mount(feesApi.endFee, ({ params, body }, { principal }) => fees.end(principal, params, body.lastMonth));
  mount(feesApi.addReadings, async ({ params, query }, { principal, request }) =>
    fees.addReadings(principal, params, { month: query.yearMonth, file: await uploadedFile(request) }),
  );
  mount(feesApi.readingsTemplate, async ({ params, query }) => {
    const joint = await requireJoint(directory, params.jointId);
    return fees.template(joint, { feeId: params.feeId, month: query.yearMonth });
  });
  mount(feesApi.getMonthFees, ({ params }) =>
    repeated.last(params.jointId, monthOf(params.year, params.month)),
  );
  mount(draftsApi.chargesTemplate, ({ params }, { principal, request }) =>
    whileClientWaits(request, async (signal) => {
      const joint = await requireJoint(directory, params.jointId);
      return chargesTemplate(store.db, joint, { actor: principal.actor, signal });
    }),
  );
}

function mountSettings(mount: Mount, context: Context): void {
  const settings = settingsService(context);
  const logos = logoService(context);
  const rates = ratesService(context);

  mount(settingsApi.getBillingSettings, ({ params }) => settings.get(params.jointId));
  mount(settingsApi.changeBillingSettings, ({ params, body }, { principal }) =>
    settings.change(principal, params.jointId, body),
  );
  mount(settingsApi.getWhereToPay, ({ params }) => settings.whereToPay(params.jointId));
  mount(settingsApi.getLogo, ({ params }) => logos.get(params.jointId));
  mount(settingsApi.setLogo, async ({ params }, { principal, request }) =>
    logos.set(principal, params.jointId, (await uploadedFile(request)).bytes),
  );
  mount(settingsApi.removeLogo, ({ params }, { principal }) => logos.remove(principal, params.jointId));
  mount(settingsApi.listLegalRates, () => rates.legal());
  mount(settingsApi.setLegalRate, ({ body }, { principal }) => rates.setLegal(principal, body));
  mount(settingsApi.importLegalRates, async ({ query }, { principal, request }) =>
    rates.importLegal(principal, await uploadedFile(request), query.commit === true),
  );
  mount(settingsApi.listJointRates, ({ params }) => rates.ofJoint(params.jointId));
  mount(settingsApi.setJointRate, ({ params, body }, { principal }) =>
    rates.setOfJoint(principal, params.jointId, body),
  );
  mount(settingsApi.listInterestWays, ({ params }) => rates.ways(params.jointId));
  mount(settingsApi.setInterestWay, ({ params, body }, { principal }) =>
    rates.setWay(principal, params.jointId, body),
  );
  mount(settingsApi.listInterestFreeMonths, ({ params }) => rates.interestFree(params.jointId));
  mount(settingsApi.setInterestFreeMonth, ({ params, body }, { principal }) =>
    rates.setInterestFree(principal, params.jointId, body),
  );
  mount(settingsApi.listChargeConcepts, ({ params }) => settings.concepts(params.jointId));
  mount(settingsApi.changeChargeConcept, ({ params, body }, { principal }) =>
    settings.changeConcept(principal, params, body),
  );
}

function mountBills(mount: Mount, context: Context): void {
  const accounts = accountsService(context);
  const bills = billsService(context);

  mount(billsApi.getSettlement, ({ params, query }, { principal }) =>
    accounts.settlement(principal, { ...params, ...query }),
  );
  mount(billsApi.getStatement, ({ params, query }, { principal }) =>
    accounts.statement(principal, { ...params, ...query }),
  );
  const clearances = clearancesService(context);
  mount(checkClearance, ({ body }, { address }) => clearances.check(body.code, address));
  mount(requestClearance, ({ params, body }, { principal }) =>
    clearances.request(principal, { ...params, ...body }),
  );
  mount(billsApi.listAccounts, ({ params }) => accounts.list(params.jointId));
  mount(billsApi.listBills, ({ params }, { principal }) => bills.list(principal, params));
  mount(billsApi.listBillYears, ({ params }) => bills.years(params.jointId));
  mount(billsApi.listBillMonths, ({ params }) => bills.months(params.jointId, params.year));
  mount(billsApi.getBill, ({ params }, { principal }) => bills.get(principal, params));
  mount(billsApi.explainBill, ({ params }, { principal }) => bills.explain(principal, params));
}

function mountPayments(mount: Mount, context: Context): void {
  const { store, directory } = context;
  const payments = paymentsService(context);
  const imports = paymentImportsService(context);
  const receipts = cashReceiptsService(context);

  mount(paymentsApi.addPayment, ({ params, body }, call) => {
    const key = requestKeyOf(call, paymentsApi.addPayment.id, { ...params, ...body });
    return addPayment(store.db, call.principal, params.jointId, body, key);
  });
  mount(paymentsApi.getPaymentDue, ({ params, query }) =>
    readPaymentDue(store.db, { ...params, valueDate: query.valueDate }),
  );
  mount(paymentsApi.listPayments, ({ params, query }) => payments.list(params.jointId, query));
  mount(paymentsApi.annulReceipt, ({ params, body }, { principal }) =>
    annulCashReceipt(store.db, principal, params, body),
  );
  mount(paymentsApi.importPayments, async ({ params, query, body }, { principal, request }) => {
    const file = { ...(await uploadedFile(request)), choices: body };
    return query.commit === true
      ? imports.import(principal, params.jointId, file)
      : imports.preview(principal, params.jointId, file);
  });
  mount(paymentsApi.listPaymentFiles, ({ params }) => imports.files(params.jointId));
  mount(paymentsApi.paymentsTemplate, ({ params }, { principal, request }) =>
    whileClientWaits(request, async (signal) => {
      const joint = await requireJoint(directory, params.jointId);
      return paymentsTemplate(store.db, joint, { actor: principal.actor, signal });
    }),
  );

  mount(paymentsApi.listCashReceipts, ({ params }, { principal }) =>
    receipts.list(principal, params.jointId, params.apartmentId),
  );
  mount(paymentsApi.listReceiptYears, ({ params }, { principal }) =>
    receipts.years(principal, params.jointId),
  );
  mount(paymentsApi.listReceiptMonths, ({ params }, { principal }) =>
    receipts.months(principal, params.jointId, params.year),
  );
}

function mountWaitingMoney(mount: Mount, context: Context): void {
  const { db } = context.store;
  const payments = paymentsService(context);

  mount(paymentsApi.assignPayment, ({ params, body }, { principal }) =>
    assignPayment(db, principal, params, body),
  );
  mount(proposalsApi.listProposals, ({ params }, { principal }) =>
    payments.proposals(principal, params.jointId),
  );
  mount(proposalsApi.confirmProposals, ({ params, body }, { principal }) =>
    confirmPayments(db, principal, params.jointId, body),
  );
  mount(exitsApi.splitPayment, ({ params, body }, { principal }) =>
    splitPayment(db, principal, params, body),
  );
  mount(exitsApi.bookOtherIncome, ({ params, body }, { principal }) =>
    bookOtherIncome(db, principal, params, body),
  );
  mount(exitsApi.refundPayment, ({ params, body }, { principal }) =>
    refundPayment(db, principal, params, body),
  );
  mount(exitsApi.listPaymentExits, ({ params, query }) => payments.exits(params.jointId, query));
  mount(exitsApi.annulPaymentExit, ({ params, body }, { principal }) =>
    annulPaymentExit(db, principal, params, body.reason),
  );
}

function mountMonths(mount: Mount, context: Context): void {
  const issue = issueService(context);
  const corrections = correctionsService(context);

  mount(monthsApi.listMonths, ({ params }) => issue.list(params.jointId));
  mount(monthsApi.getRelation, ({ params, query }, { principal }) =>
    issue.relation(principal, params, query),
  );
  mount(monthsApi.issueMonth, ({ params, body }, { principal }) => issue.issue(principal, params, body));
  mount(monthsApi.mailMonth, ({ params, body }, { principal }) => issue.mail(principal, params, body.what));
  mount(billsApi.annulBill, ({ params, body }, { principal }) =>
    corrections.annulBill(principal, params, body),
  );
  mount(billsApi.addAdjustment, ({ params, body }, call) => {
    const key = requestKeyOf(call, billsApi.addAdjustment.id, { ...params, ...body });
    return corrections.adjust(call.principal, params.jointId, body, key);
  });
}
