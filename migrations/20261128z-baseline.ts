import { randomUUID } from 'node:crypto';
import { type Kysely, SqliteAdapter, sql } from 'kysely';

/**
 * Tables and indexes of both engines. `tables.ts` documents the columns. Words in braces differ by engine:
 * - `{id}`: number given by the database;
 * - `{bytes}`: bytes;
 * - `{hash}`: number of 64 bits as the key of a row;
 * - `{clustered}`: rows stored in the order of the key, on SQLite only.
 */
const SCHEMA = `
create table joint (
  joint_id {id}, parent_joint_id integer references joint (joint_id), joint_name text not null,
  uses_assemblies integer not null, uses_billing integer not null, created_at bigint not null,
  per_unit_kinds text not null default '["vivienda"]', proxy_limit integer, fiscal_auditor text,
  proxy_limit_blocks integer not null default 0, proxy_share_blocks integer not null default 0,
  barred_blocks integer not null default 0, proxy_share integer, vote_per text not null default 'unit',
  second_call_days integer, second_call_hour text, budget_year_end integer not null default 12,
  by_law_majorities text not null default '{}'
);
create index joint_parent on joint (parent_joint_id);
create table apartment (
  joint_id integer not null references joint (joint_id), apartment_id text not null, position integer not null,
  kind text not null, main_apartment_id text, coefficient bigint not null, retired_at bigint,
  constraint apartment_pk primary key (joint_id, apartment_id)
);
create table ownership (
  joint_id integer not null, apartment_id text not null, since bigint not null, until bigint,
  owner_name text not null, owner_document text, owner_emails text, owner_phones text,
  constraint ownership_pk primary key (joint_id, apartment_id, since),
  constraint ownership_apartment foreign key (joint_id, apartment_id) references apartment (joint_id, apartment_id)
);
create unique index ownership_current on ownership (joint_id, apartment_id) where until is null;
create table user_account (
  user_id {id}, username text not null, username_key text not null unique, name text not null, email text,
  profile_id integer not null, password_hash text, created_at bigint not null, disabled_at bigint,
  signed_in_at bigint, document text
);
create index user_account_document on user_account (document);
create table user_joint (
  user_id integer not null references user_account (user_id),
  joint_id integer not null references joint (joint_id), service text not null,
  constraint user_joint_pk primary key (user_id, service, joint_id)
);
create table user_apartment (
  user_id integer not null references user_account (user_id), joint_id integer not null,
  apartment_id text not null, service text not null,
  constraint user_apartment_pk primary key (user_id, service, joint_id, apartment_id),
  constraint user_apartment_apartment foreign key (joint_id, apartment_id) references apartment (joint_id, apartment_id)
);
create index user_apartment_unit on user_apartment (joint_id, apartment_id);
create table session (
  session_id text primary key, user_id integer references user_account (user_id), code text,
  joint_id integer references joint (joint_id), profile_id integer not null, created_at bigint not null,
  expires_at bigint not null, revoked_at bigint, link_hash text, seen_at bigint, device text, display_by text,
  made_by integer references user_account (user_id), unnoted_address text
);
create index "session_user" on session (user_id);
create index session_code on session (code);
create index session_joint on session (joint_id);
create table one_time_link (
  token_hash text primary key, purpose text not null, created_at bigint not null, used_at bigint
);
create table assembly (
  assembly_id {id}, joint_id integer not null references joint (joint_id), kind text not null, mode text not null,
  call integer not null, title text, agenda text, notice text, president text, secretary text, recording_url text,
  zoom_id text, zoom_password text, created_at bigint not null, opened_at bigint, closed_at bigint,
  archived_at bigint, attendance_since bigint, scheduled_at bigint, place text, join_code text, point integer,
  point_since bigint, room_code text not null default 'no', room_secret text, first_call_at bigint, convener text,
  convening_units text, facts_version integer not null default 1, call_changed_at bigint,
  call_sequence integer not null default 0
);
create unique index assembly_current on assembly (joint_id) where archived_at is null;
create unique index assembly_join_code on assembly (join_code);
create table roll_unit (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, position integer not null,
  kind text not null, main_apartment_id text, owner_name text not null, owner_document text,
  owner_key text not null, coefficient bigint not null, version integer not null default 1,
  owner_documents text not null default '', person_key text not null default '',
  constraint roll_unit_pk primary key (assembly_id, joint_id, apartment_id)
) {clustered};
create table attendance (
  assembly_id integer not null, joint_id integer not null, apartment_id text not null, holder text not null,
  holder_is_code integer not null, attendee_name text, attendee_document text, by_proxy integer not null,
  remote integer not null, at bigint not null, registered_by text not null, confirmed integer not null,
  received_at bigint, roll_version integer not null default 1, capacity text, identified_by text, power_id integer,
  attendee_key text, constraint attendance_pk primary key (assembly_id, joint_id, apartment_id),
  constraint attendance_unit foreign key (assembly_id, joint_id, apartment_id) references roll_unit (assembly_id, joint_id, apartment_id)
) {clustered};
create index attendance_holder on attendance (holder);
create table concept (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), concept_id integer not null, description text not null,
  active integer not null, rule text, approving_answer_id integer, created_at bigint not null, opened_at bigint,
  closed_at bigint, deleted_at bigint, resets integer not null default 0, base_apartments integer,
  base_coefficient bigint, base_dwellings integer, base_owners integer, base_call integer, base_total bigint,
  base_mode text, per_unit_kinds text not null default '["vivienda"]', agenda_item integer, blank_answer_id integer,
  base_blank_apart integer, hide_results integer, countdown_to bigint, seats integer, method text,
  threshold integer, threshold_base text, matter text, vote_per text not null default 'unit', clause text,
  deleted_by text, deleted_reason text, constraint concept_pk primary key (assembly_id, joint_id, concept_id)
);
create unique index concept_active_question on concept (assembly_id, joint_id) where active = 1 and concept_id > 1;
create table answer (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, answer_id integer not null,
  description text not null, names text,
  constraint answer_pk primary key (assembly_id, joint_id, concept_id, answer_id),
  constraint answer_concept foreign key (assembly_id, joint_id, concept_id) references concept (assembly_id, joint_id, concept_id)
);
create table vote (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, apartment_id text not null,
  answer_id integer not null, coefficient bigint not null, at bigint not null, receipt text not null,
  holder text not null, cast_by text not null, remote integer not null, kind text,
  roll_version integer not null default 1, choices text,
  constraint vote_pk primary key (assembly_id, joint_id, concept_id, apartment_id),
  constraint vote_answer foreign key (assembly_id, joint_id, concept_id, answer_id) references answer (assembly_id, joint_id, concept_id, answer_id)
) {clustered};
create table annulment (
  annulment_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, apartment_id text not null, act text not null, reason text,
  annulled_by text not null, annulled_at bigint not null, record text not null
);
create index annulment_concept on annulment (assembly_id, joint_id, concept_id);
create table code (
  code text primary key, joint_id integer not null references joint (joint_id), apartment_id text,
  issued_at bigint not null, issued_by text not null, revoked_at bigint, withdrawn_at bigint
);
create index code_joint on code (joint_id);
create table joint_revision (
  joint_id integer primary key references joint (joint_id), revision integer not null,
  attendance_revision integer not null, concept_revision integer not null
);
create table audit_entry (
  chain text not null, seq integer not null, at bigint not null, actor text not null, act text not null,
  data text not null, previous_hash text not null, hash text not null,
  constraint audit_entry_pk primary key (chain, seq)
);
create table roll_correction (
  correction_id {id}, assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, before text not null,
  after text not null, reason text not null, corrected_by text not null, at bigint not null, applied_at bigint
);
create index roll_correction_assembly on roll_correction (assembly_id, joint_id, apartment_id);
create table quorum_check (
  check_id {id}, assembly_id integer not null references assembly (assembly_id), started_at bigint not null,
  started_by text not null, ended_at bigint
);
create unique index quorum_check_running on quorum_check (assembly_id) where ended_at is null;
create table quorum_check_unit (
  check_id integer not null references quorum_check (check_id), joint_id integer not null,
  apartment_id text not null, registered_at bigint not null, confirmed_at bigint,
  constraint quorum_check_unit_pk primary key (check_id, joint_id, apartment_id)
) {clustered};
create table presence (
  presence_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, moment text not null, at bigint not null, apartments text not null, represented text
);
create index presence_joint on presence (assembly_id, joint_id);
create table access_link (
  token_hash text primary key, purpose text not null, user_id integer not null references user_account (user_id),
  joint_id integer references joint (joint_id), assembly_id integer references assembly (assembly_id),
  created_at bigint not null, created_by text not null, expires_at bigint, revoked_at bigint, used_at bigint
);
create index access_link_user on access_link (user_id, assembly_id);
create table mail_message (
  message_id {id}, kind text not null, once_key text not null unique, joint_id integer references joint (joint_id),
  assembly_id integer references assembly (assembly_id), user_id integer references user_account (user_id),
  to_address text not null, state text not null, attempts integer not null, next_at bigint, leased_until bigint,
  problem text, created_at bigint not null, created_by text not null, sent_at bigint, month_id integer,
  bill integer
);
create index mail_message_due on mail_message (state, next_at);
create index mail_message_user on mail_message (assembly_id, user_id);
create table event (
  event_id {id}, name text not null, held_on text, created_at bigint not null, created_by text not null,
  revision bigint not null default 0, known_columns text
);
create table participant (
  event_id integer not null references event (event_id), participant_id text not null,
  participant_key text not null, position integer not null, name text not null, checked_in_at bigint,
  checked_in_by text, constraint participant_pk primary key (event_id, participant_key)
);
create table report_job (
  job_id text primary key, actor text not null, path text not null, task text not null, state text not null,
  done integer not null, total integer not null, file_name text, media_type text, problem text,
  created_at bigint not null, ended_at bigint, kept_until bigint, leased_until bigint,
  attempts integer not null default 0
);
create index report_job_state on report_job (state, created_at);
create table report_chunk (
  job_id text not null references report_job (job_id), position integer not null, bytes {bytes} not null,
  constraint report_chunk_pk primary key (job_id, position)
);
create table billing_joint (
  joint_id integer primary key references joint (joint_id), revision bigint not null default 0,
  next_item integer not null default 1, next_allocation integer not null default 1,
  next_bill integer not null default 1, next_payment integer not null default 1,
  next_receipt integer not null default 1, open_from text, interest_through text,
  settings text not null default '{}', logo_id integer
);
create table legal_rate (
  month text primary key, annual_rate integer not null, source text not null, entered_at bigint not null,
  entered_by text not null, resolution text, resolved_on text
);
create table joint_rate (
  joint_id integer not null references joint (joint_id), month text not null, mode text not null,
  annual_rate integer, acta text, entered_at bigint not null, entered_by text not null, monthly_rate integer,
  constraint joint_rate_pk primary key (joint_id, month)
);
create table charge_concept (
  joint_id integer not null references joint (joint_id), charge_concept_id integer not null, name text not null,
  name_key text not null, nature text not null,
  constraint charge_concept_pk primary key (joint_id, charge_concept_id),
  constraint charge_concept_name unique (joint_id, name_key)
);
create table unit_reference (
  joint_id integer not null references joint (joint_id), apartment_id text not null, reference text not null,
  constraint unit_reference_pk primary key (joint_id, apartment_id),
  constraint unit_reference_once unique (reference)
);
create table billing_draft (
  draft_id {id}, joint_id integer not null references joint (joint_id), file_name text not null,
  bytes {bytes} not null, received_at bigint not null, sent_by text not null, discarded_at bigint,
  discarded_by text
);
create index billing_draft_joint on billing_draft (joint_id, received_at);
create table billing_month (
  month_id {id}, joint_id integer not null references joint (joint_id), month text not null, state text not null,
  draft_id integer, columns text not null, prepared_at bigint not null, prepared_by text not null,
  issued_at bigint, issued_by text, issue_date text, due_date text, discarded_at bigint, discarded_by text,
  letterhead text
);
create unique index billing_month_once on billing_month (joint_id, month) where state <> 'discarded';
create table month_row (
  month_id integer not null references billing_month (month_id), position integer not null,
  apartment_id text not null, role text not null, charge_concept_id integer, amount bigint not null, due_date text,
  value_date text, description text, constraint month_row_pk primary key (month_id, position)
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
  source_item integer not null, month text not null, principal bigint not null, annual_rate integer not null,
  monthly_rate integer not null, amount bigint not null, way text not null default 'fullMonths',
  rate_unit text not null default 'annual', daily_rate bigint, stretches text, to_peso integer not null default 0,
  constraint interest_line_pk primary key (joint_id, item, position),
  constraint interest_line_item foreign key (joint_id, item) references ledger_item (joint_id, item)
);
create index interest_line_account on interest_line (joint_id, apartment_id);
create table bill (
  joint_id integer not null references joint (joint_id), bill integer not null,
  month_id integer not null references billing_month (month_id), month text not null, position integer not null,
  apartment_id text not null, units text not null, owner_name text not null, owner_document text,
  reference text not null, issue_date text not null, due_date text not null, total bigint not null,
  discount bigint not null, discount_until text, previous_payment bigint not null,
  overdue_instalments integer not null, last_item integer not null,
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
create table payment_file (
  file_id {id}, joint_id integer not null references joint (joint_id), file_name text not null, kind text not null,
  added integer not null, known integer not null, amount bigint not null, entered_at bigint not null,
  entered_by text not null
);
create table payment (
  joint_id integer not null references joint (joint_id), payment integer not null, channel text not null,
  value_date text not null, posting_date text not null, amount bigint not null, reference text, once_key text,
  file_id integer, month_id integer, entered_at bigint not null, entered_by text not null, detail text,
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
create table document_annulment (
  joint_id integer not null references joint (joint_id), kind text not null, number integer not null,
  reason text not null, posting_date text not null, unidentified integer not null default 0,
  entered_at bigint not null, entered_by text not null,
  constraint document_annulment_pk primary key (joint_id, kind, number)
);
create table known_device (
  user_id integer not null references user_account (user_id), token_hash text not null, seen_at bigint not null,
  constraint known_device_key primary key (user_id, token_hash)
);
create index known_device_token on known_device (token_hash);
create table store_epoch (
  number integer primary key, epoch text not null unique, began_at bigint not null, copied_at bigint, reason text
);
create table interest_free_month (
  joint_id integer not null references joint (joint_id), month text not null, entered_at bigint not null,
  entered_by text not null, constraint interest_free_month_pk primary key (joint_id, month)
);
create table user_event (
  user_id integer not null references user_account (user_id),
  event_id integer not null references event (event_id), constraint user_event_pk primary key (user_id, event_id)
);
create table store_probe (
  id integer primary key, at bigint not null, writes integer not null default 0
);
create table display_code (
  code_hash text primary key, joint_id integer not null references joint (joint_id), made_at bigint not null,
  made_by integer not null references user_account (user_id), expires_at bigint not null, opened integer not null
);
create index display_code_joint on display_code (joint_id);
create table arrival (
  arrival_id text primary key, assembly_id integer not null references assembly (assembly_id),
  ticket_hash text not null unique, typed_unit text, document text, apartment_id text, number integer not null,
  at bigint not null, state text not null, decided_at bigint, decided_by text, code text, taken_at bigint,
  is_doubted integer not null default 0,
  constraint arrival_state check (state in ('waiting', 'confirmed', 'refused', 'replaced') and (state = 'waiting' or document is null))
);
create index arrival_assembly on arrival (assembly_id, state);
create table payment_layout (
  joint_id integer not null references joint (joint_id), layout_key text not null, columns text not null,
  entered_at bigint not null, entered_by text not null,
  constraint payment_layout_pk primary key (joint_id, layout_key)
);
create table remembered_columns (
  joint_id integer not null references joint (joint_id), sheet text not null, columns text not null,
  constraint remembered_columns_key primary key (joint_id, sheet)
);
create table interest_way (
  joint_id integer not null references joint (joint_id), month text not null, way text not null, acta text,
  entered_at bigint not null, entered_by text not null, constraint interest_way_pk primary key (joint_id, month)
);
create table joint_logo (
  logo_id {id}, joint_id integer not null references joint (joint_id), media_type text not null,
  width integer not null, height integer not null, bytes {bytes} not null, entered_at bigint not null,
  entered_by text not null
);
create table roll_entry (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, version integer not null,
  owner_name text, owner_document text, kind text not null, coefficient bigint not null, since bigint,
  person_key text, other_person integer,
  constraint roll_entry_pk primary key (assembly_id, joint_id, apartment_id, version)
) {clustered};
create table closing_ground (
  ground_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, at bigint not null, trail_seq integer not null, assembly text not null,
  represented text not null
);
create index closing_ground_concept on closing_ground (assembly_id, joint_id, concept_id);
create table user_former_name (
  user_id integer not null references user_account (user_id), until bigint not null, name text not null,
  constraint user_former_name_pk primary key (user_id, until)
) {clustered};
create table question_interval (
  assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, number integer not null, opened_at bigint not null, opened_by text, reason text,
  closed_at bigint, closed_by text, votes integer, result text, set_aside integer, unverified integer,
  constraint question_interval_pk primary key (assembly_id, joint_id, concept_id, number)
) {clustered};
create table audit_tree (
  chain text primary key, origin text not null, salt text not null
);
create table audit_leaf (
  chain text not null, seq integer not null, hash text not null, constraint audit_leaf_pk primary key (chain, seq)
) {clustered};
create table audit_head (
  chain text not null, size integer not null, moment text not null, at bigint not null, epoch integer not null,
  key text not null, note text not null, edge text not null, constraint audit_head_pk primary key (chain, size)
);
create index audit_head_at on audit_head (at);
create table ballot_tree (
  assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, seq integer not null, size integer not null, root text not null,
  ballots text not null, constraint ballot_tree_pk primary key (assembly_id, joint_id, concept_id, seq)
);
create table election_note (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, interval integer not null,
  kind text not null, subject text not null, value text not null, how text, noted_by text not null,
  at bigint not null,
  constraint election_note_pk primary key (assembly_id, joint_id, concept_id, interval, kind, subject)
) {clustered};
create table power (
  power_id {id}, assembly_id integer not null references assembly (assembly_id), granter_name text not null,
  granter_document text, holder_name text not null, holder_document text, origin text not null, instructions text,
  entered_at bigint not null, entered_by text not null, state text not null, decided_at bigint, decided_by text,
  reason text, used_at bigint
);
create index power_of_assembly on power (assembly_id);
create table power_unit (
  power_id integer not null references power (power_id), assembly_id integer not null, apartment_id text not null,
  standing integer not null default 0, ended_at bigint, ended_by text, ended_how text, ended_reason text,
  constraint power_unit_pk primary key (power_id, apartment_id)
);
create unique index power_unit_standing on power_unit (assembly_id, apartment_id) where standing = 1;
create table power_page (
  page_id {id}, power_id integer not null references power (power_id), media_type text not null,
  file_name text not null, size integer not null, sha256 text not null, bytes {bytes} not null,
  entered_at bigint not null, entered_by text not null
);
create index power_page_of_power on power_page (power_id);
create table barred_person (
  barred_id {id}, joint_id integer not null references joint (joint_id), name text not null, document text,
  role text not null, entered_at bigint not null, entered_by text not null, removed_at bigint, removed_by text
);
create index barred_person_of_joint on barred_person (joint_id);
create table debtors_list (
  list_id {id}, assembly_id integer not null references assembly (assembly_id), purpose text not null,
  as_of text not null, taken_at bigint not null, taken_by text not null, debtors text not null
);
create index debtors_list_of_assembly on debtors_list (assembly_id, purpose);
create table acta_file (
  file_id {id}, assembly_id integer not null references assembly (assembly_id), media_type text not null,
  file_name text not null, size integer not null, sha256 text not null, bytes {bytes} not null,
  entered_at bigint not null, entered_by text not null
);
create unique index acta_file_once on acta_file (assembly_id, sha256);
create table acta_publication (
  publication_id {id}, assembly_id integer not null references assembly (assembly_id),
  published_at bigint not null, published_by text not null, reason text, file_ids text not null
);
create index acta_publication_of_assembly on acta_publication (assembly_id);
create table head_stamp (
  stamp_id text primary key, chain text not null, size integer not null, state text not null,
  attempts integer not null, next_at bigint, leased_until bigint, problem text, answer text,
  constraint head_stamp_head unique (chain, size)
);
create table tally (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, answer_id integer not null,
  kind text not null, apartments integer not null, coefficient bigint not null, in_room bigint not null,
  ballots integer not null, ballot_coefficient bigint not null, late integer not null,
  constraint tally_pk primary key (assembly_id, joint_id, concept_id, answer_id, kind)
) {clustered};
create table owner_ballots (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, owner text not null,
  answer_id integer not null, ballots integer not null,
  constraint owner_ballots_pk primary key (assembly_id, joint_id, concept_id, owner, answer_id)
) {clustered};
create table owner_tally (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, answer_id integer not null,
  votes integer not null, divided integer not null,
  constraint owner_tally_pk primary key (assembly_id, joint_id, concept_id, answer_id)
) {clustered};
create table idempotency_key (
  key_hash {hash} primary key, body_hash bigint not null, reply text not null, at bigint not null,
  assembly_id integer, joint_id integer, concept_id integer, apartment_id text
);
create index idempotency_key_record on idempotency_key (assembly_id, joint_id, concept_id, apartment_id) where assembly_id is not null;
create table identity_answer (
  joint_id integer not null references joint (joint_id), question text not null, answer text not null,
  cells text not null, at bigint not null, actor text not null,
  constraint identity_answer_pk primary key (joint_id, question)
);
create table paper (
  sha256 text primary key, bytes {bytes} not null
);
create table paper_order (
  assembly_id integer primary key references assembly (assembly_id), ordered_at bigint not null,
  state text not null, attempts integer not null, next_at bigint, leased_until bigint, problem text
);
`;

