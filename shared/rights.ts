/**
 * Rights per joint, given to an administrator by platform staff (specification, section 2). `assemblies`: prepare and run
 * assemblies; `payments`: payments and bank extracts; `months`: review and issue months.
 */
export const rights = ['assemblies', 'payments', 'months'] as const;
export type Right = (typeof rights)[number];

/** Service of the link needed for a right: without the link the right is void. */
export const serviceOfRight = {
  assemblies: 'assembly',
  payments: 'billing',
  months: 'billing',
} as const satisfies Record<Right, 'assembly' | 'billing'>;
