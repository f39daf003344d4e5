import { Time } from '~/ui/tables/Data';

export const InCoin = ({ amount, coin, at }: { amount: string; coin: string; at: Date | null }) =>
  at ? (
    <>
      about {amount} {coin} at <Time at={at} clockOnly />
    </>
  ) : (
    <>
      {amount} {coin}
    </>
  );
