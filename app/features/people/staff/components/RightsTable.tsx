import { capitalise } from '~/platform/text/capitalised';
import { hasRight, RIGHT_NAMES, RIGHTS, type Right, ROLE_NAMES, type Role } from '~/signIns/rights';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { groupRightsByArea } from '../rightAreas';

/** Rights in the order of their areas; the first of each area shows its name. */
const RIGHT_ROWS = groupRightsByArea(RIGHT_NAMES).flatMap(({ area, rights }) =>
  rights.map((right, index) => ({ area, right, isFirst: index === 0 })),
);

/** Roles that lack some rights, in columns. */
const LIMITED_ROLES = ROLE_NAMES.filter((role) => role !== 'superadmin');

export const RightsTable = () => (
  <div className="text-sm [&_:is(td,th)]:py-1.5">
    <Table
      caption="Rights of each role"
      rows={RIGHT_ROWS}
      rowKey={({ right }) => right}
      atMost={RIGHT_ROWS.length}
      narrow
      columns={[
        {
          header: 'Area',
          spare: true,
          cell: ({ area, isFirst }) => (isFirst ? area : <VisuallyHidden>{area}</VisuallyHidden>),
        },
        { header: 'Right', cell: ({ right }) => capitalise(RIGHTS[right].description) },
        {
          header: 'Roles',
          slim: true,
          cell: ({ right }) =>
            LIMITED_ROLES.filter((role) => hasRight({ role }, right))
              .map(capitalise)
              .join(', ') || 'Superadmin only',
        },
        ...LIMITED_ROLES.map((role: Role) => ({
          header: capitalise(role),
          spare: true,
          cell: ({ right }: { right: Right }) =>
            hasRight({ role }, right) ? (
              <>
                <Icon name="check" />
                <VisuallyHidden>yes</VisuallyHidden>
              </>
            ) : (
              <VisuallyHidden>no</VisuallyHidden>
            ),
        })),
      ]}
    />
  </div>
);
