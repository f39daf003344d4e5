import { expect, test } from 'vitest';
import { V1_CALLS } from './table.server';

type Module = { action?: { intents?: readonly string[] } };

const modules = import.meta.glob<Module>('../../routes/{admin,auth,investor,public}/**/*.{ts,tsx}', { eager: true });

const forms = Object.entries(modules).flatMap(([path, { action }]) => {
  if (!action) return [];
  const name = path.replace('../../routes/', '').replace(/\.tsx?$/, '');
  return action.intents?.length ? action.intents.map((intent) => `${name}#${intent}`) : [name];
});

const BY_MAIL = 'follows a link that was mailed to a person';
const BROWSER = 'is about a browser: its cookies, its looks, or how it sends a file';
const SETUP = 'sets the installation up, or moves money of the operator’s own, which is no daily work';
const STATEMENTS = 'compares lines of a statement side by side, as its page shows them';
const SEVERAL = 'decides several entries at once; a program makes a call for each';
const PROPOSED = 'confirms what an assistant proposed by a call';
const PERSON = 'is a person’s own way in, which no key may change';

/** Forms that have no call, with the reason. */
const WITHOUT: Record<string, string> = {
  'admin/alerts': SETUP,
  'admin/announcements': SETUP,
  'admin/books': SETUP,
  'admin/catalogue': SETUP,
  'admin/deposits#several': SEVERAL,
  'admin/kyc#several': SEVERAL,
  'admin/layout': BROWSER,
  'admin/leaderRequests#several': SEVERAL,
  'admin/logout': BROWSER,
  'admin/months/list': SETUP,
  'admin/outbox': SETUP,
  'admin/password': PERSON,
  'admin/proposal': PROPOSED,
  'admin/reconciliation/break': STATEMENTS,
  'admin/reconciliation/days': STATEMENTS,
  'admin/reconciliation/import': STATEMENTS,
  'admin/reconciliation/source': STATEMENTS,
  'admin/restores': SETUP,
  'admin/savedReplies': 'keeps texts for the form of an answer',
  'admin/security#begin': PERSON,
  'admin/security#disable': PERSON,
  'admin/security#enable': PERSON,
  'admin/security#renew': PERSON,
  'admin/signals#give-key': 'shows a secret once, on its page',
  'admin/staff/list': SETUP,
  'admin/staff/member': SETUP,
  'admin/support#several': SEVERAL,
  'admin/users/deposits#several': SEVERAL,
  'admin/users/documents#several': SEVERAL,
  'admin/users/withdrawals#listed': SEVERAL,
  'admin/users/withdrawals#several': SEVERAL,
  'admin/withdrawals#listed': SEVERAL,
  'admin/withdrawals#several': SEVERAL,
  'auth/chooseNewPassword': BY_MAIL,
  'auth/chooseStaffPassword': BY_MAIL,
  'auth/freeze': BY_MAIL,
  'auth/invitation': BY_MAIL,
  'auth/login': PERSON,
  'auth/logout': BROWSER,
  'auth/requestPasswordReset': PERSON,
  'auth/requestStaffReset': PERSON,
  'auth/verificationLink': BY_MAIL,
  'auth/verify': BROWSER,
  'investor/dismissBanner': BROWSER,
  'investor/proposal': PROPOSED,
  'investor/settings/close': PERSON,
  'investor/settings/frozen': PERSON,
  'investor/settings/password': PERSON,
  'investor/settings/security': PERSON,
  'investor/settings/sessions': PERSON,
  'investor/settings/username': 'is chosen once, in place of a made-up one',
  'investor/uploads#begin': BROWSER,
  'investor/uploads#part': BROWSER,
  'public/dismissAnnouncement': BROWSER,
  'public/theme': BROWSER,
};

test('each form that changes something has its call, or a reason', () => {
  const called = new Set(V1_CALLS.flatMap((call) => call.forms ?? []));
  const without = (form: string) => form in WITHOUT || (form.split('#')[0] ?? '') in WITHOUT;
  expect(forms.length).toBeGreaterThan(40);
  expect(forms.filter((form) => !called.has(form) && !without(form))).toEqual([]);
  expect([...called].filter((form) => !forms.includes(form))).toEqual([]);
  const named = new Set(forms.flatMap((form) => [form, form.split('#')[0]]));
  expect(Object.keys(WITHOUT).filter((form) => !named.has(form) || called.has(form))).toEqual([]);
});

test('each call that changes something has its form', () => {
  expect(V1_CALLS.filter(({ method, forms: of }) => method === 'POST' && !of?.length)).toEqual([]);
});
