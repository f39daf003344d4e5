import { LRUCache } from 'lru-cache';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** How many are kept of each part: menus differ by the current page, and by the numbers beside their entries. */
const MOST_OF_ONE = 200;

type Markups = LRUCache<string, string>;

/**
 * Keeps the markup of parts that depend on their properties alone. One that is asked for the first time is drawn later: React
 * can't draw inside another drawing without losing what its hooks know.
 * @param onFault told what kept a part from being drawn by itself: its page is drawn with it each time
 */
export function createKeptMarkup(onFault: (error: unknown) => void) {
  const parts = new WeakMap<object, Markups>();
  return <P extends object>(part: ComponentType<P>, properties: P): string | null => {
    const known = parts.get(part) ?? new LRUCache<string, string>({ max: MOST_OF_ONE });
    parts.set(part, known);
    const key = JSON.stringify(properties);
    const html = known.get(key);
    if (html !== undefined) return html;
    setImmediate(() => {
      try {
        known.set(key, renderToString(createElement(part, properties)));
      } catch (error) {
        onFault(error);
      }
    });
    return null;
  };
}
