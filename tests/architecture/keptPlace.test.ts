import { describe, expect, test } from 'vitest';
import { sourcesOf } from './sources';

const sources = sourcesOf('app/features', 'app/routes', 'app/ui').filter(({ path }) => path.endsWith('.tsx'));

/** Each posting form's opening tag. */
const forms = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/<PostForm\b((?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*)>/g)].map(([, props = '']) => ({ path, props })),
);

/** Forms of buttons alone that lead to another page, or that stand at the top of every page. */
const LEADS_ELSEWHERE = [
  'app/features/admin/components/AdminFrame.tsx',
  'app/features/profile/components/PictureCard.tsx',
  'app/features/reviewQueue/components/internal/DecideSeveral.tsx',
  'app/features/signals/components/GiveKeyDialog.tsx',
  'app/routes/auth/freeze.tsx',
  'app/routes/auth/verificationLink.tsx',
  'app/routes/investor/settings/sessions.tsx',
  'app/ui/ThemeSwitch.tsx',
  'app/ui/forms/Form.tsx',
  'app/ui/shell/Menus.tsx',
];

test('a form with an id says in a summary of its own what it was refused for', () => {
  const without = sources.filter(({ path, text }) => {
    const own = forms.filter((form) => form.path === path && /getFormProps|\bid=/.test(form.props)).length;
    return own > [...text.matchAll(/<ErrorSummary\b/g)].length && path !== 'app/ui/forms/Form.tsx';
  });
  expect(without.map(({ path }) => path)).toEqual([]);
});

describe('a form of buttons alone', () => {
  const ofButtons = forms.filter(({ props }) => !props.includes('getFormProps'));

  test('leads back to its row or card, but where it leads elsewhere', () => {
    expect(forms.length).toBeGreaterThan(60);
    const without = ofButtons.filter(({ props }) => !/\bat=/.test(props)).map(({ path }) => path);
    expect([...new Set(without)].sort()).toEqual(LEADS_ELSEWHERE);
  });

  test.each(ofButtons.flatMap(({ path, props }) => [...props.matchAll(/\bat="([^"]+)"/g)].map(([, at]) => [path, at])))(
    '%s finds the part of the page that it leads back to: %s',
    (_, at) => {
      expect(sources.some(({ text }) => text.includes(`id="${at}"`))).toBe(true);
    },
  );
});
