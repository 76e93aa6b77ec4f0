/** Events and their participants; `server/events/tables.ts` documents the columns. */
export const events = `
create table event (
  event_id {id}, name text not null, held_on text, known_columns text, revision bigint not null default 0,
  created_at bigint not null, created_by text not null
);
create table participant (
  event_id integer not null references event (event_id), participant_key text not null,
  participant_id text not null, position integer not null, name text not null,
  checked_in_at bigint, checked_in_by text, constraint participant_pk primary key (event_id, participant_key)
);
create table user_event (
  user_id integer not null references user_account (user_id),
  event_id integer not null references event (event_id), constraint user_event_pk primary key (user_id, event_id)
);
`;
