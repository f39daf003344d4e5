const MOMENTS = ['first-trade', 'matured', 'paid', 'rank'] as const;

export type Moment = (typeof MOMENTS)[number];

/** Returns the important event that a notification's link names; undefined for other notifications. */
export const momentOf = (href: string): Moment | undefined => MOMENTS.find((name) => href.endsWith(`#${name}`));
