import type { ReactNode } from 'react';
import { Button } from '~/ui/Button';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { Field, TextAreaField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import { useActionData } from '~/web/router';
import { SUPPORT_KIND_NAMES, SUPPORT_KIND_PURPOSES, type SupportKind } from '../kinds';
import { MAX_MESSAGE_LENGTH, MAX_THREAD_SUBJECT_LENGTH } from '../limits';

const FIELD_LABELS: Record<string, string> = {
  kind: 'What is it about?',
  subject: 'Subject',
  message: 'Message',
  attachment: 'Picture',
};

/**
 * Form for a message to support. Only the server validates it, since a validator would be larger than the rest of these
 * pages.
 */
function WriteForm(props: {
  id: string;
  formKey: string;
  hidden: Record<string, string | undefined>;
  button: string;
  children?: (input: Record<string, string | undefined>, errorsOf: (name: string) => string[] | undefined) => ReactNode;
}) {
  const { id, hidden, button, children } = props;
  const latest = useActionData() as FormAnswer | undefined;
  const answer = latest?.form === id ? latest : undefined;
  const returned = useReturnedValues();
  const entered = (answer && returned) || {};
  const errors = answer?.result.error ?? {};
  const errorsOf = (name: string) => errors[name] ?? undefined;
  const problems = Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ id: name ? `${id}-${name}` : undefined, label: FIELD_LABELS[name], message })),
  );
  return (
    <PostForm id={id} formKey={answer?.formKey ?? props.formKey} at="main" multipart>
      <ErrorSummary errors={problems} />
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children?.(entered, errorsOf)}
      <TextAreaField
        id={`${id}-message`}
        name="message"
        label={FIELD_LABELS.message}
        hint={`At most ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters. Never send passwords, codes or keys: we never ask for them.`}
        defaultValue={entered.message}
        errors={errorsOf('message')}
        maxLength={MAX_MESSAGE_LENGTH}
        required
      />
      <FileField
        id={`${id}-attachment`}
        name="attachment"
        label={FIELD_LABELS.attachment}
        hint={`${acceptedText('message')}. Only you and management can see it.`}
        accept={acceptAttribute('message')}
        storedFile={answer?.storedFiles?.attachment}
        errors={errorsOf('attachment')}
        sends="message"
        required={false}
      />
      {answer?.mustConfirm && <Checkbox name="_again" value="1" label="Yes, send this again" />}
      <Button tone="primary" icon="mail">
        {button}
      </Button>
    </PostForm>
  );
}

const KIND_CHOICES = Object.keys(SUPPORT_KIND_PURPOSES) as SupportKind[];

type OpenProps = { formKey: string; page: string | null; about: { kind?: string; subject?: string } };

export const OpenForm = ({ formKey, page, about }: OpenProps) => (
  <WriteForm id="open" formKey={formKey} hidden={{ page: page ?? undefined }} button="Send to support">
    {(input, errorsOf) => (
      <>
        <RadioCards
          id="open-kind"
          name="kind"
          label={FIELD_LABELS.kind}
          options={KIND_CHOICES.map((value) => ({
            value,
            label: SUPPORT_KIND_NAMES[value],
            detail: SUPPORT_KIND_PURPOSES[value],
          }))}
          defaultValue={input.kind ?? about.kind ?? 'question'}
          errors={errorsOf('kind')}
        />
        <Field
          id="open-subject"
          name="subject"
          label={FIELD_LABELS.subject}
          maxLength={MAX_THREAD_SUBJECT_LENGTH}
          defaultValue={input.subject ?? about.subject}
          errors={errorsOf('subject')}
          autoComplete="off"
          required
        />
      </>
    )}
  </WriteForm>
);

export const ReplyForm = ({ formKey, id }: { formKey: string; id: string }) => (
  <WriteForm id="write" formKey={formKey} hidden={{ id }} button="Send" />
);
