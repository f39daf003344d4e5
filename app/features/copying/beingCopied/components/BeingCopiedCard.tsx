import { formatBps } from '~/ledger/money';
import { Button, LinkButton } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { PostForm } from '~/ui/forms/Form';
import { MoneyField } from '~/ui/forms/MoneyField';
import { Link } from '~/ui/Link';
import { Card, Cluster, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Facts, Money, StatusBadge } from '~/ui/tables/Data';
import type { BeingCopied } from '../queries.server';
import { leaderRequestSchema, MIN_TRADES, MIN_TRADING_DAYS } from '../schema';

type Keys = Record<'ask-to-be-copied' | 'withdraw-request' | 'stop-being-copied', string>;

export function BeingCopiedCard({ view, keys }: { view: BeingCopied; keys: Keys }) {
  return (
    <Card>
      <Stack>
        {view.isCopied ? (
          <CopiedStatus view={view} formKey={keys['stop-being-copied']} />
        ) : (
          <NotCopied view={view} keys={keys} />
        )}
      </Stack>
    </Card>
  );
}

function CopiedStatus({ view, formKey }: { view: BeingCopied; formKey: string }) {
  const { trader, copies, received } = view;
  if (!trader) return null;
  return (
    <>
      <Facts
        items={[
          { term: 'State', detail: <StatusBadge status={trader.status} /> },
          { term: 'Copiers', detail: copies.people },
          { term: 'In all copies', detail: <Money cents={copies.sum} /> },
          { term: 'Your share of new profits', detail: formatBps(trader.shareBps) },
          { term: 'Received so far', detail: <Money cents={received} /> },
        ]}
      />
      {view.stake && <OwnStake stake={view.stake} />}
      <p>
        Who copies you is not shown. Your <Link to="/settings/picture">picture</Link>, orders, positions and figures are
        on your page for all investors here.
      </p>
      <Cluster>
        <LinkButton to={`/traders/${trader.id}`}>Your page as a trader</LinkButton>
        <PostForm formKey={formKey} at="copied" inline>
          <input type="hidden" name="_intent" value="stop-being-copied" />
          <Button tone="danger">Stop being copied</Button>
        </PostForm>
      </Cluster>
      <p>Stopping ends all copies of you and returns the money to its owners. Your own trading continues.</p>
    </>
  );
}

function OwnStake({ stake: { own, needed, stakeBps, enough } }: { stake: NonNullable<BeingCopied['stake']> }) {
  const rule = `At least ${formatBps(stakeBps)} of what copies hold has to be your own money in trading.`;
  if (stakeBps === 0) return null;
  return (
    <>
      <Facts
        items={[
          { term: 'Your stake', detail: <Money cents={own} /> },
          { term: 'Needed', detail: <Money cents={needed} /> },
        ]}
      />
      {enough ? (
        <p>{rule} With less, copies open no new positions and accept no more money.</p>
      ) : (
        <Notice tone="warning" title="Copies of you open no new positions">
          {rule} Put <Money cents={needed - own} /> more into your own trading.
        </Notice>
      )}
    </>
  );
}

function NotCopied({ view, keys }: { view: BeingCopied; keys: Keys }) {
  const { waits, missing, rejected, copies } = view;
  if (waits) {
    return (
      <>
        <Notice>Your trader application waits for management.</Notice>
        <PostForm formKey={keys['withdraw-request']} at="copied" inline>
          <input type="hidden" name="_intent" value="withdraw-request" />
          <Button>Withdraw the application</Button>
        </PostForm>
      </>
    );
  }
  return (
    <>
      {rejected !== null && (
        <Notice tone="warning" title="Your trader application was rejected">
          {rejected}
        </Notice>
      )}
      {copies.count > 0 && <Notice>Earlier copies are still ending: {copies.count}.</Notice>}
      <p>
        Others can copy your trading once it is {MIN_TRADING_DAYS} days old with {MIN_TRADES} closed trades, and
        management has approved your application.
      </p>
      {missing.length > 0 ? (
        <p>So far: {missing.join(', ')}.</p>
      ) : (
        <RequestForm formKey={keys['ask-to-be-copied']} key={String(waits)} />
      )}
    </>
  );
}

const RequestForm = ({ formKey }: { formKey: string }) => (
  <ActionForm
    schema={leaderRequestSchema}
    id="ask-to-be-copied"
    formKey={formKey}
    at="copied"
    intent="ask-to-be-copied"
    values={{ minimum: '100' }}
    fields={[{ as: MoneyField, name: 'minimum', label: 'Minimum amount of a copy', short: 'Minimum amount' }]}
  >
    <p>
      Your name, country, <Link to="/settings/picture">picture</Link>, orders, positions and figures become public to
      all investors here.
    </p>
    <Button>Apply to become a trader</Button>
  </ActionForm>
);
