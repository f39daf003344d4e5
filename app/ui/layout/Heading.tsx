import { createContext, type ReactNode, useContext } from 'react';
import { cx } from '../cx';

const Level = createContext<2 | 3 | 4>(2);

const SIZES = { 2: 'text-xl', 3: 'text-base', 4: 'text-sm' };

/** Heading one level below its surroundings, so that the outline is correct wherever a card or section is placed. */
export function Heading({ size, children }: { size?: keyof typeof SIZES; children: ReactNode }) {
  const level = useContext(Level);
  const Tag = `h${level}` as const;
  return <Tag className={cx('font-semibold leading-snug', SIZES[size ?? level])}>{children}</Tag>;
}

/** Content below a heading. Headings inside are one level deeper. */
export function NestedHeadings({ children }: { children: ReactNode }) {
  const level = useContext(Level);
  return <Level.Provider value={level === 2 ? 3 : 4}>{children}</Level.Provider>;
}
