/** Policies, authorisations, claims and erasures of personal data; `server/personal/tables.ts` documents the columns. */
export const personal = `
create table data_policy (
  joint_id integer not null references joint (joint_id), version integer not null, responsible text not null,
  contact text not null, text text not null, published_at bigint not null, published_by text not null,
  primary key (joint_id, version)
);
create table data_authorisation (
  joint_id integer not null references joint (joint_id), authorisation_id integer not null,
  user_id integer references user_account (user_id), person text not null, document text, version integer not null,
  channel text not null, proof text not null, given_at bigint not null, entered_by text not null,
  withdrawn_at bigint, withdrawn_by text, withdrawal text, primary key (joint_id, authorisation_id)
);
create table data_claim (
  joint_id integer not null references joint (joint_id), claim_id integer not null,
  user_id integer references user_account (user_id), person text not null, document text, reach text,
  kind text not null, channel text not null, text text not null, received_on text not null, due_on text not null,
  entered_at bigint not null, entered_by text not null, extended_at bigint, extended_by text, extension text,
  answered_at bigint, answered_by text, answer text, primary key (joint_id, claim_id)
);
create table erasure (
  erasure_key text primary key, joint_id integer not null, at bigint not null, erased_by text not null,
  record text not null, answer text not null
);
`;
