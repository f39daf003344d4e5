import { type FormProps, type LinkProps, Form as RemixForm, Link as RemixLink } from '~/web/router';

/* Remix's links without their observers and prefetching on the server, which would take a fifth of rendering a page with menus. */

/** Returns whether a link is an absolute path of this site. */
const isAbsoluteUrl = (to: unknown): to is string => typeof to === 'string' && /^\/(?!\/)/.test(to);

const discoverAttribute = ({ discover, reloadDocument }: LinkProps | FormProps) =>
  discover === 'none' || reloadDocument ? undefined : 'true';

function ServerLink(props: LinkProps) {
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
  if (!isAbsoluteUrl(to)) return <RemixLink {...props} />;
  return <a {...rest} data-discover={discoverAttribute(props)} href={to} />;
}

function ServerForm(props: FormProps) {
  const { action, method = 'get', discover, fetcherKey, navigate, reloadDocument, replace, state, ...others } = props;
  const { preventScrollReset, relative, viewTransition, ...rest } = others;
  if (!isAbsoluteUrl(action)) return <RemixForm {...props} />;
  return <form {...rest} method={method} action={action} data-discover={discoverAttribute(props)} />;
}

/** Link to a page of this product, with client navigation once scripts run; the same element on the server. */
export const Link = import.meta.env.SSR ? ServerLink : RemixLink;

/** Form with client navigation once scripts run; the same element on the server. */
export const Form = import.meta.env.SSR ? ServerForm : RemixForm;
