import { Button } from '../Button';
import { Checkbox } from './ChoiceFields';
import { ConfirmField } from './ConfirmField';
import { buttonLabel, type EffectPreview, firstButtonLabel, PreviewCard } from './PreviewCard';
import { SubmitWithBackLink } from './SubmitWithBackLink';

type Props = {
  /** Label of the button until the effect is shown. */
  submitLabel: string;
  danger?: boolean;
  /** True if the button keeps `submitLabel` once the effect is shown. */
  named?: boolean;
  /** True if the button is less prominent than adjacent decisions. */
  quiet?: boolean;
  confirm: boolean;
  /** Effect of the form, once the server has sent it. */
  preview?: EffectPreview;
  /** True if the page showed the effect before any button was pressed. */
  isFirst?: boolean;
  fieldId: (name: string) => string;
  errors: Record<string, string[] | null | undefined>;
  reason?: string;
  /** Label of "do it once more", if the server required that. */
  again?: string | false;
  back?: { to: string; text: string };
};

/** End of an administrator's form: the effect, the code of the second factor if required, and the button. */
export function PreviewedSubmit({
  submitLabel,
  danger,
  named,
  quiet,
  confirm,
  preview,
  isFirst = false,
  fieldId,
  errors,
  reason,
  again,
  back,
}: Props) {
  const tone = danger ? 'danger' : quiet ? 'plain' : 'primary';
  const shown = isFirst ? firstButtonLabel(submitLabel, preview) : buttonLabel(submitLabel, preview, named);
  return (
    <>
      {again && <Checkbox name="_again" value="1" label={again} />}
      <PreviewCard
        preview={preview}
        isFirst={isFirst}
        reasonId={fieldId('reason')}
        reason={{ input: reason, errors: errors.reason ?? undefined }}
      />
      <ConfirmField isRequired={confirm} id={fieldId('otp')} errors={errors.otp ?? undefined} />
      {back ? (
        <SubmitWithBackLink tone={tone} back={back}>
          {shown}
        </SubmitWithBackLink>
      ) : (
        <Button tone={tone}>{shown}</Button>
      )}
    </>
  );
}
