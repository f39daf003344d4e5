import type { ShouldRevalidateFunctionArgs } from '../router';

/**
 * For the layouts that bring a page its form token: also after a 403, which may be about that token, so that the next
 * press has one that counts, and the page says who is signed in now.
 */
export const revalidateOldPage = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 403 || defaultShouldRevalidate;
