import { ClaimPracticeMoney } from '~/features/money/components';
import { LinkButton } from '~/ui/Button';
import { Card, TitleRow } from '~/ui/layout/Layout';
import type { LockedTrading } from '../lockedView.server';

const UNLOCK_REQUEST = `/support?${new URLSearchParams({ from: '/live-trading', subject: 'Please unlock live trading' })}`;

export const LockedTicket = ({ offered, practiceKey }: LockedTrading & { practiceKey: string }) => (
  <Card id="order">
    <TitleRow
      size={3}
      title="Live sessions"
      lead={
        <>
          <p>Follow any symbol live, and place your own orders. You see what each costs before it is placed.</p>
          {offered === null
            ? 'Management can unlock live trading for your account.'
            : 'Practice money unlocks live trading. You can take it once, and it is not a deposit.'}
        </>
      }
      actions={
        offered === null ? (
          <LinkButton to={UNLOCK_REQUEST} tone="primary" icon="mail">
            Ask support to unlock it
          </LinkButton>
        ) : (
          <ClaimPracticeMoney offered={offered} formKey={practiceKey} next="/live-trading" at="chart" />
        )
      }
    />
  </Card>
);
