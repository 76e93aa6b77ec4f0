import type { Migration } from 'kysely';
import * as m20261202z from './20261202z-baseline.ts';
import * as m20261203aAddresses from './20261203a-notice-addresses.ts';
import * as m20261203bPlace from './20261203b-acta-place.ts';
import * as m20261204aActa from './20261204a-acta-deliveries.ts';
import * as m20261204bTerm from './20261204b-fine-term.ts';
import * as m20261204cOutside from './20261204c-outside-confirmed.ts';
import * as m20261204dCheckers from './20261204d-power-checkers.ts';
import * as m20261204ePurpose from './20261204e-authorisation-purpose.ts';
import * as m20261204fContract from './20261204f-data-contract.ts';
import * as m20261204gSubstitute from './20261204g-power-substitute.ts';
import * as m20261204hOpenings from './20261204h-acta-openings.ts';

/** Migrations of the database by name. Kysely runs the migrations in name order. */
export const migrations: Record<string, Migration> = {
  '20261202z-baseline': m20261202z,
  '20261203a-notice-addresses': m20261203aAddresses,
  '20261203b-acta-place': m20261203bPlace,
  '20261204a-acta-deliveries': m20261204aActa,
  '20261204b-fine-term': m20261204bTerm,
  '20261204c-outside-confirmed': m20261204cOutside,
  '20261204d-power-checkers': m20261204dCheckers,
  '20261204e-authorisation-purpose': m20261204ePurpose,
  '20261204f-data-contract': m20261204fContract,
  '20261204g-power-substitute': m20261204gSubstitute,
  '20261204h-acta-openings': m20261204hOpenings,
};

/** First migration; replaces all earlier migrations. */
export const BASELINE = '20261202z-baseline';
