import { counted, groupDigits } from '~/platform/text/figure';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Card } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Code, Id, WithSettings } from '~/ui/Text';
import { DefinitionList, Facts, Time } from '~/ui/tables/Data';
import type { ChainReading } from '../chains/readNetworks.server';
import { statementCoinText } from '../coinText';

const NAMED = 10;

const blockText = (height: number | null) => (height === null ? '–' : groupDigits(String(height)));

export function ChainCard({ chain }: { chain: ChainReading }) {
  const { confirmations, addresses, whyNot, fault, readAt, block, tip, coming, dust } = chain;
  return (
    <Card
      title="Read from the chain"
      lead={`Every two minutes. A payment is a line once ${counted(confirmations, 'block')} stand on it. Of what a file tells too, one line counts.`}
    >
      {whyNot && (
        <Notice tone="warning">
          <WithSettings>{whyNot}</WithSettings>
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
          {fault.words} No line is taken before it answers as it should.
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
      {coming.length > 0 && (
        <DefinitionList
          items={coming.slice(0, NAMED).map(({ transactionId, address, amount, height }) => ({
            term: `${statementCoinText(amount)} ${amount > 0n ? 'is coming in' : 'is going out'}, ${height === null ? 'in no block yet' : `in block ${blockText(height)}`}`,
            detail: <Id>{transactionId || address || '–'}</Id>,
          }))}
        />
      )}
      {coming.length > NAMED && <p>And {coming.length - NAMED} more.</p>}
      {addresses.length > 0 && (
        <Disclosure summary={`Our addresses that are read: ${addresses.length}`}>
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
