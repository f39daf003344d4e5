import { Bonuses } from '~/features/money/referrals/components/Bonuses';
import { loadReferrals, type Referred } from '~/features/money/referrals/queries.server';
import { formatBps, formatUsd } from '~/ledger/money';
import { CopyText } from '~/ui/Button';
import { Card, Figures, Page, Section, Stack } from '~/ui/layout/Layout';
import { Muted, WrappedText } from '~/ui/Text';
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
      <Card title="Your link">
        <Stack>
          <CopyText text={link} label="your referral link" />
          {mayChooseName && <Link to="/settings/username">Choose a username for your link</Link>}
          {rate > 0 && <ReferralTerms {...terms} />}
        </Stack>
      </Card>
      <Card>
        <Figures>
          <Stat label="Friends" value={friends} />
          <Stat label="Bonus received" value={<Money cents={earned} />} />
          <Stat
            label="Bonus waiting"
            value={<Money cents={waiting} />}
            detail={waiting > 0n ? 'The list shows what each is waiting for' : undefined}
          />
        </Figures>
      </Card>
      {/* Without bonuses and friends, the empty list of friends is enough. */}
      {(bonuses.length > 0 || friends > 0) && (
        <Section title="Your bonuses">
          <Bonuses bonuses={bonuses} />
        </Section>
      )}
      <Section title="Friends you invited">
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
      </Section>
    </Page>
  );
}

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
