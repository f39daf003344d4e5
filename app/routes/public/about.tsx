import { pageMeta } from '~/features/site/marketing/pageMeta';
import { durationText } from '~/platform/text/durationText';
import { MAX_RESULT_WAIT_MS } from '~/trading/tradingTerms';
import { LinkButton } from '~/ui/Button';
import { FoldedPart } from '~/ui/layout/Fold';
import { Cluster, Columns, Page, Stack } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { BookPicture } from '~/ui/pictures/BookPicture';
import { Prose } from '~/ui/Text';
import { Link } from '~/web/router';

export const meta = () =>
  pageMeta('About', 'What Mirrorbook is, what copying a trader means, what it costs, and how you can check it.');

export default function About() {
  return (
    <Page
      roomy
      title="About Mirrorbook"
      picture={<BookPicture />}
      lead="Copy trading in forex, stocks, indices, futures and crypto, on books that anyone can check."
    >
      <Columns>
        <Stack gap="loose">
          <FoldedPart title="Two pages of one book" open>
            <Prose>
              <p>
                On the left page is a trader: every trade that was recorded for them, and its result. On the right page
                is you: the same results, in proportion to what you put in. The two can always be laid side by side.
                That is the whole idea, and the name.
              </p>
            </Prose>
          </FoldedPart>
          <FoldedPart title="What copying means">
            <Prose>
              <ul>
                <li>You choose an amount. It is set apart from the rest of your money, for this copy alone.</li>
                <li>Each result recorded for the trader changes your copy by the same share.</li>
                <li>A loss never takes more than the copy holds; the rest of your money is out of its reach.</li>
                <li>
                  You may pause, stop, or set a floor below which the copy stops itself. No later result reaches a copy
                  that was stopped, and what it holds is returned: at once with simulated money, otherwise within{' '}
                  {durationText(MAX_RESULT_WAIT_MS)}, once the results from before the stop are recorded.
                </li>
              </ul>
              <p>
                Traders work with the desktop platforms MetaTrader 4 and 5, expert advisors, and signals on a messaging
                channel. Read <Link to="/forex">how currency copying works</Link>.
              </p>
            </Prose>
          </FoldedPart>
        </Stack>
        <Stack gap="loose">
          <FoldedPart title="What it costs">
            <Prose>
              <p>
                Depositing is free of charge and one dollar counts as one dollar. A withdrawal costs what is shown
                before you confirm it, at present nothing. There is no fee for joining or leaving. Some traders take a
                share of a copy’s new gains: you see it before you start. What orders cost is on the page of{' '}
                <Link to="/trading-assumptions">trading assumptions</Link>.
              </p>
            </Prose>
          </FoldedPart>
          <FoldedPart title="What can go wrong">
            <Prose>
              <p>
                A trader can be wrong for a long time. A single loss can jump over a floor, which ends a copy after it
                and not before. You can lose all that you put into a copy. You cannot lose more than that.
              </p>
            </Prose>
          </FoldedPart>
          <FoldedPart title="How you can check it">
            <Prose>
              <ul>
                <li>
                  Money is kept in double entry. A balance is the sum of its lines, never a number that was typed.
                </li>
                <li>
                  What a plan promises is set aside before it is sold, and never taken from another investor’s deposit.
                </li>
                <li>
                  Figures of traders are computed from recorded trades; what they merely claim is marked as a claim.
                </li>
                <li>
                  A withdrawal shows its true state and the time of each: requested, approved, paid, or rejected with
                  the reason.
                </li>
              </ul>
            </Prose>
          </FoldedPart>
        </Stack>
      </Columns>
      <Notice tone="warning" title="Trading can lose money">
        Only invest what you can afford to lose. If a return sounds too good, ask what is reserved for it; here you can
        see the answer.
      </Notice>
      <Cluster>
        <LinkButton to="/signup" tone="primary">
          Get started
        </LinkButton>
        <LinkButton to="/faq">Questions and answers</LinkButton>
      </Cluster>
    </Page>
  );
}
