import { Button, LinkButton } from '../Button';

/** Button of a filter's form and, while something is left out, the link to `all`. */
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
