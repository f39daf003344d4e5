import { SeveralForm } from '~/features/backoffice/components';
import { TextAreaField } from '~/ui/forms/Field';

/** Tool that marks several withdrawals as paid from the exported list with payments filled in. `at` is the list's address. */
export const PaymentList = ({ intent, formKey, at }: { intent: string; formKey: string; at: string }) => (
  <SeveralForm intent={intent} label="Pay several" button="Mark as paid" formKey={formKey} at={at}>
    {(field) => (
      <>
        <p>
          <a href="/admin/withdrawals.csv?status=approved" download>
            Download the approved withdrawals
          </a>
          , pay them, fill in the columns reference and coin_paid, and paste the rows here.
        </p>
        <TextAreaField
          {...field('list')}
          label="Payments"
          hint="With the heading of the file, or without it: withdrawal ID, transaction ID, amount in coin"
          required
        />
      </>
    )}
  </SeveralForm>
);
