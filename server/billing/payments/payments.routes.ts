import * as api from '../../../shared/billing/payments.api.ts';
import type { Context } from '../../platform/context.ts';
import { keyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uploadedFile } from '../../platform/http/uploaded-file.ts';
import { CashReceipts } from './cash-receipts.service.ts';
import { paymentsTemplateFile } from './files/payments-template.ts';
import { readPaymentDue } from './payment-due.ts';
import { PaymentImports } from './payment-imports.service.ts';
import { PaymentsService } from './payments.service.ts';

export function mountPayments(mount: Mount, { store }: Context): void {
  const payments = new PaymentsService(store.db);
  const imports = new PaymentImports(store);
  const receipts = new CashReceipts(store.db);

  mount(api.addPayment, ({ params, body }, call) => {
    const key = keyOf(call, api.addPayment.id, { ...params, ...body });
    return payments.add(call.principal, params.jointId, body, key);
  });
  mount(api.getPaymentDue, ({ params, query }) =>
    readPaymentDue(store.db, { ...params, valueDate: query.valueDate }),
  );
  mount(api.listPayments, ({ params, query }) => payments.list(params.jointId, query));
  mount(api.assignPayment, ({ params, body }, { principal }) =>
    payments.assign(principal, params, body.apartmentId),
  );
  mount(api.annulReceipt, ({ params, body }, { principal }) => payments.annul(principal, params, body));
  mount(api.importPayments, async ({ params, query }, { principal, request }) => {
    const file = await uploadedFile(request);
    return query.commit === true
      ? imports.import(principal, params.jointId, file)
      : imports.preview(params.jointId, file);
  });
  mount(api.listPaymentFiles, ({ params }) => imports.files(params.jointId));
  mount(api.paymentsTemplate, () => paymentsTemplateFile());

  mount(api.listCashReceipts, ({ params }, { principal }) =>
    receipts.list(principal, params.jointId, params.apartmentId),
  );
  mount(api.listReceiptYears, ({ params }, { principal }) => receipts.years(principal, params.jointId));
  mount(api.listReceiptMonths, ({ params }, { principal }) =>
    receipts.months(principal, params.jointId, params.year),
  );
}
