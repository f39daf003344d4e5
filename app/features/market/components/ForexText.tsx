import { Prose } from '~/ui/Text';

/** What currency trading is, and how copying it works: the text of the forex page. `simulated` where the prices beside it are. */
export function ForexText({ simulated }: { simulated: boolean }) {
  return (
    <Prose>
      <h2>What the forex market is</h2>
      <p>
        Currencies are traded in pairs. EUR/USD at 1.1032 says that one euro costs 1.1032 dollars: buy the pair and you
        gain when the euro gets dearer, sell it and you gain when it gets cheaper. The market is open from Sunday
        evening to Friday evening, UTC, and moves most when London and New York are both at work, about 13:00 to 16:00.
        {simulated && ' Simulated prices know no weekend and never close.'}
      </p>
      <p>
        The smallest usual step is a pip: 0.0001 for most pairs, 0.01 for those with the yen. On a position of $10,000
        in EUR/USD one pip is about $1. The major pairs cost the least to trade, because so many people trade them.
      </p>
      <h2>Forex copy trading</h2>
      <p>
        Copying means that somebody else decides and your account follows, in proportion. If a trader puts 2% of their
        capital into a position, your copy puts 2% of what you set aside into the same one, at the price there is at
        that moment. You choose the amount, a floor at which the copy ends by itself, and you can stop at any time.
      </p>
      <ul>
        <li>
          Every trade that was copied is listed with the trader's result and yours, or with the reason it was left out.
        </li>
        <li>A trader’s figures are computed from recorded trades. What somebody merely declared says so.</li>
        <li>Copying costs nothing: no fee to start, none on a profit, none to stop.</li>
      </ul>
      <h2>MT4 and MT5</h2>
      <p>
        Many currency traders work in MetaTrader 4 or 5, two desktop programs that most brokers support. An expert
        advisor is a small program inside them that watches prices and places orders by fixed rules. Traders whose
        results we record may trade there by hand or by expert advisor; what reaches your account is the same: a pair, a
        direction, a size and a result. You need neither program to copy.
      </p>
      <h2>Signals</h2>
      <p>
        A signal is a trade written down: the pair, the direction, where to get in, where to take the profit, and where
        to admit that it was wrong. Some traders publish theirs on a messaging channel so that people can place them on
        their own in MT4 or MT5. A signal reaches you seconds or minutes late and you must judge its size yourself; a
        copy does both for you, and ends with the trader's own exit.
      </p>
      <p>
        We never send signals in private messages, never ask for payment on a channel, and never ask for your password
        there. Whoever does is not us.
      </p>
      <h2>What can go wrong</h2>
      <ul>
        <li>
          <strong>Leverage</strong> makes small moves large. At 30 to 1, a move of 3.3% against you takes everything
          that was put into that position.
        </li>
        <li>
          <strong>Gaps</strong>: after a weekend or a surprise from a central bank the next price can lie far from the
          last one, and a stop is filled there, not where you set it.
        </li>
        <li>
          <strong>Slippage</strong>: your copy trades after the trader does. If the price has moved more than 0.5% on a
          major pair, the opening is left out and you are told.
        </li>
        <li>
          <strong>The trader</strong> can change, tire or be lucky until now. A long record with a small drawdown says
          more than a high return.
        </li>
      </ul>
    </Prose>
  );
}
