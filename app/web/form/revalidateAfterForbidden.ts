import type { ShouldRevalidateFunctionArgs } from '../router';

/** Reloads a layout after a 403 too. The form's token may have been outdated; with a new one the next press works. */
export const revalidateAfterForbidden = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 403 || defaultShouldRevalidate;
