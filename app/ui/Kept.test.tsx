import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ReactElement, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { createKeptMarkup } from '~/web/server/answers/keptMarkup.server';
import { FormContext } from './forms/Form';
import { Kept, keepMarkupWith } from './Kept';
import { Link } from './Link';
import { Icon } from './pictures/Icon';

type Shown = { items: readonly { href: string; label: string; badge?: number }[]; current: string | null };

let drawings = 0;

const Items = ({ items, current }: Shown) => {
  drawings += 1;
  return (
    <>
      {items.map(({ href, label, badge }) => (
        <li key={href}>
          <Link to={href} aria-current={current === href ? 'page' : undefined}>
            <Icon name="bell" />
            {label} & {badge}
          </Link>
        </li>
      ))}
      after
    </>
  );
};

const menu = (of: Shown) => renderToString(<Kept as="ul" className="grid" part={Items} of={of} />);

const ITEMS = [
  { href: '/dashboard', label: 'Home <b>' },
  { href: '/notifications', label: '"News"', badge: 3 },
];

afterEach(() => keepMarkupWith(() => null));

test('a part is drawn once for each of its properties, and always the same', async () => {
  const views: Shown[] = [
    { items: ITEMS, current: null },
    { items: ITEMS, current: '/notifications' },
    { items: ITEMS.map((item) => ({ ...item, badge: 4 })), current: null },
  ];
  const plain = views.map(menu);
  expect(new Set(plain).size).toBe(views.length);
  keepMarkupWith(createKeptMarkup(() => {}));
  expect(views.map(menu)).toEqual(plain);
  await nextTurn();
  drawings = 0;
  expect(views.map(menu)).toEqual(plain);
  expect(drawings).toBe(0);
});

const Named = ({ name }: { name: string }): ReactElement => {
  const { csrf } = useContext(FormContext);
  if (!csrf) throw new Error('outside a page');
  return (
    <li>
      {name} {csrf}
    </li>
  );
};

test('a part that can not stand alone is drawn with its page each time', async () => {
  const page = (csrf: string) =>
    renderToString(
      <FormContext.Provider value={{ csrf }}>
        <Kept as="ul" part={Named} of={{ name: 'a' }} />
      </FormContext.Provider>,
    );
  const faults: unknown[] = [];
  keepMarkupWith(createKeptMarkup((error) => faults.push(error)));
  expect(page('one')).toContain('one');
  await nextTurn();
  expect(faults).toEqual([new Error('outside a page')]);
  expect(page('two')).toContain('two');
});
