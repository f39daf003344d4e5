import { Bonuses } from '~/features/money/referrals/components/Bonuses';
import { loadReferrals, type Referred } from '~/features/money/referrals/queries.server';
import { formatBps, formatUsd } from '~/ledger/money';
import { CopyText, LinkButton } from '~/ui/Button';
import { Card, Cluster, Columns, Figures, Page, Stack } from '~/ui/layout/Layout';
import { Muted, Prose, WrappedText } from '~/ui/Text';
import { CursorPager, Money, Stat, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import { investor } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user, url }) => loadReferrals(user, url.searchParams.get('before')));

export default function Referrals() {
  const { earned, waiting, bonuses, friends, isFirst, next, referred, ...terms } = useLoaderData<typeof loader>();
  const { link, mayChooseName, rate, example } = terms;
  const lead =
    rate > 0
      ? `${formatBps(rate)} of each deposit by friends who use your link: a deposit of ${formatUsd(example.deposit)} brings you a bonus of ${formatUsd(example.bonus)}.`
      : 'No bonus is paid for referrals at the moment. Your link still works.';
  return (
    <Page title="Referrals" lead={lead}>
      <Columns ratio="main-aside">
        <Stack>
          <Card title="Invite friends">
            <Figures>
              <Stat label="Bonus received" value={<Money cents={earned} />} />
              <Stat
                label="Bonus waiting"
                value={<Money cents={waiting} />}
                detail={waiting > 0n ? 'The list shows what each is waiting for' : undefined}
              />
              <Stat label="Friends" value={friends} />
            </Figures>
            <CopyText text={link} label="your referral link" tone="primary" />
            <Cluster>
              <LinkButton to={invitationHref(link)} icon="mail" document>
                Send by email
              </LinkButton>
              {mayChooseName && <Link to="/settings/username">Choose a username for your link</Link>}
            </Cluster>
          </Card>
          {/* Without bonuses and friends, the empty list of friends is enough. */}
          {(bonuses.length > 0 || friends > 0) && (
            <Card title="Your bonuses">
              <Bonuses bonuses={bonuses} />
            </Card>
          )}
          <Card title="Friends you invited">
            <Table
              caption="People you referred, newest first"
              rows={referred}
              rowKey={({ id }) => id}
              dense
              icon="referral"
              empty="No one has signed up with your link yet. Copy it above and send it to a friend."
              columns={[
                {
                  header: 'Name',
                  cell: ({ firstName, lastName }) => <WrappedText>{`${firstName} ${lastName}`}</WrappedText>,
                },
                { header: 'Email', cell: ({ email }) => <WrappedText>{email}</WrappedText> },
                { header: 'Since', folded: true, cell: ({ date }) => <Time at={date} dateOnly /> },
                { header: 'Bonus', align: 'end', cell: (person) => <ReferralBonus {...person} /> },
                { header: 'Waiting', slim: true, cell: (person) => <WaitingBonus {...person} /> },
              ]}
            />
            <CursorPager previous={isFirst ? null : '/referrals'} next={next && `/referrals?before=${next}`} />
          </Card>
        </Stack>
        {rate > 0 && (
          <Card title="How it works">
            <Prose>
              <ol>
                <li>Send your link to a friend.</li>
                <li>Your friend signs up with it and makes a deposit.</li>
                <li>You receive {formatBps(rate)} of the deposit as a bonus.</li>
              </ol>
              <ReferralTerms {...terms} />
            </Prose>
          </Card>
        )}
      </Columns>
    </Page>
  );
}

const INVITATION_SUBJECT = 'Join me on Mirrorbook';

const invitationHref = (link: string): string =>
  `mailto:?subject=${encodeURIComponent(INVITATION_SUBJECT)}&body=${encodeURIComponent(link)}`;

const ReferralTerms = (terms: { holdingDays: number; monthCap: bigint; areDocumentsRequired: boolean }) => (
  <p>
    The same money earns a bonus once, even if it is withdrawn and deposited again.
    {terms.holdingDays > 0 &&
      ` A bonus is decided ${terms.holdingDays === 1 ? 'a day' : `${terms.holdingDays} days`} after the deposit, for the least that stayed meanwhile; a withdrawal counts from its request.`}{' '}
    {terms.areDocumentsRequired && 'It waits until the identity checks of both of you are approved. '}
    Your own accounts earn none, and the bonuses of a month come to at most {formatUsd(terms.monthCap)}.
  </p>
);

const ReferralBonus = ({ refBonus, waiting }: Referred) => (
  <Stack gap="tight">
    <Money cents={refBonus} />
    {waiting > 0n && (
      <InColumn>
        <WaitingBonus waiting={waiting} />
      </InColumn>
    )}
  </Stack>
);

const WaitingBonus = ({ waiting }: Pick<Referred, 'waiting'>) =>
  waiting > 0n && (
    <Muted>
      <Money cents={waiting} /> waiting
    </Muted>
  );
