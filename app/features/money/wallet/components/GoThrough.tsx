import type { ReactNode } from 'react';
import { Link } from '~/ui/Link';
import { Card } from '~/ui/layout/Layout';
import { Checklist } from '~/ui/messages/Checklist';
import { Notice } from '~/ui/messages/Notice';
import { DefinitionList, Time } from '~/ui/tables/Data';
import type { restoreToGoThrough } from '../restored/toGoThrough.server';

type Restored = NonNullable<Awaited<ReturnType<typeof restoreToGoThrough>>>;

/** Steps after a restore. */
export function GoThrough(props: Pick<Restored, 'restore' | 'open' | 'all'> & { paper: boolean; children: ReactNode }) {
  const { restore, open, all, paper, children } = props;
  const { from, since, at } = restore;
  return (
    <>
      {paper ? (
        <Notice>In paper mode nothing is paid, so nothing waits for this.</Notice>
      ) : (
        <Notice tone="warning" title="Payments wait">
          Requests that were paid after the backup came back payable. Nothing can be approved, paid or taken back from a
          reserve until two administrators have gone through this.
        </Notice>
      )}
      <Card title="The restore">
        <DefinitionList
          items={[
            { term: 'Backup', detail: from },
            { term: 'Nothing is known since', detail: <Time at={since} /> },
            { term: 'Restored', detail: <Time at={at} /> },
          ]}
        />
      </Card>
      <Card title="What to do">
        <Checklist
          steps={[
            {
              title: 'Compare each withdrawal with what left your wallets',
              done: open === 0,
              children:
                all === 0
                  ? 'No withdrawal was open in the backup.'
                  : `List the payments that left your wallets since then, and look for each withdrawal below by its address and amount. ${all - open} of ${all} are done.`,
            },
            {
              title: 'Look for payments that are none of these',
              done: false,
              children: (
                <>
                  They were asked for after the backup, so their requests are lost and the money is in the balance of{' '}
                  <Link to="/admin/users">their users</Link> again. Debit it there, or it is paid twice.
                </>
              ),
            },
            {
              title: 'Do again what else is lost',
              done: false,
              children:
                'Deposits that were told since have to be told again. Accounts that were frozen since are not, administrators who were disabled can log in, and passwords, terms and reserves are as they were.',
            },
            { title: 'Let payments go on', done: false, children },
          ]}
        />
      </Card>
    </>
  );
}
