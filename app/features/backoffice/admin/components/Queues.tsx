import { LinkButton } from '~/ui/Button';
import { Sparkline } from '~/ui/charts/Sparkline';
import { Link } from '~/ui/Link';
import { Card, Foot, Grid, PhoneOnly, Stack, WideOnly } from '~/ui/layout/Layout';
import { Muted, VisuallyHidden } from '~/ui/Text';
import { Age, Money, Stat } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import type { overviewNow, Queue as QueueFacts } from '../overview.server';

type Facts = Awaited<ReturnType<typeof overviewNow>>;

export const Queues = ({ queues, at }: Pick<Facts, 'queues' | 'at'>) => (
  <>
    <WideOnly from="small">
      <Grid cell="thirds">
        {queuesInOrder(queues).map((queue) => (
          <Queue key={queue.title} {...queue} at={at} />
        ))}
      </Grid>
    </WideOnly>
    <PhoneOnly>
      <Card compact>
        <List>
          {queuesInOrder(queues).map((queue) => (
            <QueueLine key={queue.title} {...queue} at={at} />
          ))}
        </List>
      </Card>
    </PhoneOnly>
  </>
);

/** Returns the queues of the reader's role, those with waiting entries first. */
function queuesInOrder({ pending, requested, approved, support, papers, leaders }: Facts['queues']) {
  const queues = [
    pending && { title: 'Deposits', to: '/admin/deposits', ...pending },
    requested && { title: 'Withdrawals', to: '/admin/withdrawals', ...requested },
    approved && { title: 'Withdrawals to pay', to: '/admin/withdrawals', what: 'approved', ...approved },
    support && { title: 'Support', to: '/admin/support', ...support },
    papers && { title: 'Identity checks', to: '/admin/kyc', ...papers },
    leaders && { title: 'Trader applications', to: '/admin/leader-requests', ...leaders },
  ];
  return queues.flatMap((queue) => queue || []).toSorted((a, b) => Number(b.n > 0) - Number(a.n > 0));
}

type OneQueue = QueueFacts & { title: string; what?: string; at: Date; to: string };

const QueueLine = ({ title, what = 'to decide', n, cents, oldest, at, to }: OneQueue) => (
  <Row
    title={<Link to={n > 0 ? to : `${to}?show=all`}>{title}</Link>}
    detail={
      <Muted>
        {n === 0 ? 'Nothing waits' : what}
        {n > 0 && cents !== undefined && (
          <>
            , <Money cents={cents} />
          </>
        )}
      </Muted>
    }
    value={n === 0 ? <Muted>0</Muted> : n}
    note={
      oldest && (
        <Muted>
          oldest <Age since={oldest} at={at} />
        </Muted>
      )
    }
  />
);

function Queue(props: OneQueue) {
  const { title, what = 'to decide', n, cents, oldest, came, at, to } = props;
  return (
    <Card tone={n > 0 ? 'accent' : 'plain'}>
      <Stat
        label={title}
        value={n}
        detail={
          <Stack gap="tight">
            <span>
              {n === 0 ? 'Nothing waits' : what}
              {n > 0 && cents !== undefined && (
                <>
                  , <Money cents={cents} />
                </>
              )}
            </span>
            {oldest && (
              <span>
                Oldest: <Age since={oldest} at={at} />
              </span>
            )}
            {came && (
              <span>
                {came.week} came this week, {came.weekBefore} the week before.
              </span>
            )}
          </Stack>
        }
      />
      <Foot>
        {came && <Sparkline line={came.line} label="Arrived on each of the last 14 days" wide />}
        <LinkButton to={n > 0 ? to : `${to}?show=all`} tone={n > 0 ? 'plain' : 'quiet'}>
          {n > 0 ? 'Review' : 'See all'}
          <VisuallyHidden>
            {' '}
            {title.toLowerCase()} {n > 0 && what}
          </VisuallyHidden>
        </LinkButton>
      </Foot>
    </Card>
  );
}
