import { capitalised } from '~/platform/text/capitalised';
import { may, RIGHT_NAMES, RIGHTS, ROLE_NAMES, type Role } from '~/signIns/rights';
import { Icon } from '~/ui/pictures/Icon';
import { VisuallyHidden } from '~/ui/Text';
import { Table } from '~/ui/tables/Table';

/** Every right and the roles that have it, from the table that the pages go by. */
export const RightsTable = () => (
  <Table
    caption="What each role may do"
    rows={RIGHT_NAMES}
    rowKey={(right) => right}
    narrow
    columns={[
      { header: 'May', cell: (right) => RIGHTS[right].may },
      {
        header: 'Roles',
        slim: true,
        cell: (right) =>
          ROLE_NAMES.filter((role) => may({ role }, right))
            .map(capitalised)
            .join(', '),
      },
      ...ROLE_NAMES.map((role: Role) => ({
        header: capitalised(role),
        spare: true,
        cell: (right: (typeof RIGHT_NAMES)[number]) =>
          may({ role }, right) ? (
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
