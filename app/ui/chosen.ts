import { useLocation, useNavigation } from '~/web/router';

/**
 * The address of the page, or of the one that was just pressed and is on its way: what marks the current entry of a menu moves with
 * the press, not with the answer. A form that changes something leads nowhere yet.
 */
export function useChosen(): { pathname: string; search: string } {
  const here = useLocation();
  const { location, formMethod = 'get' } = useNavigation();
  return location && formMethod.toLowerCase() === 'get' ? location : here;
}
