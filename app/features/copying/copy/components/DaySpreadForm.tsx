import { Button } from '~/ui/Button';
import { SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm } from '~/ui/forms/Form';
import { Disclosure } from '~/ui/layout/Disclosure';
import { Muted } from '~/ui/Text';
import { problemsOfAnswer } from '~/web/form/problemsOfAnswer';
import type { FormAnswer } from '~/web/form/submission.server';
import { useReturnedValues } from '~/web/form/useReturnedValues';
import { useActionData } from '~/web/router';
import { DAY_SPREAD_CHOICES, formatDaySpread, NO_DAY_SPREAD } from '../daySpread';
import type { OwnedCopy } from '../queries.server';

export const DAY_SPREAD = 'Daily spread limit';
export const DAY_SPREAD_HINT =
  'Every trade costs the spread. Once a day’s trades have cost this share of the copy, it opens no positions until the next day (UTC).';

export const formatDaySpreadValue = (bps: number): string => (bps >= NO_DAY_SPREAD ? 'none' : String(bps));

export const listDaySpreadOptions = (current: number = DAY_SPREAD_CHOICES[0]): { value: string; label: string }[] =>
  [...new Set([...DAY_SPREAD_CHOICES, NO_DAY_SPREAD, current])]
    .sort((a, b) => a - b)
    .map((bps) => ({
      value: formatDaySpreadValue(bps),
      label: bps >= NO_DAY_SPREAD ? 'No limit' : `${formatDaySpread(bps)} of the copy`,
    }));

export function DaySpreadForm({ copy: { id, running, leaderOrder, daySpreadBps } }: { copy: OwnedCopy }) {
  const returned = useReturnedValues();
  const answer = useActionData() as FormAnswer | undefined;
  const refused = returned?._intent === 'limit-day-spread' ? returned : null;
  if (!running || leaderOrder === null) return null;
  const form = `day-spread-${id}`;
  return (
    <Disclosure summary={`${DAY_SPREAD}: ${formatDaySpread(daySpreadBps)}`} open={refused !== null}>
      <PostForm id={form} at="main">
        <ErrorSummary errors={answer?.form === form ? problemsOfAnswer(answer) : []} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="_intent" value="limit-day-spread" />
        <SelectField
          label={DAY_SPREAD}
          name="daySpreadBps"
          options={listDaySpreadOptions(daySpreadBps)}
          defaultValue={refused?.daySpreadBps ?? formatDaySpreadValue(daySpreadBps)}
          hint={DAY_SPREAD_HINT}
        />
        <Button>Set limit</Button>
        <Muted>Positions can always be closed.</Muted>
      </PostForm>
    </Disclosure>
  );
}
