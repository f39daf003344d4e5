import type { ComponentType, ReactElement } from 'react';

/** Gives the markup of a part with these properties, where it was drawn before; null to draw it as any other. */
type KeepMarkup = <P extends object>(part: ComponentType<P>, properties: P) => string | null;

let keepMarkup: KeepMarkup = () => null;

/** The server says once how markup is kept; a browser draws all parts itself. */
export const keepMarkupWith = (keep: KeepMarkup): void => {
  keepMarkup = keep;
};

/**
 * An element whose content depends on the properties of `part` alone and is the same on many pages, as a menu is: the server
 * draws it once for each set of properties. The part uses no hooks and no context, and `of` can be written as JSON.
 */
export function Kept<P extends object>(props: {
  as: 'nav' | 'ul';
  label?: string;
  className?: string;
  part: (properties: P) => ReactElement;
  of: P;
}) {
  const { as: Element, label, className, part: Part, of } = props;
  const html = keepMarkup(Part, of);
  if (html !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what React itself drew of the same part
    return <Element aria-label={label} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <Element aria-label={label} className={className}>
      <Part {...of} />
    </Element>
  );
}
