import { Link } from '~/ui/Link';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Badge, Money } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import type { ListedTrader } from '../../list/queries.server';
import { labelsOf } from '../../sources';
import { RecordReturn, Risk } from '../record/Figures';
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
                    {labelsOf(trader).map((label) => (
                      <Badge key={label} icon="info">
                        {label}
                      </Badge>
                    ))}
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
