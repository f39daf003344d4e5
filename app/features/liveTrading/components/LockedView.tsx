import { getFormProps } from '@conform-to/react';
import { formatUsd } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, GetForm, PostForm, problemsOf } from '~/ui/forms/Form';
import { StepDialog } from '~/ui/layout/Dialog';
import { Cluster, Columns, Section, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { LockedPicture } from '~/ui/pictures/LockedPicture';
import { EmailAddress, Prose, Small } from '~/ui/Text';
import { Time } from '~/ui/tables/Data';
import { useActionForm } from '~/web/form/useActionForm';
import { TakePracticeMoney } from '../../wallet/components';
import type { LockedTrading } from '../lockedView.server';
import { supportSchema } from '../schema';

type Props = LockedTrading & { practiceKey: string; supportKey: string };

/** What stands in for the live chart until it is unlocked. */
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
                ? 'An administrator unlocks it: the next step is a message to support.'
                : `${formatUsd(props.offered)} of practice money unlocks it.`}
            </Small>
          </Stack>
        </Section>
      </Columns>
      {asking && (
        <StepDialog title="Live trading is locked" closeHref="/live-trading">
          {props.offered === null ? <AskSupport {...props} /> : <Practise {...props} offered={props.offered} />}
        </StepDialog>
      )}
    </>
  );
}

/** In paper mode practice money opens it. */
const Practise = ({ offered, practiceKey }: Props & { offered: bigint }) => (
  <Stack>
    <p>
      Practice money opens live trading. It is simulated, like everything in paper mode, and given once: it is not a
      deposit and does not count towards a rank.
    </p>
    <TakePracticeMoney offered={offered} formKey={practiceKey} next="/live-trading" at="chart" />
  </Stack>
);

/** Writes to support, and says when that was done. */
function AskSupport({ support, email, askedAt, supportKey }: Props) {
  const { form, fields, ...answer } = useActionForm(supportSchema, {
    id: 'ask-support',
    formKey: supportKey,
    defaultValue: { message: 'Please open live trading for my account.' },
  });
  if (askedAt) {
    return (
      <Notice tone="success" title="Your message to support is sent">
        Sent <Time at={askedAt} />. An administrator decides, and you are told here; support answers to{' '}
        <EmailAddress>{email}</EmailAddress>. You can also write to <a href={`mailto:${support}`}>{support}</a>.
      </Notice>
    );
  }
  return (
    <PostForm {...getFormProps(form)} formKey={answer.formKey}>
      <p>An administrator unlocks live trading for your account. Ask support for it here.</p>
      <ErrorSummary errors={problemsOf(form, { message: 'Message' })} />
      <input type="hidden" name="_intent" value="ask-support" />
      <Field {...fieldProps(fields.message)} label="Message" maxLength={500} autoComplete="off" />
      <Cluster>
        <Button tone="primary" icon="mail">
          Send to support
        </Button>
      </Cluster>
      <Small>
        It is answered to <EmailAddress>{email}</EmailAddress>. You can also write to{' '}
        <a href={`mailto:${support}`}>{support}</a>.
      </Small>
    </PostForm>
  );
}
