import { Time } from '~/ui/tables/Data';

/** The price moves on while a payment is made, so the amount has its time. */
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
