import type { ReactNode } from 'react';
import { formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { Checklist } from '~/ui/messages/Checklist';
import type { FirstSteps } from '../internal/firstSteps.server';

/**
 * What a new account does first, until a copied trade has reached it.
 * @param suggested traders to begin with
 */
export function FirstStepsCard({
  steps: { money, offered, copied },
  practiceKey,
  suggested,
}: {
  steps: FirstSteps;
  practiceKey: string;
  suggested: ReactNode;
}) {
  return (
    <Card id="first-steps" title="First steps">
      <Checklist
        steps={[
          { title: 'Email address verified', done: true },
          {
            title: money === null ? 'Get money to copy with' : MONEY_WORDS[money],
            done: money !== null,
            children: money === null && <GetMoney offered={offered} practiceKey={practiceKey} />,
          },
          {
            title: copied ? 'First trader copied' : 'Copy your first trader',
            done: copied,
            children: !copied && suggested,
          },
          {
            title: 'See the first trade',
            done: false,
            children: 'No trade of yours has closed yet. Each trade that your copy closes is listed here on its day.',
          },
        ]}
      />
    </Card>
  );
}

const MONEY_WORDS = { deposit: 'Money deposited', practice: 'Practice money taken' };

const GetMoney = ({ offered, practiceKey }: { offered: bigint | null; practiceKey: string }) =>
  offered === null ? (
    <LinkButton to="/fundwallet" icon="deposit">
      Deposit
    </LinkButton>
  ) : (
    <Stack gap="tight">
      <p>
        Simulated, like everything in paper mode, and given once. It is not a deposit and does not count towards a rank.
      </p>
      <PostForm formKey={practiceKey} at="first-steps">
        <Cluster>
          <Button name="_intent" value="practice" tone="primary">
            Get {formatUsd(offered)} of practice money
          </Button>
        </Cluster>
      </PostForm>
    </Stack>
  );
