import type { ShouldRevalidateFunctionArgs } from '../router';

/** Reloads a layout after a 403 too: the 403 may have been about the form token, and with a new one the next press works. */
export const revalidateOldPage = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 403 || defaultShouldRevalidate;
