import { formatCount, groupDigits } from '~/platform/text/figure';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code, WithSettingNames } from '~/ui/Text';
import { Facts, Time } from '~/ui/tables/Data';
import type { ChainReading } from '../chains/readNetworks.server';

const blockText = (height: number | null) => (height === null ? '–' : groupDigits(String(height)));

export function ChainCard({ chain }: { chain: ChainReading }) {
  const { confirmations, addresses, whyNot, fault, readAt, block, tip, dust } = chain;
  return (
    <Card
      title="Read from the chain"
      lead={`Every two minutes. A payment becomes a line after ${formatCount(confirmations, 'confirmation')}. If a file contains it too, it is counted once.`}
    >
      {whyNot && (
        <Notice tone="warning">
          <WithSettingNames>{whyNot}</WithSettingNames>
        </Notice>
      )}
      {fault && (
        <Notice
          tone="danger"
          title={
            <>
              Not read since <Time at={fault.since} />
            </>
          }
        >
          {fault.words} No lines are read until the server responds correctly.
        </Notice>
      )}
      <Facts
        items={[
          { term: 'Last read', detail: readAt ? <Time at={readAt} /> : 'not yet' },
          { term: 'Lines up to block', detail: blockText(block) },
          { term: 'Newest block', detail: blockText(tip || null) },
          { term: 'Too small to be lines', detail: dust },
        ]}
      />
      {addresses.length > 0 && (
        <Disclosure summary={`Addresses read: ${addresses.length}`}>
          {addresses.map((address) => (
            <p key={address}>
              <Code>{address}</Code>
            </p>
          ))}
        </Disclosure>
      )}
    </Card>
  );
}
