import { createContext, type ReactNode, useContext } from 'react';
import { cx } from '../cx';

const LevelContext = createContext<2 | 3 | 4>(2);

const SIZE_CLASSES = { 2: 'text-xl', 3: 'text-base', 4: 'text-sm' };

/** Heading one level below its surroundings, so that the outline is correct wherever a card or section is placed. */
export function Heading({ size, children }: { size?: keyof typeof SIZE_CLASSES; children: ReactNode }) {
  const level = useContext(LevelContext);
  const Tag = `h${level}` as const;
  return <Tag className={cx('font-semibold leading-snug', SIZE_CLASSES[size ?? level])}>{children}</Tag>;
}

/** Content below a heading. Headings inside are one level deeper. */
export function NestedHeadings({ children }: { children: ReactNode }) {
  const level = useContext(LevelContext);
  return <LevelContext.Provider value={level === 2 ? 3 : 4}>{children}</LevelContext.Provider>;
}
