import type { Migration } from 'kysely';
import * as m20261121a from './20261121a-accounts-and-properties.ts';
import * as m20261121b from './20261121b-assemblies.ts';
import * as m20261121c from './20261121c-audit.ts';
import * as m20261121d from './20261121d-closing.ts';
import * as m20261121e from './20261121e-roll-correction.ts';
import * as m20261121f from './20261121f-presence.ts';
import * as m20261121g from './20261121g-per-unit-kinds.ts';
import * as m20261121h from './20261121h-paper-and-proxies.ts';
import * as m20261121i from './20261121i-links-and-mail.ts';
import * as m20261121j from './20261121j-attendance-since.ts';
import * as m20261122a from './20261122a-reports-and-events.ts';
import * as m20261122b from './20261122b-report-attempts.ts';
import * as m20261122c from './20261122c-billing.ts';
import * as m20261122g from './20261122g-sign-in.ts';
import * as m20261122h from './20261122h-store-epoch.ts';
import * as m20261122k from './20261122k-interest-free-months.ts';
import * as m20261122m from './20261122m-blank-vote.ts';
import * as m20261122n from './20261122n-event-links.ts';
import * as m20261122p from './20261122p-store-probe.ts';
import * as m20261123 from './20261123-probe-writes.ts';
import * as m20261123a from './20261123a-displays.ts';
import * as m20261123d from './20261123d-schedule.ts';
import * as m20261123h from './20261123h-hidden-results.ts';
import * as m20261123m from './20261123m-owner-contacts.ts';
import * as m20261123n from './20261123n-user-document.ts';
import * as m20261123q from './20261123q-arrivals.ts';
import * as m20261123s from './20261123s-countdown.ts';
import * as m20261123v from './20261123v-bank-extracts.ts';
import * as m20261123w from './20261123w-remembered-columns.ts';
import * as m20261124a from './20261124a-interest-ways.ts';
import * as m20261124d from './20261124d-letterhead.ts';
import * as m20261124h from './20261124h-event-columns.ts';
import * as m20261125a from './20261125a-roll-entries.ts';
import * as m20261125c from './20261125c-intervals-and-capacity.ts';
import * as m20261125m from './20261125m-evidence.ts';
import * as m20261125q from './20261125q-elections.ts';
import * as m20261125s from './20261125s-thresholds.ts';
import * as m20261125u from './20261125u-powers.ts';
import * as m20261125w from './20261125w-slim-keys.ts';
import * as m20261125x from './20261125x-matters.ts';
import * as m20261125y from './20261125y-agenda-point.ts';
import * as m20261126a from './20261126a-one-vote-per-owner.ts';
import * as m20261126b from './20261126b-debtors-lists.ts';
import * as m20261126g from './20261126g-signed-actas.ts';
import * as m20261126j from './20261126j-by-laws.ts';
import * as m20261126m from './20261126m-by-law-majorities.ts';
import * as m20261126mk from './20261126mk-head-stamps.ts';
import * as m20261126r from './20261126r-tallies.ts';
import * as m20261126s from './20261126s-brief-keys.ts';
import * as m20261128a from './20261128a-persons.ts';
import * as m20261128c from './20261128c-room-code.ts';
import * as m20261128g from './20261128g-set-aside-votes.ts';
import * as m20261128h from './20261128h-first-call.ts';
import * as m20261128k from './20261128k-facts.ts';
import * as m20261128o from './20261128o-papers.ts';
import * as m20261128v from './20261128v-deleted-questions.ts';
import * as m20261128va from './20261128va-other-person.ts';
import * as m20261128y from './20261128y-doubted-arrivals.ts';
import * as m20261128yb from './20261128yb-noted-sign-ins.ts';

/** Migrations of the database by name. Kysely runs the migrations in name order. */
export const migrations: Record<string, Migration> = {
  '20261121a-accounts-and-properties': m20261121a,
  '20261121b-assemblies': m20261121b,
  '20261121c-audit': m20261121c,
  '20261121d-closing': m20261121d,
  '20261121e-roll-correction': m20261121e,
  '20261121f-presence': m20261121f,
  '20261121g-per-unit-kinds': m20261121g,
  '20261121h-paper-and-proxies': m20261121h,
  '20261121i-links-and-mail': m20261121i,
  '20261121j-attendance-since': m20261121j,
  '20261122a-reports-and-events': m20261122a,
  '20261122b-report-attempts': m20261122b,
  '20261122c-billing': m20261122c,
  '20261122g-sign-in': m20261122g,
  '20261122h-store-epoch': m20261122h,
  '20261122k-interest-free-months': m20261122k,
  '20261122m-blank-vote': m20261122m,
  '20261122n-event-links': m20261122n,
  '20261122p-store-probe': m20261122p,
  '20261123-probe-writes': m20261123,
  '20261123a-displays': m20261123a,
  '20261123d-schedule': m20261123d,
  '20261123h-hidden-results': m20261123h,
  '20261123m-owner-contacts': m20261123m,
  '20261123n-user-document': m20261123n,
  '20261123q-arrivals': m20261123q,
  '20261123s-countdown': m20261123s,
  '20261123v-bank-extracts': m20261123v,
  '20261123w-remembered-columns': m20261123w,
  '20261124a-interest-ways': m20261124a,
  '20261124d-letterhead': m20261124d,
  '20261124h-event-columns': m20261124h,
  '20261125a-roll-entries': m20261125a,
  '20261125c-intervals-and-capacity': m20261125c,
  '20261125m-evidence': m20261125m,
  '20261125q-elections': m20261125q,
  '20261125s-thresholds': m20261125s,
  '20261125u-powers': m20261125u,
  '20261125w-slim-keys': m20261125w,
  '20261125x-matters': m20261125x,
  '20261125y-agenda-point': m20261125y,
  '20261126a-one-vote-per-owner': m20261126a,
  '20261126b-debtors-lists': m20261126b,
  '20261126g-signed-actas': m20261126g,
  '20261126j-by-laws': m20261126j,
  '20261126m-by-law-majorities': m20261126m,
  '20261126mk-head-stamps': m20261126mk,
  '20261126r-tallies': m20261126r,
  '20261126s-brief-keys': m20261126s,
  '20261128a-persons': m20261128a,
  '20261128c-room-code': m20261128c,
  '20261128g-set-aside-votes': m20261128g,
  '20261128h-first-call': m20261128h,
  '20261128o-papers': m20261128o,
  '20261128k-facts': m20261128k,
  '20261128v-deleted-questions': m20261128v,
  '20261128va-other-person': m20261128va,
  '20261128y-doubted-arrivals': m20261128y,
  '20261128yb-noted-sign-ins': m20261128yb,
};
