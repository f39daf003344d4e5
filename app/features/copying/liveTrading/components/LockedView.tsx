import { TakePracticeMoney } from '~/features/money/components';
import { formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { GetForm } from '~/ui/forms/Form';
import { StepDialog } from '~/ui/layout/Dialog';
import { Cluster, Columns, Section, Stack } from '~/ui/layout/Layout';
import { LockedPicture } from '~/ui/pictures/LockedPicture';
import { Prose, Small } from '~/ui/Text';
import type { LockedTrading } from '../lockedView.server';

type Props = LockedTrading & { practiceKey: string };

const ASK = `/support?${new URLSearchParams({ from: '/live-trading', subject: 'Please open live trading' })}`;

export function LockedView(props: Props) {
  const { asking, playing } = props;
  return (
    <>
      <Columns ratio="main-aside">
        <Stack gap="tight">
          <LockedPicture label="A candle chart behind a lock" playing={playing} />
          <LinkButton to={playing ? '/live-trading' : '/live-trading?play=1'} icon={playing ? 'close' : 'arrow-right'}>
            {playing ? 'Stop' : 'Play a short clip of a session'}
          </LinkButton>
        </Stack>
        <Section title="Live sessions">
          <Stack>
            <Prose>
              <p>
                In a live session you watch a symbol the way a trader does: candles from one minute to one day, the
                price moving as you look, and gold, currencies, coins and indices a press away.
              </p>
              <ul>
                <li>A chart of any symbol we follow, over the year or the last minutes.</li>
                <li>A watchlist of forex, crypto and index symbols with their day’s change.</li>
                <li>Orders with money that you set aside, each with its cost before it is placed.</li>
              </ul>
            </Prose>
            <GetForm action="/live-trading">
              <Button tone="primary" icon="lock" name="unlock" value="1">
                Unlock
              </Button>
            </GetForm>
            <Small>
              {props.offered === null
                ? 'Management unlocks it: the next step is a message to support.'
                : `The next step gives you ${formatUsd(props.offered)} of practice money, and that unlocks it.`}
            </Small>
          </Stack>
        </Section>
      </Columns>
      {asking && (
        <StepDialog title="Live trading is locked" closeHref="/live-trading">
          {props.offered === null ? <AskSupport /> : <Practise {...props} offered={props.offered} />}
        </StepDialog>
      )}
    </>
  );
}

const Practise = ({ offered, practiceKey }: Props & { offered: bigint }) => (
  <Stack>
    <p>
      Practice money opens live trading. It is simulated, like everything in paper mode, and given once: it is not a
      deposit and does not count towards a rank.
    </p>
    <TakePracticeMoney offered={offered} formKey={practiceKey} next="/live-trading" at="chart" opens />
  </Stack>
);

/** An administrator opens it for whoever asks: the request has its subject already. */
const AskSupport = () => (
  <Stack>
    <p>Management unlocks live trading for your account. Ask support, which answers you there.</p>
    <Cluster>
      <LinkButton to={ASK} tone="primary" icon="mail">
        Write to support
      </LinkButton>
    </Cluster>
  </Stack>
);
