import { Badge } from '~/ui/tables/Data';

/** The tags of a user. */
export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.map((tag) => (
    <Badge key={tag} tone="neutral">
      {tag}
    </Badge>
  ));
