import type { Migration } from 'kysely';
import * as m20261128z from './20261128z-baseline.ts';
import * as m20261128za from './20261128za-papers-with-home.ts';
import * as m20261128zb from './20261128zb-unsure-owners.ts';
import * as m20261128zc from './20261128zc-payment-means.ts';
import * as m20261128zd from './20261128zd-annulled-by-receipt.ts';
import * as m20261128ze from './20261128ze-annulled-by-holder.ts';
import * as m20261128zf from './20261128zf-votes-by-receipt.ts';
import * as m20261128zk from './20261128zk-sheet-check.ts';
import * as m20261128zm from './20261128zm-payment-exits.ts';
import * as m20261129p from './20261129p-entries-by-time.ts';
import * as m20261129qFace from './20261129q-joint-face.ts';
import * as m20261129r from './20261129r-concept-former-names.ts';
import * as m20261129sCodes from './20261129s-code-ids.ts';
import * as m20261129tLate from './20261129t-late-amounts.ts';
import * as m20261129uRights from './20261129u-user-rights.ts';
import * as m20261129xKnown from './20261129x-known-movements.ts';
import * as m20261129yClearances from './20261129y-clearance-requests.ts';
import * as m20261129ySigned from './20261129y-code-ids-of-signed-trails.ts';
import * as m20261129zRehearsals from './20261129z-rehearsals.ts';
import * as m20261129zbTrails from './20261129zb-trails-with-codes.ts';
import * as m20261129zcOwnerLink from './20261129zc-owner-link-units.ts';
import * as m20261129zdOwnPowers from './20261129zd-own-powers.ts';
import * as m20261130aDeliveries from './20261130a-notice-deliveries.ts';
import * as m20261130bFiles from './20261130b-assembly-files.ts';
import * as m20261130qFees from './20261130q-fees.ts';
import * as m20261130rAgreements from './20261130r-agreements.ts';
import * as m20261130sReminders from './20261130s-reminders.ts';
import * as m20261201bBounces from './20261201b-bounces.ts';
import * as m20261201pTexts from './20261201p-audit-texts.ts';
import * as m20261201pbErasures from './20261201pb-erasures.ts';
import * as m20261201tTurns from './20261201t-turns.ts';
import * as m20261201tgGateway from './20261201tg-gateway.ts';
import * as m20261201vTurns from './20261201v-turns-waiting.ts';
import * as m20261202aRegister from './20261202a-personal-register.ts';
import * as m20261202cLimits from './20261202c-power-limits.ts';
import * as m20261202dCost from './20261202d-question-cost.ts';
import * as m20261202hPhone from './20261202h-joint-phone.ts';
import * as m20261202mForgiven from './20261202m-forgiven-breaches.ts';
import * as m20261202yFills from './20261202y-last-fills.ts';

/** Migrations of the database by name. Kysely runs the migrations in name order. */
export const migrations: Record<string, Migration> = {
  '20261128z-baseline': m20261128z,
  '20261128za-papers-with-home': m20261128za,
  '20261128zb-unsure-owners': m20261128zb,
  '20261128zc-payment-means': m20261128zc,
  '20261128zd-annulled-by-receipt': m20261128zd,
  '20261128ze-annulled-by-holder': m20261128ze,
  '20261128zf-votes-by-receipt': m20261128zf,
  '20261128zk-sheet-check': m20261128zk,
  '20261128zm-payment-exits': m20261128zm,
  '20261129p-entries-by-time': m20261129p,
  '20261129q-joint-face': m20261129qFace,
  '20261129r-concept-former-names': m20261129r,
  '20261129s-code-ids': m20261129sCodes,
  '20261129t-late-amounts': m20261129tLate,
  '20261129u-user-rights': m20261129uRights,
  '20261129x-known-movements': m20261129xKnown,
  '20261129y-clearance-requests': m20261129yClearances,
  '20261129y-code-ids-of-signed-trails': m20261129ySigned,
  '20261129z-rehearsals': m20261129zRehearsals,
  '20261129zb-trails-with-codes': m20261129zbTrails,
  '20261129zc-owner-link-units': m20261129zcOwnerLink,
  '20261129zd-own-powers': m20261129zdOwnPowers,
  '20261130a-notice-deliveries': m20261130aDeliveries,
  '20261130b-assembly-files': m20261130bFiles,
  '20261130q-fees': m20261130qFees,
  '20261130r-agreements': m20261130rAgreements,
  '20261130s-reminders': m20261130sReminders,
  '20261201b-bounces': m20261201bBounces,
  '20261201p-audit-texts': m20261201pTexts,
  '20261201pb-erasures': m20261201pbErasures,
  '20261201t-turns': m20261201tTurns,
  '20261201tg-gateway': m20261201tgGateway,
  '20261201v-turns-waiting': m20261201vTurns,
  '20261202a-personal-register': m20261202aRegister,
  '20261202c-power-limits': m20261202cLimits,
  '20261202d-question-cost': m20261202dCost,
  '20261202h-joint-phone': m20261202hPhone,
  '20261202m-forgiven-breaches': m20261202mForgiven,
  '20261202y-last-fills': m20261202yFills,
};

/** First migration; replaces all earlier migrations. */
export const BASELINE = '20261128z-baseline';

/** Last migration before the baseline: a store with this migration has the tables of the baseline. */
export const LAST_BEFORE_BASELINE = '20261128yb-noted-sign-ins';
