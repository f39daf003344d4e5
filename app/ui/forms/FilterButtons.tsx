import { Button, LinkButton } from '../Button';

export const FilterButtons = ({
  submitLabel,
  all,
  isFiltered,
}: {
  submitLabel: string;
  all: string;
  isFiltered: boolean;
}) => (
  <>
    <Button icon="search">{submitLabel}</Button>
    {isFiltered && (
      <LinkButton to={all} tone="quiet">
        Show all
      </LinkButton>
    )}
  </>
);
