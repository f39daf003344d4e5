import { ClaimPracticeMoney } from '~/features/money/components';
import { Button, LinkButton } from '~/ui/Button';
import { Field, SelectField } from '~/ui/forms/Field';
import { Card } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import type { LockedTrading } from '../lockedView.server';
import { getButtonLabel, ORDER_KINDS } from './OrderTicket';

const UNLOCK_REQUEST = `/support?${new URLSearchParams({ from: '/live-trading', subject: 'Please unlock live trading' })}`;

/** Way to unlock live trading, and the ticket that it unlocks, disabled. */
export const LockedTicket = ({ offered, practiceKey }: LockedTrading & { practiceKey: string }) => (
  <Card id="order" title="Unlock live trading">
    <p>Live sessions: follow any symbol live, and place your own orders with the money that you set aside for them.</p>
    <p>
      {offered === null
        ? 'Management can unlock live trading for your account.'
        : 'Practice money unlocks live trading. You can take it once, and it is not a deposit.'}
    </p>
    {offered === null ? (
      <LinkButton to={UNLOCK_REQUEST} tone="primary" icon="mail" wide>
        Ask support to unlock it
      </LinkButton>
    ) : (
      <ClaimPracticeMoney offered={offered} formKey={practiceKey} next="/live-trading" at="chart" />
    )}
    <fieldset disabled className="flex flex-col gap-3 border-t border-line pt-3 max-lg:hidden">
      <legend className="sr-only">Order ticket, locked</legend>
      <SelectField label="Order type" name="type" options={ORDER_KINDS} />
      <Field label="Amount" name="amount" />
      <div className="grid grid-cols-2 gap-2">
        {(['sell', 'buy'] as const).map((side) => (
          <Button key={side} tone={side}>
            {getButtonLabel(side, false)}
          </Button>
        ))}
      </div>
      <Small>Available once live trading is unlocked.</Small>
    </fieldset>
  </Card>
);
