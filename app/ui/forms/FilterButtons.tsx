import { Button, LinkButton } from '../Button';

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
