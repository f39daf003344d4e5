import { Button, LinkButton } from '../Button';

/** What ends a filter's form: its button and, while something is left out, the link to `all`. */
export const FilterButtons = ({ words, all, isFiltered }: { words: string; all: string; isFiltered: boolean }) => (
  <>
    <Button icon="search">{words}</Button>
    {isFiltered && (
      <LinkButton to={all} tone="quiet">
        Show all
      </LinkButton>
    )}
  </>
);
