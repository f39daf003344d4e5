import { useLocation, useNavigation } from '~/web/router';

/** Returns the address of the page, or of the link just pressed: the mark of a menu moves with the press. */
export function useChosen(): { pathname: string; search: string } {
  const here = useLocation();
  const { location, formMethod = 'get' } = useNavigation();
  return location && formMethod.toLowerCase() === 'get' ? location : here;
}
