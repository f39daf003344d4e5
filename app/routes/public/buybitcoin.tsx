import { pageMeta } from '~/features/site/marketing/pageMeta';
import { listMethodNames } from '~/features/site/marketing/site.server';
import { useSite } from '~/features/site/marketing/useSite';
import { LinkButton } from '~/ui/Button';
import { StepCards } from '~/ui/landing/Landing';
import { Cluster, Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Prose } from '~/ui/Text';
import { Badge } from '~/ui/tables/Data';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () =>
  pageMeta('How to buy bitcoin', 'Where to buy cryptocurrency, how to send it safely, and what to look out for.');

export const loader = publicRoute.loader(async () => await listMethodNames());

const BUYING_STEPS = [
  {
    title: 'Choose a place to buy',
    text: 'An exchange that is licensed where you live. Compare the whole cost: price, fee, and what sending it on costs.',
  },
  {
    title: 'Buy a small amount',
    text: 'By bank transfer or card. Exchanges verify who you are; that can take from minutes to a few days.',
  },
  {
    title: 'Send it to your deposit',
    text: 'Start a deposit here, copy the address that is shown, and send exactly that currency by exactly that network.',
  },
];

export default function BuyBitcoin() {
  const { deposits } = useLoaderData<typeof loader>();
  const { paper } = useSite();
  return (
    <Page
      roomy
      title="How to buy bitcoin"
      lead="Your wallet here is funded in cryptocurrency. If you have none yet, this is how to buy some."
    >
      {paper && (
        <Notice title="Nothing to buy in paper mode">
          Money here is simulated and the deposit addresses can’t be paid to. Read on for how it works, but send
          nothing.
        </Notice>
      )}
      <Section title="In three steps">
        <StepCards steps={BUYING_STEPS} />
      </Section>
      <Section title="What you can deposit">
        <Cluster>
          {deposits.map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
        </Cluster>
      </Section>
      <Prose columns>
        <h2>Sending it safely</h2>
        <ul>
          <li>
            A payment in cryptocurrency can’t be reversed. Copy the address, never type it, and compare its first and
            last six characters.
          </li>
          <li>
            The network matters as much as the currency: USDT sent by TRC20 to an ERC20 address is lost. The method says
            which network it takes.
          </li>
          <li>With a large amount, send a small part first and wait until it is credited.</li>
          <li>Keep the picture of the payment, or its transaction ID: it is the proof that a deposit asks for.</li>
        </ul>
        <h2>What to look out for</h2>
        <ul>
          <li>
            No one from here will call you and ask you to buy, to share your screen, or to send to “a new address”.
          </li>
          <li>No withdrawal ever needs another payment first, whether it is called tax, fee, upgrade or insurance.</li>
          <li>Prices of cryptocurrencies swing. What you buy today can be worth less when it arrives.</li>
        </ul>
      </Prose>
      <Cluster>
        <LinkButton to="/fundwallet" tone="primary" icon="deposit">
          Make a deposit
        </LinkButton>
        <LinkButton to="/signup">Sign up</LinkButton>
      </Cluster>
    </Page>
  );
}
