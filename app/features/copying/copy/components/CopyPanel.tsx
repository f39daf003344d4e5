import { plainUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { GetForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Card, Cluster, WideOnly } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Money } from '~/ui/tables/Data';

type Props = {
  trader: { id: string; firstName: string; lastName: string; minimumCapital: bigint };
  available: bigint | null;
  amount: bigint;
  /** True if the trader accepts new copies. */
  open: boolean;
  /** True if the viewer is the trader. */
  own: boolean;
};

export function CopyPanel({ trader: { id, minimumCapital }, available, amount, open, own }: Props) {
  if (own) return <Notice>This is your own trading, which you can’t copy.</Notice>;
  if (!open) return <Notice>This trader can’t be copied at the moment.</Notice>;
  return (
    <Card title="Copy this trader">
      <GetForm action={`/traders/${id}/copy`}>
        <MoneyField
          label="Amount to copy with"
          name="amount"
          defaultValue={plainUsd(amount)}
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

export function CopyBar({
  trader: { id, firstName, lastName, minimumCapital },
  open,
  own,
}: Omit<Props, 'available' | 'amount'>) {
  if (own || !open) return null;
  return (
    <div className="copy-bar">
      <Cluster spread>
        <Cluster>
          <WideOnly from="small">
            <strong>
              {firstName} {lastName}
            </strong>
          </WideOnly>
          <span>
            From <Money cents={minimumCapital} />
          </span>
        </Cluster>
        <LinkButton to={`/traders/${id}/copy`} tone="primary" icon="copy">
          Copy
        </LinkButton>
      </Cluster>
    </div>
  );
}
