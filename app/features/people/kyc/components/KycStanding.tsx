import type { kyc } from '#drizzle/schema';
import { dayText } from '~/platform/text/dayText';
import { Notice } from '~/ui/messages/Notice';
import type { DisplayedState } from '../states';

export function KycStanding({
  status,
  wait,
  documents,
}: {
  status: DisplayedState;
  /** Usual wait for the decision, as text. */
  wait: string | null;
  documents: Pick<typeof kyc.$inferSelect, 'reason' | 'validUntil'> | null;
}) {
  const { reason, validUntil } = documents ?? {};
  const usual = wait && ` It usually takes ${wait}, based on recent requests.`;
  switch (status) {
    case 'none':
      return null;
    case 'submitted':
      return <Notice title="Your documents are under review">We email you as soon as they are decided.{usual}</Notice>;
    case 'approved':
      return (
        <Notice tone="success" title="Identity check approved">
          Your documents were approved. You are done
          {validUntil &&
            ` until ${dayText(new Date(validUntil))}: then your document expires, and you can send a new one`}
          .
        </Notice>
      );
    case 'asked again':
      return (
        <Notice tone="warning" title="One document is needed again">
          <p>Reason: {reason}</p>
          <p>Send only this one. Everything else remains as sent, and your balance and withdrawals are not affected.</p>
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="warning" title="Your document has expired">
          <p>{reason}</p>
          <p>
            Send a new one; the rest is filled in. Your balance, copies and withdrawals are not affected; bonuses that
            need an approved identity check wait.
          </p>
        </Notice>
      );
    case 'revoked':
      return (
        <Notice tone="warning" title="Approval of your identity check revoked">
          <p>Reason: {reason}</p>
          <p>
            You can send other documents. Your balance, copies and withdrawals are not affected; bonuses that need an
            approved identity check wait.
          </p>
        </Notice>
      );
    case 'rejected':
      return (
        <Notice tone="warning" title="Identity check rejected">
          <p>Reason: {reason}</p>
          <p>Correct them and send them again. Your balance and withdrawals are not affected.</p>
        </Notice>
      );
  }
}
