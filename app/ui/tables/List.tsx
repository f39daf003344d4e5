import type { ReactNode } from 'react';
import { Link } from '../Link';
import { Icon, type IconName } from '../pictures/Icon';

/** List of things with an amount, one per row, with hairlines between them. `atMost` is set if their number varies. */
export const List = ({ atMost, children }: { atMost?: number; children: ReactNode }) => (
  <ul data-records={atMost} className="divide-y divide-line">
    {children}
  </ul>
);

export const LinkRows = ({
  items,
}: {
  items: readonly { href: string; label: string; icon?: IconName; lead: string }[];
}) => (
  <List>
    {items.map(({ href, label, icon, lead }) => (
      <li key={href} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
        {icon && <Icon name={icon} />}
        <div className="min-w-0">
          <Link to={href} className="inline-block min-h-6 font-medium">
            {label}
          </Link>
          <p className="text-sm text-muted">{lead}</p>
        </div>
      </li>
    ))}
  </List>
);

/** Entry of a list: `face`, name and note on the left, the amount on the right and, on wide screens, a picture between them. */
export function Row(props: {
  face?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  picture?: ReactNode;
  value: ReactNode;
  note?: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      {props.face}
      <div className="min-w-0 grow basis-0">
        <div className="font-medium">{props.title}</div>
        {props.detail && <div className="text-sm">{props.detail}</div>}
      </div>
      {props.picture && <div className="max-sm:hidden">{props.picture}</div>}
      <div className="min-w-0 text-end sm:basis-44">
        <div className="font-semibold">{props.value}</div>
        {props.note && <div className="text-sm">{props.note}</div>}
      </div>
    </li>
  );
}
