import type { ReactNode } from 'react';
import { ClaimPracticeMoney } from '~/features/money/components';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Card, Stack } from '~/ui/layout/Layout';
import { Checklist } from '~/ui/messages/Checklist';
import { DefinitionList, Profit, Stat } from '~/ui/tables/Data';
import type { FirstSteps } from '../internal/firstSteps.server';

export function FirstStepsCard({
  steps: { money, offered, copied },
  practiceKey,
  suggested,
}: {
  steps: FirstSteps;
  practiceKey: string;
  suggested: ReactNode;
}) {
  const [first] = copied;
  const holds = copied.some(({ positions }) => positions.length > 0);
  return (
    <Card id="first-steps" title="First steps">
      <Checklist
        steps={[
          { title: 'Email address verified', done: true },
          {
            title: money === null ? 'Get money to copy with' : MONEY_TITLES[money],
            done: money !== null,
            children: money === null && <MoneyStep offered={offered} practiceKey={practiceKey} />,
          },
          {
            title: first ? `You copy ${first.traderName}` : 'Copy your first trader',
            done: first !== undefined,
            children: !first && suggested,
          },
          {
            title: holds ? 'Your copy holds its first positions' : 'See your first result',
            done: holds,
            children: first ? (
              <FirstResults copied={copied} />
            ) : (
              'No trade of yours has closed yet. Your copy’s positions and their results appear here.'
            ),
          },
        ]}
      />
    </Card>
  );
}

const FirstResults = ({ copied }: Pick<FirstSteps, 'copied'>) => (
  <Stack gap="tight">
    {copied.map(({ id, traderName, total, positions, hours }) => (
      <div key={id} data-moving>
        {positions.length === 0 ? (
          <p>
            Your copy of {traderName} holds no positions yet. Their next trade opens in it too, and appears here.
            {hours && ` They usually trade ${hours}.`}
          </p>
        ) : (
          <>
            <Stat
              label={`Your copy of ${traderName}, at current prices`}
              value={<Profit cents={total} />}
              detail="It moves with prices until the positions close."
            />
            <DefinitionList
              items={positions.map(({ symbol, side, result }) => ({
                term: `${symbol}, ${side}`,
                detail: <Profit cents={result} />,
              }))}
            />
          </>
        )}
      </div>
    ))}
    <Link to="/usercopytrade">My copies</Link>
  </Stack>
);

const MONEY_TITLES = { deposit: 'Money deposited', practice: 'Practice money taken' };

const MoneyStep = ({ offered, practiceKey }: { offered: bigint | null; practiceKey: string }) =>
  offered === null ? (
    <LinkButton to="/fundwallet" icon="deposit">
      Deposit
    </LinkButton>
  ) : (
    <Stack gap="tight">
      <p>You can take practice money once. It is not a deposit and does not count towards a rank.</p>
      <ClaimPracticeMoney offered={offered} formKey={practiceKey} next="/dashboard" at="first-steps" />
    </Stack>
  );
