import { Badge, Money } from '~/ui/Data';
import { Cluster, Stack } from '~/ui/Layout';
import { Link } from '~/ui/Link';
import { List, Row } from '~/ui/List';
import { Muted } from '~/ui/Text';
import type { ListedTrader } from '../queries.server';
import { RecordReturn, Risk } from './Figures';
import { nameOf } from './TraderCard';

/** Traders to begin with, each with its risk, what it returned, and what a copy takes. */
export const SuggestedTraders = ({ traders }: { traders: readonly ListedTrader[] }) => (
  <Stack gap="tight">
    {traders.length > 0 && (
      <>
        <Muted>The lowest risk first. You can lose all the money in a copy.</Muted>
        <List>
          {traders.map((trader) => (
            <Row
              key={trader.id}
              title={<Link to={`/traders/${trader.id}#copy`}>{nameOf(trader)}</Link>}
              detail={
                <Stack gap="tight">
                  <Risk record={trader.record} />
                  <Cluster>
                    <Muted>
                      From <Money cents={trader.minimumCapital} />
                    </Muted>
                    {trader.simulated && <Badge icon="info">simulated</Badge>}
                  </Cluster>
                </Stack>
              }
              value={<RecordReturn bps={trader.record?.quarterReturnBps} />}
              note={<Muted>3 months</Muted>}
            />
          ))}
        </List>
      </>
    )}
    <Link to="/traders">Find traders</Link>
  </Stack>
);
