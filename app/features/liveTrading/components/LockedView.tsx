import { Button, LinkButton } from '~/ui/Button';
import { GetForm } from '~/ui/forms/Form';
import { StepDialog } from '~/ui/layout/Dialog';
import { Cluster, Columns, Section, Stack } from '~/ui/layout/Layout';
import { LockedPicture } from '~/ui/pictures/LockedPicture';
import { Prose } from '~/ui/Text';

/** What stands in for the live chart until an administrator has unlocked it. */
export function LockedView(props: { asking: boolean; playing: boolean; support: string }) {
  const { asking, playing, support } = props;
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
                <li>Every price with its source and its time.</li>
              </ul>
              <p>You can also trade there with money that you set aside for it.</p>
            </Prose>
            <GetForm action="/live-trading">
              <Button tone="primary" icon="lock" name="unlock" value="1">
                Unlock
              </Button>
            </GetForm>
          </Stack>
        </Section>
      </Columns>
      {asking && (
        <StepDialog title="Live trading is locked" closeHref="/live-trading">
          <Stack>
            <p>An administrator unlocks live trading for your account. Write to {support} and ask for it.</p>
            <Cluster>
              <LinkButton to={`mailto:${support}`} document tone="primary" icon="mail">
                Email support
              </LinkButton>
            </Cluster>
          </Stack>
        </StepDialog>
      )}
    </>
  );
}
