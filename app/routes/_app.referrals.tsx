import { useLoaderData } from '@remix-run/react';
import { type Referred, referralsOf } from '~/features/referrals/queries.server';
import { formatBps, formatUsd } from '~/ledger/money';
import { investor } from '~/platform/guard/index.server';
import { CopyText } from '~/ui/Button';
import { CursorPager, Money, Stat, Time } from '~/ui/Data';
import { Card, Grid, Page, Section, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted, Typed } from '~/ui/Text';

export const meta = () => [{ title: 'Referrals · Mirrorbook' }];

export const loader = investor.loader(async ({ user, url }) => referralsOf(user, url.searchParams.get('before')));

export default function Referrals() {
  const { link, rate, example, earned, waiting, dropped, friends, isFirst, next, referred } =
    useLoaderData<typeof loader>();
  const lead =
    rate > 0
      ? `You receive ${formatBps(rate)} of every approved deposit of a friend who signs up by your link: a deposit of ${formatUsd(example.deposit)} brings you a bonus of ${formatUsd(example.bonus)}.`
      : 'No bonus is paid for referrals at the moment. Your link works all the same.';
  return (
    <Page title="Referrals" lead={lead}>
      <Card title="Your link">
        <CopyText text={link} label="your referral link" />
      </Card>
      <Grid cell="small">
        <Stat label="Friends" value={friends} />
        <Stat label="Bonus received" value={<Money cents={earned} />} />
        <Stat
          label="Bonus waiting"
          value={<Money cents={waiting} />}
          detail={waiting > 0n ? 'Paid as soon as the reserve allows' : undefined}
        />
        {dropped > 0n && (
          <Stat
            label="Bonus dropped"
            value={<Money cents={dropped} />}
            detail="The deposit behind it was reversed before it was paid"
          />
        )}
      </Grid>
      <Section title="Who came by your link">
        <Table
          caption="People you referred, newest first"
          rows={referred}
          rowKey={({ id }) => id}
          empty="Nobody has signed up by your link yet."
          columns={[
            { header: 'Name', cell: ({ firstName, lastName }) => <Typed>{`${firstName} ${lastName}`}</Typed> },
            { header: 'Email', cell: ({ email }) => <Typed>{email}</Typed> },
            { header: 'Since', cell: ({ date }) => <Time at={date} dateOnly /> },
            { header: 'Bonus', align: 'end', cell: (person) => <BonusOf {...person} /> },
          ]}
        />
        <CursorPager previous={isFirst ? null : '/referrals'} next={next && `/referrals?before=${next}`} />
      </Section>
    </Page>
  );
}

const BonusOf = ({ refBonus, waiting, dropped }: Referred) => (
  <Stack gap="tight">
    <Money cents={refBonus} />
    {waiting > 0n && (
      <Muted>
        <Money cents={waiting} /> waiting
      </Muted>
    )}
    {dropped > 0n && (
      <Muted>
        <Money cents={dropped} /> dropped
      </Muted>
    )}
  </Stack>
);
