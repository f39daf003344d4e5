import type { ReactNode } from 'react';
import { formatPlainUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { REPEAT_CHECKBOX } from '~/ui/forms/ChoiceFields';
import { CODE_FIELD } from '~/ui/forms/ConfirmField';
import { SubmitWithBackLink } from '~/ui/forms/SubmitWithBackLink';
import { Link } from '~/ui/Link';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { CoinBadge } from '~/ui/pictures/CoinBadge';
import { Muted } from '~/ui/Text';
import { DefinitionList, Money } from '~/ui/tables/Data';
import { List, Row } from '~/ui/tables/List';
import { findCoinOfMethod } from '../internal/coins';
import type { CoinWorth } from '../internal/worth.server';
import { withdrawalSchema } from '../schema';
import type { BoundPlace } from '../withdrawals/boundPlaces';
import type { WithdrawalMethod } from '../withdrawals/withdrawalQueries.server';
import { InCoin } from './internal/InCoin';
import { DOLLAR_RATE_STEP } from './internal/rate';

/** Notice that nothing can be withdrawn, with the places of the money and what makes it available. The form is folded below. */
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

type Cost = { fee: bigint; cents: bigint | null; wait: string | null };

/** Returns the charge, the amount that arrives, and when. `cents` is null while no amount is entered. */
const listCostItems = ({ fee, cents, wait }: Cost) => [
  { term: 'Charge', detail: <Money cents={fee} /> },
  { term: 'You receive', detail: cents !== null && cents > fee ? <Money cents={cents - fee} /> : '–' },
  { term: 'Arrives', detail: wait ? `usually within ${wait}` : 'once management has approved it' },
];

export const WithdrawalCost = (cost: Cost) => (
  <div aria-live="polite">
    <DefinitionList items={listCostItems(cost)} />
  </div>
);

/** Preview of a withdrawal with all costs. The wallet is entered here and, with `isCodeRequired`, a code of the second factor. */
export function PreviewStep({
  method,
  amount,
  worth,
  formKey,
  isCodeRequired,
  wait,
  usualWait,
}: {
  method: WithdrawalMethod;
  amount: bigint;
  worth: CoinWorth | null;
  formKey: string;
  isCodeRequired: boolean;
  wait: { days: number; reset: string | null };
  usualWait: string | null;
}) {
  const coin = findCoinOfMethod(method);
  return (
    <Stack>
      <DefinitionList
        items={[
          { term: 'Method', detail: <CoinBadge icon={method.icon} name={method.name} coin={coin} /> },
          { term: 'Amount', detail: <Money cents={amount} /> },
          DOLLAR_RATE_STEP,
          ...listCostItems({ fee: method.fee, cents: amount, wait: usualWait }),
          ...(coin && worth
            ? [
                {
                  term: `Amount in ${coin.coin}`,
                  detail: <InCoin amount={worth.amount} coin={coin.coin} at={worth.at} />,
                },
              ]
            : []),
        ]}
      />
      <ActionForm
        schema={withdrawalSchema}
        id="withdraw"
        formKey={formKey}
        hidden={{ method: method.code, WithdrawAmount: formatPlainUsd(amount), _charge: formatPlainUsd(method.fee) }}
        fields={[
          {
            name: 'wallet',
            label: `Your ${method.name} wallet address`,
            short: 'Wallet address',
            hint: 'Money sent to a wrong address can’t be recovered.',
            autoComplete: 'off',
            spellCheck: false,
          },
          isCodeRequired && CODE_FIELD,
        ]}
        again={{ ...REPEAT_CHECKBOX, label: 'Yes, withdraw this amount again' }}
        code={isCodeRequired ? undefined : CODE_FIELD}
      >
        <Notice tone="info">
          The amount is held until management has decided; you can cancel until then. There is no other charge.
        </Notice>
        {wait.days > 0 && (
          <Notice tone="warning" title={wait.reset ? 'This withdrawal will wait' : 'A new address waits'}>
            {wait.reset
              ? `Your password or second factor was reset, or your account unfrozen, within the last ${wait.reset}, so this can be approved after ${formatDays(wait.days)}.`
              : `A withdrawal to an address at which you were paid before can be approved at once; to a new one, after ${formatDays(wait.days)}. We email you a link to freeze your account, in case it was not you.`}
          </Notice>
        )}
        <SubmitWithBackLink back={{ text: 'Change the amount', to: `/withdraw?method=${method.code}` }}>
          Confirm withdrawal
        </SubmitWithBackLink>
      </ActionForm>
    </Stack>
  );
}

const formatDays = (days: number) => (days === 1 ? '24 hours' : `${days} days`);
