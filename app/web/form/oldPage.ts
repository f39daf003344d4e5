import type { ShouldRevalidateFunctionArgs } from '../router';

/**
 * Reloads a layout after a 403 as well. The layout provides the form token, and the 403 may have been about that token: with a new
 * one the next press works, and the page shows who is signed in now.
 */
export const revalidateOldPage = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 403 || defaultShouldRevalidate;
