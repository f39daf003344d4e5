import { Button } from '../Button';
import { Link } from '../Link';
import { Time } from '../tables/Data';

/** Message that the page is outdated, with a button to reload it. */
export const NewSince = ({ at, onReload }: { at: Date; onReload: () => void }) => (
  <div role="status" className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line px-4 py-1">
    <span>
      New since <Time at={at} />
    </span>
    <Button type="button" tone="quiet" icon="reload" onClick={onReload}>
      Reload
    </Button>
  </div>
);

/** News since the reader's last visit, for readers without scripts. */
export const NewSinceNotice = (props: { since: Date; newest: string; count: number; href: string }) => (
  <noscript>
    <p className="border-b border-line bg-accent-soft px-4 py-2 lg:px-6 print:hidden">
      New since <Time at={props.since} clockOnly />: {props.newest}
      {props.count > 1 && `, and ${props.count - 1} more`}. <Link to={props.href}>Notifications</Link>
    </p>
  </noscript>
);

/** Time of the page and a link to newer data, for readers without scripts. */
export const RenderedAt = ({ at, href }: { at: Date; href: string }) => (
  <noscript>
    <p>
      As of <Time at={at} />. <Link to={href}>Reload</Link>
    </p>
  </noscript>
);
