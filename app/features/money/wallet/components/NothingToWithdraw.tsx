import type { ReactNode } from 'react';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card, Cluster } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import type { BoundPlace } from '../withdrawals/boundPlaces';

/** In place of the form where nothing can be withdrawn: where the money is and what makes it available. The form is folded below. */
export const NothingToWithdraw = ({ places, children }: { places: readonly BoundPlace[]; children: ReactNode }) => {
  const [first] = places;
  return (
    <Card title={first ? 'Your money is in use' : 'You have no money here yet'}>
      {first ? (
        <List>
          {places.map(({ href, name, cents, how }) => (
            <Row
              key={href}
              title={<Link to={href}>{name}</Link>}
              detail={<Muted>{how}</Muted>}
              value={<Money cents={cents} />}
            />
          ))}
        </List>
      ) : (
        <p>What you deposit, and what it earns, can be withdrawn from here.</p>
      )}
      <Cluster>
        <LinkButton to={first?.href ?? '/fundwallet'} tone="primary">
          {first?.button ?? 'Make a deposit'}
        </LinkButton>
      </Cluster>
      <Disclosure summary="Methods and minimums">{children}</Disclosure>
    </Card>
  );
};
