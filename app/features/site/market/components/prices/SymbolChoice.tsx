import type { Timeframe } from '~/market/feed/feed';
import type { Instrument } from '~/market/instruments';
import { Button } from '~/ui/Button';
import { SelectField } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { getCommonName, getSecondaryName } from '../../naming';

export function SymbolChoice(props: {
  action: string;
  current: string;
  symbols: readonly Instrument[];
  timeframe: Timeframe;
}) {
  return (
    <div className="max-w-md [&_form>div]:basis-full sm:[&_form>div]:basis-44">
      <GetForm inline action={props.action}>
        <SelectField
          label="Symbol"
          name="symbol"
          options={props.symbols.map((of) => ({
            value: of.id,
            label: `${getCommonName(of)} (${getSecondaryName(of)})`,
          }))}
          defaultValue={props.current}
        />
        <input type="hidden" name="tf" value={props.timeframe} />
        <Button>Show</Button>
      </GetForm>
    </div>
  );
}
