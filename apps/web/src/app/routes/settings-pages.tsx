import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { IdSchema } from '@shifa/contract';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../screens/laboratory-in-view';
import { LinkTabs } from '../../ui/link-tabs';
import { Skeleton } from '../../ui/loading/skeleton';
import { PageHeader } from '../../ui/page-header';
import { SectionCard } from '../../ui/section-card';
import { paths } from '../../config/paths';
import { WallDisplays } from '../../features/attendance/display/wall-displays';
import { PayrollFormatCard } from '../../features/attendance/payroll/payroll-format-card';
import { ChangePasswordDialog } from '../../features/auth/change-password-dialog';
import { SessionsCard } from '../../features/auth/sessions-card';
import { Backups } from '../../features/backups/backups';
import { PolicySettings } from '../../features/laboratories/policy-settings';
import { FailedMessages } from '../../features/messages/failed-messages';
import { MessageSettings } from '../../features/messages/message-settings';
import { PreferencesForm } from '../../features/notifications/preferences-form';
import { ProviderCard } from '../../features/security/provider-card';
import { SecondFactorCard } from '../../features/security/second-factor-card';
import { AboutCard } from '../../features/settings/about-card';
import { AuditLog } from '../../features/settings/audit-log';
import { NetworkSettings } from '../../features/settings/network-settings';
import { DisplayCard } from '../../features/settings/display-card';
import { Ledgers } from '../../features/settings/ledgers';
import { useUser } from '../../data/use-session';
import { useUrlState } from '../../data/use-url-state';
import { NavigationItems } from '../layout/navigation-items';
import { settingsPages, type SettingsShortcut, shortcutsFor } from './settings-navigation';

const LaboratoryState = z.object({ laboratoryId: IdSchema.optional() });

function useShortcuts(): readonly SettingsShortcut[] {
  return shortcutsFor(useUser().permissions);
}

function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  const { permissions } = useUser();
  return (
    <>
      <PageHeader title="Settings" documentTitle={title === 'Preferences' ? 'Settings' : `${title} · Settings`} />
      <LinkTabs label="Settings" tabs={settingsPages(permissions)} />
      {children}
    </>
  );
}

export function PreferencesPage() {
  return (
    <SettingsFrame title="Preferences">
      <DisplayCard startPages={useContext(NavigationItems)} />
    </SettingsFrame>
  );
}

export function NotificationSettingsPage() {
  const [editing, setEditing] = useState(false);
  return (
    <SettingsFrame title="Notifications">
      <Stack sx={{ gap: 6 }}>
        <SectionCard title="In Shifa MS">
          <Typography color="textSecondary" sx={{ mb: 4 }}>
            Choose what you're notified about, and when not to be disturbed.
          </Typography>
          <Button variant="outlined" color="inherit" onClick={() => setEditing(true)}>
            Notification preferences
          </Button>
        </SectionCard>
        <MessageSettings />
      </Stack>
      {editing && <PreferencesForm onClose={() => setEditing(false)} />}
    </SettingsFrame>
  );
}

export function SecurityPage() {
  const [changing, setChanging] = useState(false);
  return (
    <SettingsFrame title="Security">
      <Stack sx={{ gap: 6 }}>
        <SecondFactorCard />
        <ProviderCard />
        <SessionsCard />
        <SectionCard title="Password">
          <Typography color="textSecondary" sx={{ mb: 4 }}>
            Changing your password signs you out on all other devices.
          </Typography>
          <Button variant="outlined" color="inherit" onClick={() => setChanging(true)}>
            Change Password
          </Button>
        </SectionCard>
      </Stack>
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
    </SettingsFrame>
  );
}

/** The policies of the person's laboratory, or of any for those who manage the network, and what belongs to them. */
export function LaboratorySettingsPage() {
  const [{ laboratoryId }, setState] = useUrlState(LaboratoryState);
  const view = useLaboratoryInView(laboratoryId, 'laboratories.edit');
  const related = useShortcuts().filter(({ path }) => path === paths.shifts || path === paths.wallDisplays);
  return (
    <SettingsFrame title="Laboratory">
      <Stack sx={{ gap: 6 }}>
        {view.others.length > 1 && (
          <div>
            <LaboratorySelect view={view} onChange={(next) => setState({ laboratoryId: next })} />
          </div>
        )}
        <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={320} />}>
          {view.laboratory && <PolicySettings key={view.laboratory._id} id={view.laboratory._id} />}
        </WithLaboratory>
        <Shortcuts shortcuts={related} />
      </Stack>
    </SettingsFrame>
  );
}

/** The wall displays of the person's laboratory, or of any for those who manage the network. */
export function WallDisplaysPage() {
  const [{ laboratoryId }, setState] = useUrlState(LaboratoryState);
  const view = useLaboratoryInView(laboratoryId, 'attendance.create');
  return (
    <SettingsFrame title="Wall displays">
      <Stack sx={{ gap: 6 }}>
        <LaboratorySelect view={view} onChange={(next) => setState({ laboratoryId: next })} />
        <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={200} />}>
          {view.laboratory && <WallDisplays key={view.laboratory._id} laboratory={view.laboratory} />}
        </WithLaboratory>
      </Stack>
    </SettingsFrame>
  );
}

export function NetworkSettingsPage() {
  return (
    <SettingsFrame title="Network">
      <Stack sx={{ gap: 6 }}>
        <NetworkSettings />
        <PayrollFormatCard />
        <FailedMessages />
        <Shortcuts shortcuts={useShortcuts().filter(({ path }) => path === paths.monthEnd)} />
      </Stack>
    </SettingsFrame>
  );
}

export function BackupsPage() {
  return (
    <SettingsFrame title="Backups">
      <Stack sx={{ gap: 6 }}>
        <Backups />
      </Stack>
    </SettingsFrame>
  );
}

export function AdministrationPage() {
  return (
    <SettingsFrame title="Administration">
      <Shortcuts shortcuts={useShortcuts()} />
    </SettingsFrame>
  );
}

function Shortcuts({ shortcuts }: { shortcuts: readonly SettingsShortcut[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' } }}>
      {shortcuts.map(({ path, label, description }) => (
        <Card key={path} component={Link} to={path} sx={{ p: 5, color: 'inherit', textDecoration: 'none' }}>
          <Typography variant="h3" component="h2">
            {label}
          </Typography>
          <Typography color="textSecondary">{description}</Typography>
        </Card>
      ))}
    </Box>
  );
}

export function AuditLogPage() {
  return (
    <SettingsFrame title="Audit log">
      <AuditLog />
    </SettingsFrame>
  );
}

export function LedgersPage() {
  return (
    <SettingsFrame title="Ledgers">
      <Ledgers />
    </SettingsFrame>
  );
}

export function AboutPage() {
  return (
    <SettingsFrame title="About">
      <AboutCard />
    </SettingsFrame>
  );
}
