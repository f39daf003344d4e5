import { THEME_SWITCH_ID } from '~/ui/ThemeSwitch';
import { themeCookie } from '~/web/cookies/theme.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirectBack } from '~/web/redirectBack.server';

/** Route handle: the choice is stored in the browser alone. */
export const handle = { inMaintenance: true };

export const action = publicRoute.action(async ({ form, request, mayStayOpen: isWholePage }) =>
  redirectBack(
    request,
    { 'Set-Cookie': themeCookie(String(form.get('theme'))) },
    isWholePage ? `#${THEME_SWITCH_ID}` : '',
  ),
);
