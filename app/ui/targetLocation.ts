import { useLocation, useNavigation } from '~/web/router';

/** Returns the URL of the page, or of the link just pressed, so that a menu's mark moves immediately. */
export function useTargetLocation(): { pathname: string; search: string } {
  const here = useLocation();
  const { location, formMethod = 'get' } = useNavigation();
  return location && formMethod.toLowerCase() === 'get' ? location : here;
}
