import { THEME_SWITCH_ID } from '~/ui/ThemeSwitch';
import { themeCookie } from '~/web/cookies/theme.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirectBack } from '~/web/redirectBack.server';

/** Permitted during maintenance, since the choice is stored only in the browser. */
export const handle = { inMaintenance: true };

export const action = publicRoute.action(async ({ form, request, mayStayOpen: isWholePage }) =>
  redirectBack(
    request,
    { 'Set-Cookie': themeCookie(String(form.get('theme'))) },
    isWholePage ? `#${THEME_SWITCH_ID}` : '',
  ),
);
