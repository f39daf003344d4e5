import { LinkButton } from '~/ui/Button';
import { Card, Cluster, Grid, Page, Section, Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';

export const meta = () => [
  { title: 'Mirrorbook · Copy trading on books that add up' },
  {
    name: 'description',
    content: 'Mirror traders, fund a wallet in cryptocurrency, and see every cent of it in double entry.',
  },
];

const STEPS = [
  { title: 'Register', text: 'An e-mail address and a few lines about you. It takes about two minutes.' },
  {
    title: 'Fund',
    text: 'Pay in by one of eight cryptocurrency methods and upload the proof. Management looks at it and credits what arrived.',
  },
  { title: 'Trade', text: 'Choose a trader to mirror, in proportion to what you put in. Stop whenever you like.' },
];

const PROMISES = [
  {
    title: 'Money that is provably right',
    text: 'Every balance is the sum of its postings, in double entry. An operator can credit or debit an account, but only as a line with a reason that you can read.',
  },
  {
    title: 'Returns are reserved first',
    text: "A plan is sold only when its whole promised return is set aside. It can never be paid out of another person's deposit.",
  },
  {
    title: 'Withdrawals tell the truth',
    text: 'Requested, approved, paid, rejected with the reason: each with its time. Nothing is charged that was not shown before you confirmed.',
  },
  {
    title: 'Works on a bad phone',
    text: 'Every page and every form works without JavaScript, on a small screen, over a slow line. Press twice and it still happens once.',
  },
];

export default function Landing() {
  return (
    <Page
      title="Innovative Copy Trading Platform"
      lead="For cryptocurrencies, foreign exchange, copy trading, stocks & ETFs. Mirror traders, in proportion to what you put in, and see where every cent went."
    >
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Get started
        </LinkButton>
        <LinkButton to="/login">Log in</LinkButton>
      </Cluster>
      <Section title="Start Trading in 3 Steps">
        <Grid>
          {STEPS.map(({ title, text }, index) => (
            <Card key={title} title={`${index + 1}. ${title}`}>
              <p>{text}</p>
            </Card>
          ))}
        </Grid>
      </Section>
      <Section title="What makes it ours">
        <Grid>
          {PROMISES.map(({ title, text }) => (
            <Card key={title} title={title}>
              <p>{text}</p>
            </Card>
          ))}
        </Grid>
      </Section>
      <Stack>
        <Notice tone="warning" title="Trading can lose money">
          Copying somebody means sharing their losses, too. Past results say nothing certain about coming ones.
        </Notice>
      </Stack>
    </Page>
  );
}
