/** Joints with their units, owners and rules; `server/properties/tables.ts` documents the columns. */
export const properties = `
create table joint (
  joint_id {id}, parent_joint_id integer references joint (joint_id),
  rehearsal_of integer references joint (joint_id), joint_name text not null, created_at bigint not null,
  uses_assemblies integer not null, uses_billing integer not null,
  per_unit_kinds text not null default '["vivienda"]', vote_per text not null default 'unit',
  proxy_limit integer, proxy_limit_blocks integer not null default 0,
  proxy_share integer, proxy_share_blocks integer not null default 0, barred_blocks integer not null default 0,
  phone_powers text not null default 'accepted', phone_power_hours integer,
  second_call_days integer, second_call_hour text, by_law_majorities text not null default '{}',
  turn_minutes integer not null default 2, help_phone text, fiscal_auditor text, budget_year_end integer not null default 12
);
create index joint_parent on joint (parent_joint_id);
create table joint_face (
  joint_id integer primary key references joint (joint_id), colour text,
  media_type text, width integer, height integer, bytes {bytes}
);
create table apartment (
  joint_id integer not null references joint (joint_id), apartment_id text not null, main_apartment_id text,
  position integer not null, kind text not null, coefficient bigint not null, retired_at bigint,
  constraint apartment_pk primary key (joint_id, apartment_id)
);
create table ownership (
  joint_id integer not null, apartment_id text not null, since bigint not null, until bigint,
  owner_name text not null, owner_document text, owner_emails text, owner_phones text,
  constraint ownership_pk primary key (joint_id, apartment_id, since),
  constraint ownership_apartment foreign key (joint_id, apartment_id) references apartment (joint_id, apartment_id)
);
create unique index ownership_current on ownership (joint_id, apartment_id) where until is null;
create table identity_answer (
  joint_id integer not null references joint (joint_id), question text not null, answer text not null,
  cells text not null, at bigint not null, actor text not null,
  constraint identity_answer_pk primary key (joint_id, question)
);
create table remembered_columns (
  joint_id integer not null references joint (joint_id), sheet text not null, columns text not null,
  constraint remembered_columns_key primary key (joint_id, sheet)
);
`;
