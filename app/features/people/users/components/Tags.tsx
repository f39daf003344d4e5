import { Badge } from '~/ui/tables/Data';

export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.map((tag) => (
    <Badge key={tag} tone="neutral">
      {tag}
    </Badge>
  ));
