/** The store, the audit chains, mails and reports; `server/platform/db/tables.ts` documents the columns. */
export const platform = `
create table store_epoch (
  number integer primary key, epoch text not null unique, began_at bigint not null, copied_at bigint, reason text
);
create table store_probe (
  id integer primary key, at bigint not null, writes integer not null default 0
);
create table idempotency_key (
  key_hash {hash} primary key, body_hash bigint not null, reply text not null, at bigint not null,
  assembly_id integer, joint_id integer, concept_id integer, apartment_id text
);
create index idempotency_key_record on idempotency_key (assembly_id, joint_id, concept_id, apartment_id) where assembly_id is not null;

create table audit_entry (
  chain text not null, seq integer not null, at bigint not null, actor text not null, act text not null,
  data text not null, previous_hash text not null, hash text not null,
  constraint audit_entry_pk primary key (chain, seq)
);
create index audit_entry_at on audit_entry (chain, at, seq);
create table audit_text (
  chain text not null, seq integer not null, hash text not null, salt text, body text, erasure_key text,
  constraint audit_text_pk primary key (chain, seq, hash)
);
create table coded_trail (chain text primary key, entries integer not null);
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
create table head_stamp (
  stamp_id text primary key, chain text not null, size integer not null, state text not null,
  attempts integer not null, next_at bigint, leased_until bigint, problem text, answer text,
  constraint head_stamp_head unique (chain, size)
);

create table mail_message (
  message_id {id}, kind text not null, once_key text not null unique, joint_id integer references joint (joint_id),
  assembly_id integer references assembly (assembly_id), user_id integer references user_account (user_id),
  month_id integer, bill integer, to_address text not null, state text not null, attempts integer not null,
  next_at bigint, leased_until bigint, problem text, created_at bigint not null, created_by text not null,
  sent_at bigint, bounced_at bigint, bounce text
);
create index mail_message_due on mail_message (state, next_at);
create index mail_message_user on mail_message (assembly_id, user_id);
create table report_job (
  job_id text primary key, actor text not null, path text not null, task text not null, state text not null,
  done integer not null, total integer not null, attempts integer not null default 0, leased_until bigint,
  file_name text, media_type text, problem text, created_at bigint not null, ended_at bigint, kept_until bigint
);
create index report_job_state on report_job (state, created_at);
create table report_chunk (
  job_id text not null references report_job (job_id), position integer not null, bytes {bytes} not null,
  constraint report_chunk_pk primary key (job_id, position)
);
`;

/**
 * Parts on PostgreSQL alone: failed tries by key (`attempt_count`; columns and order as required by rate-limiter-flexible,
 * unlogged because counting needs no sync; a single process on SQLite counts in memory), and messages too large for
 * NOTIFY, stored by Socket.IO's adapter.
 */
export const postgresAlone = `
create unlogged table attempt_count (key text primary key, points integer not null default 0, expire bigint);
create index attempt_count_expire on attempt_count (expire);
create table if not exists socket_io_attachments (
  id bigserial unique, created_at timestamptz default now(), payload bytea
);
`;
