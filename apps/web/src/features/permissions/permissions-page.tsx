import ArrowBack from '@mui/icons-material/ArrowBackOutlined';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { paths } from '../../config/paths';
import { useLock } from '../../components/permission-button';
import { useUrlState } from '../../lib/use-url-state';
import { CheckPermission, type Question } from './check-permission';
import { PermissionsState } from './permissions-state';
import { RoleOverview } from './role-overview';
import { LaboratoryPermissions } from './table/laboratory-permissions';
import { useChosenLaboratory } from './use-chosen-laboratory';

const views = [
  { value: 'people', label: 'People' },
  { value: 'roles', label: 'Roles' },
] as const;

type View = (typeof views)[number]['value'];

/** Who may do what: the people of a laboratory one by one, and what each role may by itself. */
export function PermissionsPage() {
  const [{ view, laboratory: named }, change] = useUrlState(PermissionsState);
  const laboratory = useChosenLaboratory(named);
  const [question, setQuestion] = useState<Question>();
  const staffLock = useLock('staff.view');
  const id = useId();
  return (
    <>
      <PageHeader
        title="Permissions"
        back={staffLock === undefined && <BackToStaff />}
        action={
          laboratory.id !== undefined && (
            <Button
              className="not-printed"
              variant="contained"
              startIcon={<FactCheck />}
              onClick={() => setQuestion({})}
            >
              Check a permission
            </Button>
          )
        }
      />
      <Tabs
        value={view}
        onChange={(_, chosen: View) => change({ view: chosen })}
        aria-label="Parts of permissions"
        className="not-printed"
        sx={{ mb: 6, borderBottom: 1, borderColor: 'divider' }}
      >
        {views.map(({ value, label }) => (
          <Tab key={value} value={value} label={label} id={`${id}-${value}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {view === 'roles' && <RoleOverview />}
        {view === 'people' &&
          (laboratory.id === undefined && !laboratory.pending ? (
            <EmptyState>There is no laboratory yet whose people could be shown.</EmptyState>
          ) : (
            <LaboratoryPermissions laboratory={laboratory} onAsk={setQuestion} />
          ))}
      </div>
      {question && laboratory.id !== undefined && (
        <CheckPermission laboratoryId={laboratory.id} question={question} onClose={() => setQuestion(undefined)} />
      )}
    </>
  );
}

function BackToStaff() {
  return (
    <Button
      className="not-printed"
      component={Link}
      to={paths.staff}
      color="inherit"
      size="small"
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'flex-start', mb: 2, ml: -2, color: 'text.secondary' }}
    >
      Staff
    </Button>
  );
}
