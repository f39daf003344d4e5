import { Notice } from '~/ui/messages/Notice';
import { INCOMPLETE } from '../schema';
import type { ShownState } from '../states';

/** The state of a user's identity papers, and what is to be done about it. */
export function KycStanding({ status, reason }: { status: ShownState; reason: string | null }) {
  switch (status) {
    case 'none':
      return (
        <Notice>
          {INCOMPLETE.text} Management reviews what you send. You can deposit and withdraw meanwhile: KYC stops neither.
        </Notice>
      );
    case 'submitted':
      return (
        <Notice title="KYC Submitted!">
          Your KYC documents have been successfully submitted and are under review.
        </Notice>
      );
    case 'approved':
      return (
        <Notice tone="success" title="KYC approved">
          Your documents were approved. There is nothing more for you to do.
        </Notice>
      );
    case 'revoked':
      return (
        <Notice tone="warning" title="KYC approval taken back">
          <p>Reason: {reason}</p>
          <p>
            You can send other documents. Your balance, copies and withdrawals are not affected; bonuses that need
            approved papers wait.
          </p>
        </Notice>
      );
    case 'rejected':
      return (
        <Notice tone="warning" title="KYC rejected">
          <p>Reason: {reason}</p>
          <p>Correct what is wrong and send them again. Your balance and withdrawals are not affected.</p>
        </Notice>
      );
  }
}
