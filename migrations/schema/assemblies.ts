/**
 * Assemblies: roll, door, questions, votes and results; `server/assemblies/store/assembly-tables.ts` and the `tables.ts` of
 * the rooms beside document the columns.
 */
export const assemblies = `
create table assembly (
  assembly_id {id}, joint_id integer not null references joint (joint_id),
  kind text not null, mode text not null, title text, agenda text, notice text, convener text, convening_units text,
  power_limits text, call integer not null, scheduled_at bigint, first_call_at bigint, call_changed_at bigint,
  call_sequence integer not null default 0, place text, president text, secretary text,
  recording_url text, zoom_id text, zoom_password text, join_code text,
  room_code text not null default 'no', room_secret text, point integer, point_since bigint,
  created_at bigint not null, opened_at bigint, attendance_since bigint, closed_at bigint, archived_at bigint,
  facts_version integer not null default 1
);
create unique index assembly_current on assembly (joint_id) where archived_at is null;
create unique index assembly_join_code on assembly (join_code);
create table joint_revision (
  joint_id integer primary key references joint (joint_id), revision integer not null,
  attendance_revision integer not null, concept_revision integer not null
);
create table rehearsal (
  joint_id integer primary key references joint (joint_id), mode text not null, made_at bigint not null,
  made_by text not null, state text not null, attempts integer not null, leased_until bigint,
  step text not null, beat integer not null, counts text not null
);

create table roll_unit (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, main_apartment_id text,
  position integer not null, kind text not null, coefficient bigint not null,
  owner_name text not null, owner_document text, owner_documents text not null default '',
  owner_key text not null, person_key text not null default '', version integer not null default 1,
  constraint roll_unit_pk primary key (assembly_id, joint_id, apartment_id)
) {clustered};
create table roll_entry (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, version integer not null,
  since bigint, kind text not null, coefficient bigint not null,
  owner_name text, owner_document text, person_key text, other_person integer,
  constraint roll_entry_pk primary key (assembly_id, joint_id, apartment_id, version)
) {clustered};
create table roll_correction (
  correction_id {id}, assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), apartment_id text not null, before text not null,
  after text not null, reason text not null, corrected_by text not null, at bigint not null, applied_at bigint
);
create index roll_correction_assembly on roll_correction (assembly_id, joint_id, apartment_id);
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

create table code (
  code text primary key, code_id text, joint_id integer not null references joint (joint_id), apartment_id text,
  issued_at bigint not null, issued_by text not null, revoked_at bigint, withdrawn_at bigint
);
create unique index code_code_id on code (code_id);
create index code_joint on code (joint_id);
create table arrival (
  arrival_id text primary key, assembly_id integer not null references assembly (assembly_id),
  ticket_hash text not null unique, number integer not null, at bigint not null, state text not null,
  typed_unit text, document text, apartment_id text, is_doubted integer not null default 0,
  decided_at bigint, decided_by text, code text, taken_at bigint,
  constraint arrival_state check (state in ('waiting', 'confirmed', 'refused', 'replaced') and (state = 'waiting' or document is null))
);
create index arrival_assembly on arrival (assembly_id, state);
create table attendance (
  assembly_id integer not null, joint_id integer not null, apartment_id text not null,
  roll_version integer not null default 1, holder text not null, holder_is_code integer not null,
  attendee_name text, attendee_document text, attendee_key text, capacity text, by_proxy integer not null,
  power_id integer, identified_by text, remote integer not null, at bigint not null, received_at bigint,
  registered_by text not null, confirmed integer not null,
  constraint attendance_pk primary key (assembly_id, joint_id, apartment_id),
  constraint attendance_unit foreign key (assembly_id, joint_id, apartment_id) references roll_unit (assembly_id, joint_id, apartment_id)
) {clustered};
create index attendance_holder on attendance (holder);
create table presence (
  presence_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, moment text not null, at bigint not null, apartments text not null, represented text
);
create index presence_joint on presence (assembly_id, joint_id);
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

create table power (
  power_id {id}, assembly_id integer not null references assembly (assembly_id), origin text not null,
  granter_name text not null, granter_document text, holder_name text not null, holder_document text,
  instructions text, entered_at bigint not null, entered_by text not null, state text not null,
  decided_at bigint, decided_by text, reason text, used_at bigint
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
create table power_draft (
  assembly_id integer not null references assembly (assembly_id),
  user_id integer not null references user_account (user_id), asked_at bigint not null, content text not null,
  code_hash text, sent_at bigint, tries integer not null, primary key (assembly_id, user_id)
);
create table power_proof (
  power_id integer not null primary key references power (power_id), content text not null,
  instructions text not null
);

create table concept (
  assembly_id integer not null references assembly (assembly_id),
  joint_id integer not null references joint (joint_id), concept_id integer not null, agenda_item integer,
  description text not null, clause text, matter text, cost_amount bigint, cost_months integer, rule text, threshold integer, threshold_base text,
  per_unit_kinds text not null default '["vivienda"]', vote_per text not null default 'unit',
  seats integer, method text, approving_answer_id integer, blank_answer_id integer, hide_results integer,
  active integer not null, created_at bigint not null, opened_at bigint, countdown_to bigint, closed_at bigint,
  resets integer not null default 0, deleted_at bigint, deleted_by text, deleted_reason text,
  base_mode text, base_call integer, base_apartments integer, base_dwellings integer, base_owners integer,
  base_coefficient bigint, base_total bigint, base_blank_apart integer,
  constraint concept_pk primary key (assembly_id, joint_id, concept_id)
);
create unique index concept_active_question on concept (assembly_id, joint_id) where active = 1 and concept_id > 1;
create table answer (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, answer_id integer not null,
  description text not null, names text,
  constraint answer_pk primary key (assembly_id, joint_id, concept_id, answer_id),
  constraint answer_concept foreign key (assembly_id, joint_id, concept_id) references concept (assembly_id, joint_id, concept_id)
);
create table question_interval (
  assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, number integer not null, opened_at bigint not null, opened_by text, reason text,
  closed_at bigint, closed_by text, votes integer, set_aside integer, unverified integer, unsure_owners text,
  result text, constraint question_interval_pk primary key (assembly_id, joint_id, concept_id, number)
) {clustered};
create table vote (
  assembly_id integer not null, joint_id integer not null, concept_id integer not null, apartment_id text not null,
  roll_version integer not null default 1, kind text, coefficient bigint not null,
  answer_id integer not null, choices text, at bigint not null, receipt text not null, holder text not null,
  cast_by text not null, remote integer not null,
  constraint vote_pk primary key (assembly_id, joint_id, concept_id, apartment_id),
  constraint vote_answer foreign key (assembly_id, joint_id, concept_id, answer_id) references answer (assembly_id, joint_id, concept_id, answer_id)
) {clustered};
create index vote_receipt on vote (receipt);
create table annulment (
  annulment_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, apartment_id text not null, act text not null, reason text,
  annulled_by text not null, annulled_at bigint not null, record text not null
);
create index annulment_concept on annulment (assembly_id, joint_id, concept_id);
create index annulment_unit on annulment (joint_id, apartment_id, assembly_id, concept_id);
create index annulment_holder on annulment (({json:record} ->> 'holder'), concept_id);
create index annulment_receipt on annulment (({json:record} ->> 'receipt'));
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
create table closing_ground (
  ground_id {id}, assembly_id integer not null references assembly (assembly_id), joint_id integer not null,
  concept_id integer not null, at bigint not null, trail_seq integer not null, assembly text not null,
  represented text not null
);
create index closing_ground_concept on closing_ground (assembly_id, joint_id, concept_id);
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

create table turn (
  assembly_id integer not null references assembly (assembly_id), turn_id integer not null,
  speaker text not null, holder text not null default '', units text not null, asked_at bigint not null,
  given_at bigint, ends_at bigint, extensions integer not null, ended_at bigint,
  primary key (assembly_id, turn_id)
);
create unique index turn_one_speaker on turn (assembly_id)
  where given_at is not null and ended_at is null;
create index turn_waiting on turn (assembly_id, turn_id) where ended_at is null;
create table proposal (
  assembly_id integer not null references assembly (assembly_id), proposal_id integer not null,
  author text not null, author_name text not null, units text not null, text text not null,
  written_at bigint not null, withdrawn_at bigint, joint_id integer, concept_id integer,
  primary key (assembly_id, proposal_id)
);

create table notice_version (
  assembly_id integer not null references assembly (assembly_id), sha256 text not null, content text not null,
  made_at bigint not null, constraint notice_version_pk primary key (assembly_id, sha256)
);
create table delivery (
  delivery_key text primary key, assembly_id integer not null references assembly (assembly_id),
  user_id integer not null references user_account (user_id), channel text not null, address text,
  message_id integer, token_hash text, notice_sha256 text, sent_at bigint not null, answer text,
  signed_at bigint, signed_by text
);
create index delivery_assembly on delivery (assembly_id, user_id);
create table access_link (
  token_hash text primary key, purpose text not null, user_id integer not null references user_account (user_id),
  joint_id integer references joint (joint_id), assembly_id integer references assembly (assembly_id),
  created_at bigint not null, created_by text not null, first_used_at bigint, used_at bigint, expires_at bigint,
  revoked_at bigint
);
create index access_link_user on access_link (user_id, assembly_id);
create table owner_link (
  token_hash text primary key, assembly_id integer not null references assembly (assembly_id),
  apartment_ids text, created_at bigint not null
);
create table assembly_file (
  file_id {id}, assembly_id integer not null references assembly (assembly_id),
  purpose text not null default 'acta', media_type text not null, file_name text not null, size integer not null,
  sha256 text not null, bytes {bytes} not null, entered_at bigint not null, entered_by text not null,
  removed_at bigint
);
create unique index assembly_file_once on assembly_file (assembly_id, purpose, sha256);
create table acta_publication (
  publication_id {id}, assembly_id integer not null references assembly (assembly_id),
  published_at bigint not null, published_by text not null, reason text, file_ids text not null
);
create index acta_publication_of_assembly on acta_publication (assembly_id);
create table paper (
  sha256 text primary key, bytes {bytes} not null
);
create table paper_order (
  assembly_id integer primary key references assembly (assembly_id), ordered_at bigint not null,
  state text not null, attempts integer not null, next_at bigint, leased_until bigint, problem text
);
`;
