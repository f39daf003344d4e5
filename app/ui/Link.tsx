import { type FormProps, type LinkProps, Form as RemixForm, Link as RemixLink } from '~/web/router';

/* Remix's links without their observers and prefetching on the server, which would take a fifth of rendering a page with menus. */

/** Returns whether a URL is absolute. */
const isWhole = (to: unknown): to is string => typeof to === 'string' && /^\/(?!\/)/.test(to);

const discovered = ({ discover, reloadDocument }: LinkProps | FormProps) =>
  discover === 'none' || reloadDocument ? undefined : 'true';

function DrawnLink(props: LinkProps) {
  const {
    to,
    discover,
    prefetch,
    reloadDocument,
    replace,
    state,
    preventScrollReset,
    relative,
    viewTransition,
    ...rest
  } = props;
  if (!isWhole(to)) return <RemixLink {...props} />;
  return <a {...rest} data-discover={discovered(props)} href={to} />;
}

function DrawnForm(props: FormProps) {
  const { action, method = 'get', discover, fetcherKey, navigate, reloadDocument, replace, state, ...others } = props;
  const { preventScrollReset, relative, viewTransition, ...rest } = others;
  if (!isWhole(action)) return <RemixForm {...props} />;
  return <form {...rest} method={method} action={action} data-discover={discovered(props)} />;
}

/** Link to a page of this product, with client navigation once scripts run; the same element on the server. */
export const Link = import.meta.env.SSR ? DrawnLink : RemixLink;

/** Form with client navigation once scripts run; the same element on the server. */
export const Form = import.meta.env.SSR ? DrawnForm : RemixForm;
