import { capitalise } from '~/platform/text/capitalised';
import { hasRight, RIGHT_NAMES, RIGHTS, type Right, ROLE_NAMES, type Role } from '~/signIns/rights';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';
import { groupRightsByArea } from '../rightAreas';

const RIGHT_AREAS = groupRightsByArea(RIGHT_NAMES);

const RIGHT_ROWS = RIGHT_AREAS.flatMap(({ area, rights }) => rights.map((right) => ({ area, right })));

export const RightsTable = () => (
  <Table
    caption="Rights of each role"
    rows={RIGHT_ROWS}
    rowKey={({ right }) => right}
    groupOf={({ area }) => area}
    atMost={RIGHT_ROWS.length + RIGHT_AREAS.length}
    narrow
    columns={[
      { header: 'Right', cell: ({ right }) => capitalise(RIGHTS[right].description) },
      {
        header: 'Roles',
        slim: true,
        cell: ({ right }) =>
          ROLE_NAMES.filter((role) => hasRight({ role }, right))
            .map(capitalise)
            .join(', '),
      },
      ...ROLE_NAMES.map((role: Role) => ({
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
);
