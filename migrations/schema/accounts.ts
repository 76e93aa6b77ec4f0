/** Users with their rights, sessions and links; `server/accounts/sessions/account-tables.ts` documents the columns. */
export const accounts = `
create table user_account (
  user_id {id}, username text not null, username_key text not null unique, password_hash text,
  profile_id integer not null, name text not null, document text, email text,
  created_at bigint not null, signed_in_at bigint, disabled_at bigint
);
create index user_account_document on user_account (document);
create table user_former_name (
  user_id integer not null references user_account (user_id), until bigint not null, name text not null,
  constraint user_former_name_pk primary key (user_id, until)
) {clustered};
create table user_joint (
  user_id integer not null references user_account (user_id), service text not null,
  joint_id integer not null references joint (joint_id),
  constraint user_joint_pk primary key (user_id, service, joint_id)
);
create table user_right (
  user_id integer not null references user_account (user_id),
  joint_id integer not null references joint (joint_id), right_name text not null,
  constraint user_right_pk primary key (user_id, joint_id, right_name)
);
create table user_apartment (
  user_id integer not null references user_account (user_id), service text not null,
  joint_id integer not null, apartment_id text not null,
  constraint user_apartment_pk primary key (user_id, service, joint_id, apartment_id),
  constraint user_apartment_apartment foreign key (joint_id, apartment_id) references apartment (joint_id, apartment_id)
);
create index user_apartment_unit on user_apartment (joint_id, apartment_id);
create table session (
  session_id text primary key, profile_id integer not null, user_id integer references user_account (user_id),
  code text, joint_id integer references joint (joint_id),
  display_by text, made_by integer references user_account (user_id), link_hash text,
  created_at bigint not null, expires_at bigint not null, seen_at bigint, revoked_at bigint,
  device text, unnoted_address text
);
create index "session_user" on session (user_id);
create index session_code on session (code);
create index session_joint on session (joint_id);
create table known_device (
  user_id integer not null references user_account (user_id), token_hash text not null, seen_at bigint not null,
  constraint known_device_key primary key (user_id, token_hash)
);
create index known_device_token on known_device (token_hash);
create table one_time_link (
  token_hash text primary key, purpose text not null, created_at bigint not null, used_at bigint
);
create table display_code (
  code_hash text primary key, joint_id integer not null references joint (joint_id),
  made_by integer not null references user_account (user_id), made_at bigint not null,
  expires_at bigint not null, opened integer not null
);
create index display_code_joint on display_code (joint_id);
`;
