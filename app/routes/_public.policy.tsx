import { Page } from '~/ui/Layout';
import { Prose } from '~/ui/Text';

export const meta = () => [{ title: 'Terms · Mirrorbook' }];

export default function Terms() {
  return (
    <Page title="Terms" width="reading">
      <Prose>
        <h2>What this is</h2>
        <p>
          Mirrorbook lets you mirror traders, choose investment plans and move money in and out by cryptocurrency. In
          paper mode everything is simulated: no money is taken, and none is paid.
        </p>
        <h2>Your money</h2>
        <p>
          A deposit counts when management has seen that it arrived, with the amount that arrived. A withdrawal is held
          from the moment you ask for it, can be cancelled until it is decided, and costs nothing that was not shown
          before you confirmed. An operator may credit or debit your account only with a reason, which you can read in
          your history.
        </p>
        <h2>Copying and plans</h2>
        <p>
          Copying follows a trader in proportion to what you put in, profits and losses alike; you can lose what you
          allocate. The return of a plan is set aside before the plan is sold, and paid as its days go by.
        </p>
        <h2>Leaving</h2>
        <p>You can stop copying at once and close your account. What is owed to you stays owed until it is paid.</p>
      </Prose>
    </Page>
  );
}
