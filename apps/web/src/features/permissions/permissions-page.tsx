import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { BackLink } from '../../screens/back-link';
import { NoLaboratoryYet } from '../../screens/laboratory-in-view';
import { PageHeader } from '../../ui/page-header';
import { paths } from '../../config/paths';
import { useDeniedReason } from '../../screens/actions/permission-button';
import { Tabbed } from '../../ui/tabbed';
import { useUrlState } from '../../data/use-url-state';
import { CheckPermission, type Question } from './check-permission';
import { PermissionsState, useChosenLaboratory } from './permissions-state';
import { RoleOverview } from './role-overview';
import { LaboratoryPermissions } from './table/laboratory-permissions';

const views = [
  { value: 'people', label: 'People' },
  { value: 'roles', label: 'Roles' },
] as const;

/** The permissions of a laboratory's people, and those of each role. */
export function PermissionsPage() {
  const [{ view, laboratory: chosen }, change] = useUrlState(PermissionsState);
  const laboratory = useChosenLaboratory(chosen);
  const [question, setQuestion] = useState<Question>();
  const staffDenied = useDeniedReason('staff.view');
  return (
    <>
      <PageHeader
        title="Permissions"
        back={staffDenied === undefined && <BackLink to={paths.staff}>Staff</BackLink>}
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
      <Tabbed label="Permissions" tabs={views} tab={view} onTab={(next) => change({ view: next })}>
        {view === 'roles' && <RoleOverview />}
        {view === 'people' &&
          (laboratory.id === undefined && !laboratory.pending ? (
            <NoLaboratoryYet />
          ) : (
            <LaboratoryPermissions laboratory={laboratory} onAsk={setQuestion} />
          ))}
      </Tabbed>
      {question && laboratory.id !== undefined && (
        <CheckPermission
          laboratoryId={laboratory.id}
          laboratory={laboratory.options.find(({ _id }) => _id === laboratory.id)?.name}
          question={question}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}