/** Words of SCHEMA on each engine. */
const WORDS = {
  sqlite: { id: 'integer primary key', bytes: 'blob', hash: 'integer', clustered: 'without rowid' },
  postgres: {
    id: 'integer generated by default as identity primary key',
    bytes: 'bytea',
    hash: 'bigint',
    clustered: '',
  },
};

/** Append-only tables of the ledger: rows cannot be changed or deleted, and a correction is a new row. */
const FROZEN = [
  'ledger_item',
  'ledger_allocation',
  'interest_line',
  'bill',
  'bill_line',
  'bill_item',
  'payment',
  'receipt',
  'document_annulment',
];

/**
 * Further parts on PostgreSQL: failed tries by key (`attempt_count`; columns and order as required by
 * rate-limiter-flexible, unlogged because counting needs no sync; a single process on SQLite counts in memory), and
 * messages too large for NOTIFY, stored by Socket.IO's adapter.
 */
const ON_POSTGRES = [
  'create unlogged table attempt_count (key text primary key, points integer not null default 0, expire bigint)',
  'create index attempt_count_expire on attempt_count (expire)',
  `create table if not exists socket_io_attachments (
    id bigserial unique, created_at timestamptz default now(), payload bytea)`,
  `create function scaf_frozen() returns trigger language plpgsql
    as 'begin raise exception ''% is frozen'', tg_table_name; end'`,
  ...FROZEN.map(
    (table) => `create trigger ${table}_frozen before update or delete on ${table}
      for each row execute function scaf_frozen()`,
  ),
];

const ON_SQLITE = FROZEN.flatMap((table) =>
  ['update', 'delete'].map(
    (act) => `create trigger ${table}_no_${act} before ${act} on ${table}
      begin select raise(abort, '${table} is frozen'); end`,
  ),
);

/** Makes the whole schema of 28 November 2026, and the first epoch of the store. */
// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const words: Record<string, string> = isSqlite ? WORDS.sqlite : WORDS.postgres;
  const schema = SCHEMA.replaceAll(/\{(\w+)\}/g, (_, word) => words[word] ?? '');
  const statements = schema.trim().split(/;\n?/).slice(0, -1);
  for (const statement of [...statements, ...(isSqlite ? ON_SQLITE : ON_POSTGRES)]) {
    await sql.raw(statement).execute(db);
  }
  await db
    .insertInto('store_epoch')
    .values({ number: 1, epoch: randomUUID(), began_at: Date.now(), copied_at: null, reason: null })
    .execute();
}
