import { Button } from './Button';
import { Time } from './Data';
import { Link } from './Link';

/** That something has happened that the page does not show, and the way to see it. */
export const NewSince = ({ at, onReload }: { at: Date; onReload: () => void }) => (
  <div role="status" className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line px-4 py-1">
    <span>
      New since <Time at={at} />
    </span>
    <Button type="button" tone="quiet" onClick={onReload}>
      Reload
    </Button>
  </div>
);

/** Where no script brings what is new: of when the page is, and the way to see what came since. */
export const DrawnAt = ({ at, href }: { at: Date; href: string }) => (
  <noscript>
    <p className="mb-4 text-sm text-muted print:hidden">
      As of <Time at={at} />. <Link to={href}>Reload</Link>
    </p>
  </noscript>
);
