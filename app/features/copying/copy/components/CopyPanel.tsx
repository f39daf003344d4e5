import { formatPlainUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { GetForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Link } from '~/ui/Link';
import { Card, Cluster, WideOnly } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';
import type { CopyRow } from '../queries.server';

type Props = {
  trader: { id: string; firstName: string; lastName: string; minimumCapital: bigint };
  available: bigint | null;
  amount: bigint;
  /** True if the trader accepts new copies. */
  open: boolean;
  /** True if the viewer is the trader. */
  own: boolean;
  copies: readonly Pick<CopyRow, 'id' | 'status'>[];
};

export function CopyPanel({ trader: { id, minimumCapital }, available, amount, open, own, copies }: Props) {
  const [copy] = copies;
  if (own) return <Notice>This is your own trading, which you can’t copy.</Notice>;
  if (copy) {
    const canTopUp = copies.length === 1 && copy.status !== 'stopping';
    if (!canTopUp && !open) return null;
    return (
      <Card title="You copy this trader">
        {canTopUp && (
          <Cluster>
            <LinkButton to={`/usercopytrade/${copy.id}?do=top-up`}>Top up</LinkButton>
          </Cluster>
        )}
        {open && <Link to={`/traders/${id}/copy`}>Start another copy</Link>}
      </Card>
    );
  }
  if (!open) return <Notice>This trader can’t be copied at the moment.</Notice>;
  return (
    <Card title="Copy this trader">
      <GetForm action={`/traders/${id}/copy`}>
        <MoneyField
          label="Amount to copy with"
          name="amount"
          defaultValue={formatPlainUsd(amount)}
          hint={
            <>
              From <Money cents={minimumCapital} />.{' '}
              {available === null ? (
                'You need an account first.'
              ) : (
                <>
                  You have <Money cents={available} /> available.
                </>
              )}
            </>
          }
          required
        />
        <Button tone="primary" icon="copy" name="review" value="yes">
          Copy
        </Button>
      </GetForm>
    </Card>
  );
}

const OwnCopyButton = ({ copies }: Pick<Props, 'copies'>) => (
  <LinkButton to={copies.length === 1 ? `/usercopytrade/${copies[0]?.id}` : '/usercopytrade'} tone="primary">
    {copies.length === 1 ? 'Open copy' : 'Open copies'}
  </LinkButton>
);

/** Main action of a trader's page: to copy the trader, or to open the viewer's copy; nothing for a trader who can't be copied. */
export function CopyLink({ trader: { id }, open, own, copies }: Pick<Props, 'trader' | 'open' | 'own' | 'copies'>) {
  if (own) return null;
  if (copies.length > 0) return <OwnCopyButton copies={copies} />;
  return (
    open && (
      <LinkButton to={`/traders/${id}/copy`} tone="primary" icon="copy">
        Copy
      </LinkButton>
    )
  );
}

export function CopyBar(props: Omit<Props, 'available' | 'amount'>) {
  const { open, own, copies } = props;
  const { id, firstName, lastName, minimumCapital } = props.trader;
  const isCopied = copies.length > 0;
  if (own || !(open || isCopied)) return null;
  return (
    <div className="copy-bar">
      <Cluster spread>
        <Cluster>
          <WideOnly from="small">
            <strong>
              {firstName} {lastName}
            </strong>
          </WideOnly>
          {isCopied ? (
            open && <Link to={`/traders/${id}/copy`}>Start another copy</Link>
          ) : (
            <span>
              From <Money cents={minimumCapital} />
            </span>
          )}
        </Cluster>
        <CopyLink {...props} />
      </Cluster>
    </div>
  );
}
