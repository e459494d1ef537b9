import { styled } from '@mui/material/styles';
import { roleLabels, type StaffListItem } from '@shifa/contract';

/** People by laboratory and department, each in a row with designation and contact. */
export function DirectoryGroups({ people }: { people: readonly StaffListItem[] }) {
  const laboratories = grouped(people, ({ laboratoryId }) => laboratoryId?.name ?? 'Network');
  return laboratories.map(([laboratory, staff]) => (
    <Group key={laboratory} role="group" aria-label={laboratory} tabIndex={0}>
      <h2>{laboratory}</h2>
      {grouped(staff, ({ department }) => department ?? 'No department').map(([department, members]) => (
        <section key={department} aria-label={`${laboratory}, ${department}`}>
          <h3>{department}</h3>
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Code</th>
                <th>Designation</th>
                <th>Phone</th>
                <th>Email</th>
              </tr>
            </thead>
            <tbody>
              {members.map(({ _id, name, employeeCode, designation, role, phone, email }) => (
                <tr key={_id}>
                  <td>{name}</td>
                  <td>{employeeCode}</td>
                  <td>{designation ?? roleLabels[role]}</td>
                  <td>{phone}</td>
                  <td>{email}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Group>
  ));
}

/** Groups by name; those without one come last. */
function grouped(people: readonly StaffListItem[], nameOf: (person: StaffListItem) => string) {
  const groups = new Map<string, StaffListItem[]>();
  for (const person of people) {
    const name = nameOf(person);
    groups.set(name, [...(groups.get(name) ?? []), person]);
  }
  const isLast = (name: string) => Number(name === 'Network' || name === 'No department');
  return [...groups].sort(([a], [b]) => isLast(a) - isLast(b) || a.localeCompare(b));
}

const Group = styled('section')(({ theme }) => ({
  marginBottom: 32,
  overflowX: 'auto',
  '& h2': { margin: '0 0 8px', fontSize: '1.25rem', fontWeight: 600 },
  '& h3': { margin: '16px 0 4px', fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& table': {
    width: '100%',
    minWidth: 640,
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th, & td': {
    padding: '6px 12px 6px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& th:nth-of-type(1), & th:nth-of-type(3)': { width: '20%' },
  '& th:nth-of-type(2)': { width: '11%' },
  '& th:nth-of-type(4)': { width: '17%' },
  '@media print': {
    overflow: 'visible',
    '& table': { minWidth: 0, fontSize: '9pt' },
    '& th, & td': { padding: '3pt 6pt 3pt 0', borderColor: '#bbb' },
    '& tr': { breakInside: 'avoid' },
    '& h2, & h3': { breakAfter: 'avoid' },
  },
}));
