/** Months, bills, payments and the ledger; `server/billing/tables.ts` documents the columns. */
export const billing = `
create table billing_joint (
  joint_id integer primary key references joint (joint_id), settings text not null default '{}', logo_id integer,
  open_from text, interest_through text, revision bigint not null default 0,
  next_item integer not null default 1, next_allocation integer not null default 1,
  next_bill integer not null default 1, next_payment integer not null default 1,
  next_receipt integer not null default 1
);
create table joint_logo (
  logo_id {id}, joint_id integer not null references joint (joint_id), media_type text not null,
  width integer not null, height integer not null, bytes {bytes} not null, entered_at bigint not null,
  entered_by text not null
);
create table unit_reference (
  joint_id integer not null references joint (joint_id), apartment_id text not null, reference text not null,
  constraint unit_reference_pk primary key (joint_id, apartment_id),
  constraint unit_reference_once unique (reference)
);
create table paper_key (secret text not null primary key);
create table clearance_request (
  joint_id integer not null, apartment_id text not null, requested_on text not null, requested_by text not null,
  primary key (joint_id, apartment_id, requested_on)
);

create table legal_rate (
  month text primary key, annual_rate integer not null, source text not null, resolution text, resolved_on text,
  entered_at bigint not null, entered_by text not null
);
create table joint_rate (
  joint_id integer not null references joint (joint_id), month text not null, mode text not null,
  annual_rate integer, monthly_rate integer, acta text, entered_at bigint not null, entered_by text not null,
  constraint joint_rate_pk primary key (joint_id, month)
);
create table interest_way (
  joint_id integer not null references joint (joint_id), month text not null, way text not null, acta text,
  entered_at bigint not null, entered_by text not null, constraint interest_way_pk primary key (joint_id, month)
);
create table interest_free_month (
  joint_id integer not null references joint (joint_id), month text not null, entered_at bigint not null,
  entered_by text not null, constraint interest_free_month_pk primary key (joint_id, month)
);

create table charge_concept (
  joint_id integer not null references joint (joint_id), charge_concept_id integer not null, name text not null,
  name_key text not null, former_names text, nature text not null,
  constraint charge_concept_pk primary key (joint_id, charge_concept_id),
  constraint charge_concept_name unique (joint_id, name_key)
);
create table fee (
  joint_id integer not null references joint (joint_id), fee_id integer not null,
  charge_concept_id integer not null, way text not null, amount bigint not null,
  first_month text not null, last_month text, terms text not null, primary key (joint_id, fee_id)
);
create table meter_reading (
  joint_id integer not null, fee_id integer not null, month text not null, apartment_id text not null,
  reading bigint not null, primary key (joint_id, fee_id, month, apartment_id),
  foreign key (joint_id, fee_id) references fee (joint_id, fee_id)
);
create table billing_draft (
  draft_id {id}, joint_id integer not null references joint (joint_id), file_name text not null,
  bytes {bytes} not null, received_at bigint not null, sent_by text not null, discarded_at bigint,
  discarded_by text
);
create index billing_draft_joint on billing_draft (joint_id, received_at);
create table billing_month (
  month_id {id}, joint_id integer not null references joint (joint_id), month text not null, state text not null,
  draft_id integer, columns text not null, sheet_check text, prepared_at bigint not null, prepared_by text not null,
  issued_at bigint, issued_by text, issue_date text, due_date text, letterhead text,
  discarded_at bigint, discarded_by text
);
create unique index billing_month_once on billing_month (joint_id, month) where state <> 'discarded';
create table month_row (
  month_id integer not null references billing_month (month_id), position integer not null,
  apartment_id text not null, role text not null, charge_concept_id integer, description text,
  amount bigint not null, due_date text, value_date text, constraint month_row_pk primary key (month_id, position)
);

create table ledger_item (
  joint_id integer not null references joint (joint_id), item integer not null, apartment_id text not null,
  for_apartment_id text not null, side text not null, nature text not null, charge_concept_id integer,
  description text not null, amount bigint not null, month text, value_date text not null,
  posting_date text not null, due_date text, bill integer, receipt integer, caused_by integer, reverses integer,
  reason text, entered_at bigint not null, entered_by text not null,
  constraint ledger_item_pk primary key (joint_id, item)
);
create index ledger_item_account on ledger_item (joint_id, apartment_id, item);
create unique index ledger_item_reversed on ledger_item (joint_id, reverses) where reverses is not null;
create table ledger_allocation (
  joint_id integer not null, allocation integer not null, apartment_id text not null, credit_item integer not null,
  debit_item integer not null, amount bigint not null, posting_date text not null, entered_at bigint not null,
  constraint ledger_allocation_pk primary key (joint_id, allocation),
  constraint ledger_allocation_credit foreign key (joint_id, credit_item) references ledger_item (joint_id, item),
  constraint ledger_allocation_debit foreign key (joint_id, debit_item) references ledger_item (joint_id, item)
);
create index ledger_allocation_account on ledger_allocation (joint_id, apartment_id, allocation);
create table interest_line (
  joint_id integer not null, item integer not null, position integer not null, apartment_id text not null,
  source_item integer not null, month text not null, way text not null default 'fullMonths', stretches text,
  principal bigint not null, rate_unit text not null default 'annual', annual_rate integer not null,
  monthly_rate integer not null, daily_rate bigint, amount bigint not null, to_peso integer not null default 0,
  constraint interest_line_pk primary key (joint_id, item, position),
  constraint interest_line_item foreign key (joint_id, item) references ledger_item (joint_id, item)
);
create index interest_line_account on interest_line (joint_id, apartment_id);
create table bill (
  joint_id integer not null references joint (joint_id), bill integer not null,
  month_id integer not null references billing_month (month_id), month text not null, position integer not null,
  apartment_id text not null, units text not null, owner_name text not null, owner_document text,
  reference text not null, issue_date text not null, due_date text not null, total bigint not null,
  discount bigint not null, discount_until text, late_day text, late_total bigint,
  previous_payment bigint not null, overdue_instalments integer not null, last_item integer not null,
  constraint bill_pk primary key (joint_id, bill), constraint bill_once unique (month_id, apartment_id)
);
create index bill_account on bill (joint_id, apartment_id, bill);
create table bill_line (
  joint_id integer not null, bill integer not null, position integer not null, concept text not null,
  nature text not null, period_fee bigint not null, overdue_fee bigint not null,
  constraint bill_line_pk primary key (joint_id, bill, position),
  constraint bill_line_bill foreign key (joint_id, bill) references bill (joint_id, bill)
);
create table bill_item (
  joint_id integer not null, bill integer not null, item integer not null, position integer not null,
  amount bigint not null, overdue integer not null, constraint bill_item_pk primary key (joint_id, bill, item),
  constraint bill_item_line foreign key (joint_id, bill, position) references bill_line (joint_id, bill, position)
);

create table payment_layout (
  joint_id integer not null references joint (joint_id), layout_key text not null, columns text not null,
  entered_at bigint not null, entered_by text not null,
  constraint payment_layout_pk primary key (joint_id, layout_key)
);
create table payment_file (
  file_id {id}, joint_id integer not null references joint (joint_id), file_name text not null, kind text not null,
  layout_key text, bank text, added integer not null, known integer not null, amount bigint not null,
  entered_at bigint not null, entered_by text not null
);
create table payment (
  joint_id integer not null references joint (joint_id), payment integer not null, channel text not null,
  means text, payer text, value_date text not null, posting_date text not null, amount bigint not null,
  reference text, detail text, once_key text, file_id integer, month_id integer, transaction_id text,
  entered_at bigint not null, entered_by text not null,
  constraint payment_pk primary key (joint_id, payment), constraint payment_once unique (joint_id, once_key)
);
create table receipt (
  joint_id integer not null references joint (joint_id), receipt integer not null, payment integer not null,
  apartment_id text not null, owner_name text not null, item integer not null, value_date text not null,
  posting_date text not null, amount bigint not null, interest bigint not null, capital bigint not null,
  credit bigint not null, entered_at bigint not null, entered_by text not null,
  constraint receipt_pk primary key (joint_id, receipt),
  constraint receipt_payment foreign key (joint_id, payment) references payment (joint_id, payment)
);
create index receipt_of_payment on receipt (joint_id, payment);
create index receipt_account on receipt (joint_id, apartment_id, receipt);
create table payment_exit (
  joint_id integer not null references joint (joint_id), exit integer not null, payment integer not null,
  kind text not null check (kind in ('income', 'refund')), concept text, amount bigint not null check (amount > 0),
  value_date text not null, posting_date text not null, reference text, reason text not null,
  entered_at bigint not null, entered_by text not null,
  constraint payment_exit_pk primary key (joint_id, exit),
  constraint payment_exit_payment foreign key (joint_id, payment) references payment (joint_id, payment)
);
create index exit_of_payment on payment_exit (joint_id, payment);
create table document_annulment (
  joint_id integer not null references joint (joint_id), kind text not null, number integer not null,
  reason text not null, posting_date text not null, unidentified integer not null default 0,
  entered_at bigint not null, entered_by text not null,
  constraint document_annulment_pk primary key (joint_id, kind, number)
);

create table agreement (
  joint_id integer not null references joint (joint_id), agreement_id integer not null,
  apartment_id text not null, made_on text not null, document text not null, items text not null,
  instalments text not null, suspends integer not null, missed_limit integer not null,
  grace_days integer not null, forgiven_on text not null default '[]', primary key (joint_id, agreement_id)
);
create table contact_channel (
  joint_id integer not null references joint (joint_id), channel_id integer not null, person text not null,
  channel text not null, address text not null, authorised_on text not null, proof text not null,
  revoked_on text, primary key (joint_id, channel_id)
);
create table reminder (
  joint_id integer not null references joint (joint_id), reminder_id integer not null, person text not null,
  name text not null, units text not null, channel_id integer not null, at bigint not null, body text not null,
  made_by text not null, primary key (joint_id, reminder_id)
);

create table payment_gateway (
  joint_id integer not null primary key references joint (joint_id), gateway text not null,
  environment text not null, public_key text not null, sealed text not null, pay_page text not null,
  is_on integer not null, changed_at bigint not null, changed_by text not null
);
create table gateway_intent (
  joint_id integer not null references joint (joint_id), reference text not null, environment text not null,
  apartment_id text not null, amount bigint not null, currency text not null, state text not null,
  created_at bigint not null, created_by text not null, asked_at bigint,
  primary key (joint_id, reference)
);
create index gateway_intent_by_time on gateway_intent (joint_id, created_at);
create table gateway_transaction (
  joint_id integer not null references joint (joint_id), transaction_id text not null, reference text not null,
  amount bigint not null, currency text not null, state text not null, first_at bigint not null,
  changed_at bigint not null, payment integer, problem text,
  primary key (joint_id, transaction_id)
);
create index gateway_transaction_by_reference on gateway_transaction (joint_id, reference);
create index gateway_transaction_by_time on gateway_transaction (joint_id, first_at);
create table gateway_check (
  joint_id integer not null primary key references joint (joint_id), state text not null,
  attempts integer not null, leased_until bigint, next_at bigint not null, checked_at bigint, problem text
);
`;

/** Append-only tables of the ledger: rows cannot be changed or deleted, and a correction is a new row. */
export const frozenTables = [
  'ledger_item',
  'ledger_allocation',
  'interest_line',
  'bill',
  'bill_line',
  'bill_item',
  'payment',
  'receipt',
  'payment_exit',
  'document_annulment',
];
