import { useLoaderData } from '@remix-run/react';
import {
  Contact,
  DepositOrTrade,
  Invitation,
  LandingQuestions,
  Reviews,
  SampleTraders,
  ThreeSteps,
} from '~/features/marketing/components/LandingPeople';
import { Features, LandingHero } from '~/features/marketing/components/LandingTop';
import { firstQuestions } from '~/features/marketing/faq';
import { pageMeta } from '~/features/marketing/pageMeta';
import { methodNames } from '~/features/marketing/site.server';
import { organization } from '~/features/marketing/structuredData';
import { publicRoute } from '~/platform/guard/index.server';
import { publicOrigin } from '~/platform/site';
import { Bands } from '~/ui/Landing';

export const meta = ({ data }: { data?: { origin: string } }) => [
  ...pageMeta(
    'Copy trading on books that add up',
    'Mirror traders in forex, stocks, indices, futures and crypto, fund a wallet in cryptocurrency, and see every cent of it in double entry.',
  ),
  ...(data ? [organization(data.origin)] : []),
];

export const loader = publicRoute.loader(async () => ({
  origin: publicOrigin(),
  questions: firstQuestions(await methodNames()),
}));

export default function Landing() {
  const { questions } = useLoaderData<typeof loader>();
  return (
    <Bands>
      <LandingHero />
      <Features />
      <DepositOrTrade />
      <ThreeSteps />
      <LandingQuestions questions={questions} />
      <Reviews />
      <Contact />
      <SampleTraders />
      <Invitation />
    </Bands>
  );
}
