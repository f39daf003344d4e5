import { Link } from '~/ui/Link';
import { Card } from '~/ui/layout/Layout';
import { Icon } from '~/ui/pictures/Icon';
import { Muted } from '~/ui/Text';
import { Age, Badge, Money } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import type { loadOverview } from '../overview.server';

type Facts = Awaited<ReturnType<typeof loadOverview>>;

export const Worklist = ({ first, at }: Pick<Facts, 'first' | 'at'>) => (
  <Card title="Do first">
    {first.length === 0 ? (
      <p>Nothing is waiting for you.</p>
    ) : (
      <div className="[&_li]:py-2">
        <List atMost={first.length}>
          {first.map(({ id, what, icon, to, name, since, cents, late, large, risky }) => (
            <Row
              key={id}
              face={<Icon name={icon} />}
              title={
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Link to={to} className="inline-flex min-h-6 items-center">
                    {what}
                  </Link>
                  {late && <Badge tone="bad">Late</Badge>}
                  {risky && <Badge tone="bad">High risk</Badge>}
                  {large && <Badge tone="warning">Large</Badge>}
                </span>
              }
              detail={<Muted>{name}</Muted>}
              value={cents !== null && <Money cents={cents} />}
              note={
                <Muted>
                  <Age since={since} at={at} />
                </Muted>
              }
            />
          ))}
        </List>
      </div>
    )}
  </Card>
);

/** Bar chart of the queues that the viewer's role may see. Queues with waiting entries come first. */
export function QueueBars({ queues, at }: Pick<Facts, 'queues' | 'at'>) {
  const shown = sortQueues(queues);
  const max = Math.max(1, ...shown.map(({ n }) => n));
  return (
    <Card title="Waiting">
      <ul className="flex flex-col gap-2">
        {shown.map(({ title, to, n, cents, oldest }) => (
          <li key={title} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm">
            <Link to={n > 0 ? to : `${to}?show=all`} className="inline-flex min-h-6 items-center">
              {title}
            </Link>
            <span className="font-semibold">{n}</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="col-span-2 h-1.5 w-full rounded-full"
            >
              <path d="M0 .5h100" className="stroke-well" />
              <path d={`M0 .5h${(100 * n) / max}`} className="stroke-accent" />
            </svg>
            {oldest && (
              <span className="col-span-2 text-muted">
                {cents === undefined ? (
                  'Oldest'
                ) : (
                  <>
                    <Money cents={cents} />, oldest
                  </>
                )}{' '}
                <Age since={oldest} at={at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function sortQueues({ pending, requested, approved, support, documents, leaders }: Facts['queues']) {
  const queues = [
    pending && { title: 'Deposits', to: '/admin/deposits', ...pending },
    requested && { title: 'Withdrawals', to: '/admin/withdrawals', ...requested },
    approved && { title: 'Withdrawals to pay', to: '/admin/withdrawals', ...approved },
    support && { title: 'Support', to: '/admin/support', ...support },
    documents && { title: 'Identity checks', to: '/admin/kyc', ...documents },
    leaders && { title: 'Trader applications', to: '/admin/leader-requests', ...leaders },
  ];
  return queues.flatMap((queue) => queue || []).toSorted((a, b) => b.n - a.n);
}
