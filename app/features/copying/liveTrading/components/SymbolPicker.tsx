import { useEffect, useState } from 'react';
import { InstrumentMark, MARKET_PAGES } from '~/features/site/components';
import { foldText } from '~/platform/text/fold';
import { Button, LinkButton } from '~/ui/Button';
import { Field } from '~/ui/forms/Field';
import { GetForm } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { StepDialog } from '~/ui/layout/Dialog';
import { useNavigate } from '~/web/router';
import type { LiveView } from '../view.server';

/** Link to the picker of symbols. The keys Control and K open the picker too. */
export function SymbolPickerLink({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      navigate(href, { preventScrollReset: true });
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, [href, navigate]);
  return (
    <LinkButton to={href} icon="search">
      Symbols
      <kbd className="rounded border border-line px-1.5 text-xs text-muted max-lg:hidden noscript:hidden">Ctrl K</kbd>
    </LinkButton>
  );
}

/** Dialog with all symbols by market, filtered by the input; the button Show opens the first match. */
export function SymbolPicker({ view, symbols }: { view: LiveView; symbols: NonNullable<LiveView['symbols']> }) {
  const [entered, setInput] = useState('');
  const found = symbols.filter(({ id, name }) =>
    foldText(`${id} ${name}`).includes(foldText(entered.replace('/', ''))),
  );
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return (
    <StepDialog title="Symbols" closeHref={view.here}>
      <div className="flex flex-col gap-4">
        <GetForm
          inline
          action="/live-trading"
          onInput={({ currentTarget }) => setInput(String(new FormData(currentTarget).get('symbol')))}
        >
          <Field bare label="Symbol or name" name="symbol" type="search" maxLength={40} autoComplete="off" />
          <input type="hidden" name="timeframe" value={view.row.timeframe} />
          <Button>Show</Button>
        </GetForm>
        {kinds.length === 0 && <p>No symbol has “{entered}” in it.</p>}
        {kinds.map((kind) => (
          <section key={kind}>
            <h3 className="pb-1 text-sm text-muted">{MARKET_PAGES[kind].all}</h3>
            <ul className="grid grid-cols-2 gap-x-2 sm:grid-cols-3">
              {found
                .filter((each) => each.kind === kind)
                .map((each) => (
                  <li key={each.id}>
                    <Link
                      to={view.chartAt + each.id}
                      className="flex min-h-10 items-center gap-2 rounded-control text-sm text-ink no-underline hover:bg-well hover:text-ink"
                    >
                      <InstrumentMark of={each} />
                      <span>{each.symbol}</span>
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </StepDialog>
  );
}
