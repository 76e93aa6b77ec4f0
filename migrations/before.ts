/**
 * State of a store of the last version before 1.0. The migrations of the version made the schema of the baseline, so
 * the store gets the name of the baseline (`server/platform/db/schema/adopt.ts`).
 */
export const before = {
  /** Version and commit, able to upgrade older stores. */
  version: '0.1.0 (4635bccc)',
  migrations: [
    '20261128z-baseline',
    '20261128za-papers-with-home',
    '20261128zb-unsure-owners',
    '20261128zc-payment-means',
    '20261128zd-annulled-by-receipt',
    '20261128ze-annulled-by-holder',
    '20261128zf-votes-by-receipt',
    '20261128zk-sheet-check',
    '20261128zm-payment-exits',
    '20261129p-entries-by-time',
    '20261129q-joint-face',
    '20261129r-concept-former-names',
    '20261129s-code-ids',
    '20261129t-late-amounts',
    '20261129u-user-rights',
    '20261129x-known-movements',
    '20261129y-clearance-requests',
    '20261129y-code-ids-of-signed-trails',
    '20261129z-rehearsals',
    '20261129zb-trails-with-codes',
    '20261129zc-owner-link-units',
    '20261129zd-own-powers',
    '20261130a-notice-deliveries',
    '20261130b-assembly-files',
    '20261130q-fees',
    '20261130r-agreements',
    '20261130s-reminders',
    '20261201b-bounces',
    '20261201p-audit-texts',
    '20261201pb-erasures',
    '20261201t-turns',
    '20261201tg-gateway',
    '20261201v-turns-waiting',
    '20261202a-personal-register',
    '20261202c-power-limits',
    '20261202d-question-cost',
    '20261202h-joint-phone',
    '20261202m-forgiven-breaches',
    '20261202y-last-fills',
  ] as readonly string[],
};

/** SHA-256 of the schema's lines (`schemaLines`) after the baseline, by engine. */
export const baselineSchema = {
  sqlite: 'ea392210f3c266ad4aed641fdc8b22c4d381d25a5068c88bfd82af03ed99e929',
  postgres: 'f420a0d751401ba8a3eb1fcf3b03b0ff65784c53018bce4e1f57f44cd5562f8f',
};
