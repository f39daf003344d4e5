import { FoldedPart } from '~/ui/layout/Fold';
import { Columns } from '~/ui/layout/Layout';
import { Prose } from '~/ui/Text';
import { Link } from '~/web/router';

export function ForexText() {
  return (
    <>
      <Prose columns>
        <h2>What the forex market is</h2>
        <p>
          Currencies are traded in pairs. EUR/USD at 1.1032 says that one euro costs 1.1032 dollars: buy the pair and
          you gain when the euro gets dearer, sell it and you gain when it gets cheaper. The market is open from Sunday
          evening to Friday evening, UTC, and moves most when London and New York are both at work, about 13:00 to
          16:00.
        </p>
        <p>
          The smallest usual step is a pip: 0.0001 for most pairs, 0.01 for those with the yen. On a position of $10,000
          in EUR/USD one pip is about $1. The major pairs cost the least to trade.
        </p>
        <h2>Forex copy trading</h2>
        <p>
          Copying means that another person decides and your account follows, in proportion. If a trade brings a trader
          2% of their capital, it brings your copy 2% of what you set aside, and a loss takes it in the same way. You
          choose the amount, a floor at which the copy ends by itself, and you can stop at any time.
        </p>
        <ul>
          <li>
            Every trade that was copied is listed with the trader’s result and yours, or with the reason it was left
            out.
          </li>
          <li>A trader’s figures are computed from recorded trades. Declared figures are marked as such.</li>
          <li>
            There is no fee to start or stop a copy. A trader’s share of new profits, if there is one, is shown before
            you start. What orders cost is on the page of <Link to="/trading-assumptions">trading assumptions</Link>.
          </li>
        </ul>
      </Prose>
      <Columns>
        <FoldedPart title="MT4 and MT5">
          <Prose>
            <p>
              Many currency traders work in MetaTrader 4 or 5, two desktop programs that most brokers support. An expert
              advisor is a small program inside them that watches prices and places orders by fixed rules. Traders whose
              results we record may trade there by hand or by expert advisor; what reaches your account is the same: a
              pair and a result in proportion. You need neither program to copy.
            </p>
          </Prose>
        </FoldedPart>
        <FoldedPart title="Signals">
          <Prose>
            <p>
              A signal is a trade written down: the pair, the direction, where to get in, where to take the profit, and
              where to admit that it was wrong. Some traders publish theirs on a messaging channel so that people can
              place them on their own in MT4 or MT5. A signal reaches you seconds or minutes late and you must judge its
              size yourself; a copy takes the trader’s own result, in proportion.
            </p>
            <p>
              We never send signals in private messages, never ask for payment on a channel, and never ask for your
              password there. Anyone who does is not us.
            </p>
          </Prose>
        </FoldedPart>
      </Columns>
      <Prose columns>
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
            <strong>Delay</strong>: a result reaches your copy once it has been recorded, and by then the market may be
            elsewhere. Pausing or stopping a copy does not undo what was recorded before.
          </li>
          <li>
            <strong>The trader</strong> can change, tire, or have been lucky so far. A long record without a large fall
            says more than a high return.
          </li>
        </ul>
      </Prose>
    </>
  );
}
